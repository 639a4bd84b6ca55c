/** Makes and renders elements with preact, which escapes all texts. Its types are not loaded: they add `lib="dom"` to the whole project. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

declare const rendered: unique symbol;
/** The symbol rejects every object that `h` has not made. */
export interface Element {
  readonly [rendered]: true;
}
export type Content = Element | string | number | null | readonly Content[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export const { h } = require('preact') as { readonly h: (tag: string, attributes: Attributes, ...children: readonly Content[]) => Element };
export const { renderToString } = require('preact-render-to-string') as { readonly renderToString: (element: Element) => string };
