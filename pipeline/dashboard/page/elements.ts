/** Elements of the page. Texts are never set as markup, because publishers write some of them. */
import type { Cell, DetailTarget, Table } from './table.ts';

type Attributes = Readonly<Record<string, string | null>>;
type Child = Node | string;

export type OpenDetail = (target: DetailTarget) => void;

/** Returns the element with this id. Throws when the page has none of this class. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const target = document.getElementById(id);
  if (!(target instanceof kind)) throw new Error(`the page lacks #${id}`);
  return target;
}

export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Replaces the rows. When a new row has the same button as the one with the focus, it gets the focus. */
export function showTable(shown: HTMLElement, { heads, rows, none }: Table, open: OpenDetail): void {
  const focused = shown.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const head = element('tr', {}, ...heads.map((cell) => element('th', { class: cell.isNumber ? 'number' : null, scope: 'col' }, cell.text)));
  const empty = element('tr', {}, element('td', { colspan: String(heads.length), class: 'soft' }, none));
  const body = rows.length === 0 ? [empty] : rows.map((row) => element('tr', {}, ...row.map((cell) => cellElement(cell, open))));
  shown.replaceChildren(element('thead', {}, head), element('tbody', {}, ...body));
  if (focused !== null) buttonOf(shown, focused)?.focus({ preventScroll: true });
}

function cellElement({ text, isNumber, isBad, opens }: Cell, open: OpenDetail): HTMLElement {
  const cell = element('td', { class: `${isNumber ? 'number' : 'text'}${isBad ? ' bad' : ''}` });
  if (opens === null) {
    cell.append(text);
    return cell;
  }
  const button = element('button', { class: 'link', type: 'button', 'data-opens': JSON.stringify(opens) }, text);
  button.addEventListener('click', () => open(opens));
  cell.append(button);
  return cell;
}

/** Returns the key by which `buttonOf` finds a button after its table was replaced, or null for other elements. */
export const keyOf = (shown: Element | null): string | null => shown?.getAttribute('data-opens') ?? null;
export const buttonOf = (within: ParentNode, key: string): HTMLElement | null => within.querySelector(`[data-opens=${JSON.stringify(key)}]`);
