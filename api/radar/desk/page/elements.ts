/** Makes the elements of the page. Texts of publishers are set as text, never as markup. */
import { isWebAddress, type Inline, type Section } from './ranking-text.ts';
import { barWidth, height, sparkOf } from './spark.ts';

type Attributes = Readonly<Record<string, string>>;
type Child = Node | string;

/** Returns the element with this id. Throws if the page has no element of this kind. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
  return found;
}

export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  return fill(document.createElement(name), attributes, children);
}

function fill<E extends Element>(made: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export const linkElement = (url: string, title: string): HTMLElement =>
  isWebAddress(url) ? element('a', { href: url, rel: 'noreferrer noopener', target: '_blank' }, title) : element('span', {}, title);

const inlineNodes = (items: readonly Inline[]): Child[] => items.map((item) => (typeof item === 'string' ? item : linkElement(item.url, item.title)));

export function sectionElement({ title, items }: Section): HTMLElement {
  if (title === '') return element('p', { class: 'none' }, ...items.flatMap(inlineNodes));
  return element('div', {}, element('h2', {}, title), element('ul', {}, ...items.map((item) => element('li', {}, ...inlineNodes(item)))));
}

export function sparkElement(cells: readonly number[]): SVGElement {
  const { width, bars, label } = sparkOf(cells);
  const svg = (name: string, attributes: Attributes, ...children: readonly Child[]): SVGElement =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
  const rectangles = bars.map((bar) =>
    svg('rect', {
      x: String(bar.x),
      y: String(bar.y),
      width: String(barWidth),
      height: String(bar.height),
      ...(bar.isNow && { class: 'now' }),
    }),
  );
  return svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    ...rectangles,
  );
}
