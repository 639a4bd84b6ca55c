/**
 * Makes and renders the elements of a page with preact, which escapes all texts and attribute values. preact is loaded without its types,
 * because they add the browser's types (`lib="dom"`) to every file of the project.
 */
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
