import { openApiDocument } from '#api/docs/openapi.ts';
import { routes } from '#api/routes.ts';
try { const d = openApiDocument(routes, '/') as any; console.log(JSON.stringify(d.paths['/api/news/'].get.parameters, null, 1)); console.log(Object.keys(d.components.schemas)); console.log(JSON.stringify(d.paths['/api/news/'].get.responses['400'],null,1)); console.log(JSON.stringify(d.components.schemas.NewsList).slice(0,3000)) } catch (e) { console.log((e as Error).stack); }
