/** Loads the ranking each minute, and when the filters or the page change. The filters are kept in the page's address. */
import type { RankingPage, Refusal } from './answers.ts';
import { byId, element } from './elements.ts';
import { createRanking } from './ranking.ts';
import { placeText, refusalLine, stateLine } from './ranking-text.ts';

const limit = 50;
const refreshMs = 60_000;
const timeoutMs = 20_000;

const form = byId('filters', HTMLFormElement);
const previous = byId('previous', HTMLButtonElement);
const next = byId('next', HTMLButtonElement);
const ranking = createRanking();
let offset = 0;
let timer: number | undefined;
let turn = 0;

function showState(text: string, isBad: boolean): void {
  const line = byId('state', HTMLElement);
  line.className = isBad ? 'bad' : '';
  // The line is a live region: a screen reader would read the same text again.
  if (line.textContent !== text) line.textContent = text;
}

function showPage(page: RankingPage): void {
  showState(stateLine(page), false);
  byId('caption', HTMLElement).textContent = `${page.total} tickers`;
  byId('limitations', HTMLElement).replaceChildren(...page.limitations.map((text) => element('li', {}, text)));
  byId('place', HTMLElement).textContent = placeText(page);
  previous.disabled = page.offset === 0;
  next.disabled = page.offset + page.results.length >= page.total;
  ranking.show(page.results);
}

function filters(): URLSearchParams {
  const fields = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []));
  return new URLSearchParams(fields);
}

function restoreFilters(): void {
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
  }
}

async function load(): Promise<void> {
  clearTimeout(timer);
  const own = ++turn;
  const query = filters();
  query.set('limit', String(limit));
  query.set('offset', String(offset));
  try {
    const response = await fetch(`radar/data?${query}`, { signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await response.json();
    if (own !== turn) return;
    if (response.ok) showPage(body as RankingPage);
    else showState(refusalLine(body as Refusal), true);
  } catch (error) {
    if (own === turn) showState(`The service does not answer: ${error instanceof Error ? error.message : String(error)}`, true);
  }
  if (own === turn) timer = window.setTimeout(() => void load(), refreshMs);
}

function turnPage(by: number): void {
  offset = Math.max(0, offset + by * limit);
  ranking.leave();
  void load();
}

const moves: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Handles a key. Returns whether the browser's own action must be prevented. */
function pressed(key: string): boolean {
  const move = moves[key];
  if (move !== undefined) return ranking.move(move);
  if (key === '/') {
    form.querySelector('input')?.focus();
    return true;
  }
  if (key === 'n' && !next.disabled) turnPage(1);
  else if (key === 'p' && !previous.disabled) turnPage(-1);
  else if (key === 'r') void load();
  return false;
}

form.addEventListener('input', () => {
  offset = 0;
  ranking.leave();
  history.replaceState(null, '', `#${filters()}`);
  void load();
});
form.addEventListener('submit', (event) => event.preventDefault());
previous.addEventListener('click', () => turnPage(-1));
next.addEventListener('click', () => turnPage(1));
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (key === 'Escape') target.blur();
  } else if (pressed(key)) event.preventDefault();
});

restoreFilters();
await load();
