/** Shows the rows of the ranking, whose details open and close. The keyboard moves the current row. */
import type { RadarRow } from '#schemas/radar.ts';
import type { RankingPage } from './answers.ts';
import { byId, element, linkElement, sectionElement, sparkElement } from './elements.ts';
import { fixed, signed, toneClass } from './format.ts';
import { sectionsOf } from './ranking-text.ts';

export interface Ranking {
  /** Replaces the rows. Open tickers stay open, and the focused ticker keeps the focus. */
  readonly show: (results: RankingPage['results']) => void;
  /** Moves the current row by `by` rows within the page. Returns false if there are no rows. */
  readonly move: (by: number) => boolean;
  readonly leave: () => void;
}

export function createRanking(): Ranking {
  const body = byId('rows', HTMLElement);
  const opened = new Set<string>();
  let current = -1;
  const shownRows = (): HTMLElement[] => [...body.querySelectorAll<HTMLElement>('tr.row')];
  const mark = (): void => shownRows().forEach((row, at) => row.classList.toggle('current', at === current));

  function rowsOf({ row, cells }: RankingPage['results'][number]): HTMLElement[] {
    const isOpen = opened.has(row.ticker);
    const button = element('button', { class: 'open', type: 'button', 'aria-expanded': String(isOpen), 'data-ticker': row.ticker }, row.ticker);
    const below = element('tr', { class: 'detail' }, element('td', { colspan: '6' }, ...sectionsOf(row).map(sectionElement)));
    below.hidden = !isOpen;
    button.addEventListener('click', () => {
      below.hidden = !below.hidden;
      button.setAttribute('aria-expanded', String(!below.hidden));
      if (below.hidden) opened.delete(row.ticker);
      else opened.add(row.ticker);
    });
    return [element('tr', { class: 'row' }, ...cellsOf(row, cells, button)), below];
  }

  return {
    show: (results) => {
      const focused = body.contains(document.activeElement) ? document.activeElement?.getAttribute('data-ticker') : null;
      body.replaceChildren(...results.flatMap(rowsOf));
      current = Math.min(current, results.length - 1);
      mark();
      const at = results.findIndex(({ row }) => row.ticker === focused);
      if (at >= 0) focusRow(shownRows()[at]);
    },
    move: (by) => {
      const rows = shownRows();
      if (rows.length === 0) return false;
      current = Math.max(0, Math.min(rows.length - 1, current + by));
      mark();
      rows[current]?.scrollIntoView({ block: 'nearest' });
      focusRow(rows[current]);
      return true;
    },
    leave: () => {
      current = -1;
    },
  };
}

const focusRow = (row: HTMLElement | undefined): void => row?.querySelector('button')?.focus({ preventScroll: true });

function cellsOf(row: RadarRow, cells: readonly number[], button: HTMLElement): HTMLElement[] {
  const { name, collection, evidence, sent } = row;
  const badge = row.candidate_news_spike ? [element('span', { class: 'badge' }, collection.status === 'healthy' ? 'spike' : 'unverified')] : [];
  const number = (label: string, text: string, tone = ''): HTMLElement =>
    element('td', { class: `number ${tone}`.trimEnd(), 'data-label': label }, text);
  const [first] = evidence;
  return [
    element('td', {}, button, ...badge, element('span', { class: 'name' }, name ?? '')),
    element('td', {}, sparkElement(cells)),
    number('z', fixed(row.news_z, 2)),
    number('stories', `${row.model_stories} / ${fixed(row.stories_expected, 1)}`),
    number('tone', `${fixed(sent.value, 2)} (${signed(row.sent_delta, 2)})`, toneClass(sent.value)),
    element('td', { class: 'headline' }, first === undefined ? '' : linkElement(first.url, first.title)),
  ];
}
