/** Elements of the page. Text is set as text: what a publisher wrote is never markup. */
import type { Cell, DetailTarget, Table } from './table.ts';

type Attributes = Readonly<Record<string, string | null>>;
type Child = Node | string;

/** Opens the detail that a button of a table leads to. */
export type OpenDetail = (target: DetailTarget) => void;

/** Returns the element with this id; throws where the page has none of this kind. */
export function byId<E extends HTMLElement>(id: string, kind: abstract new () => E): E {
  const target = document.getElementById(id);
  if (!(target instanceof kind)) throw new Error(`the page lacks #${id}`);
  return target;
}

/** Returns a new element; attributes whose value is null are omitted. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Shows other rows. The focus stays on the button that has it, where the same button is shown again. */
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

/** Returns a key by which `buttonOf` finds the button again after a table is shown again; null for other elements. */
export const keyOf = (shown: Element | null): string | null => shown?.getAttribute('data-opens') ?? null;
/** Returns the button that opens the panel of this key; null without one. */
export const buttonOf = (within: ParentNode, key: string): HTMLElement | null => within.querySelector(`[data-opens=${JSON.stringify(key)}]`);
