/**
 * Elements of a page and their rendering, by preact, which escapes all texts and attribute values. It is loaded without its types, because
 * these add the browser's (`lib="dom"`) to every file of the project.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

declare const rendered: unique symbol;
/** An element; only `h` makes one. */
export interface Element {
  readonly [rendered]: true;
}
export type Content = Element | string | number | null | readonly Content[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

interface Preact {
  readonly h: (tag: string, attributes: Attributes, ...children: readonly Content[]) => Element;
}
interface Renderer {
  readonly renderToString: (element: Element) => string;
}

export const { h } = require('preact') as Preact;
export const { renderToString } = require('preact-render-to-string') as Renderer;
