/**
 * Elements of a page and their rendering, by preact: texts and values of attributes are escaped, whatever they hold. It is loaded
 * without its types, for these bring the browser's (`lib="dom"`) into every file of the project.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

declare const rendered: unique symbol;
/** Made by `h` alone. */
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
