/** Every route, in the order they are tried: a fixed path stands before one with a parameter in its place. */
import { schemaRoute } from './docs/schema.ts';
import { swaggerUi, swaggerUiAsset } from './docs/swagger-ui.ts';
import { article } from './feed/article.ts';
import { newsList } from './feed/list.ts';
import { insiderList } from './insider/list.ts';
import type { Route } from './route.ts';

export const routes: readonly Route[] = [newsList, insiderList, article, schemaRoute(() => routes), swaggerUi, swaggerUiAsset];
