/** The panel with the details of a source or a document. It takes the focus, and returns it when it closes. */
import { pipelineOf, type DocumentDetail, type SourceDetail, type StatusAnswer } from './answers.ts';
import { fetchJson } from './fetch.ts';
import { documentHead, documentJson, healthLine, lastDropsTable, lastRowsTable, lifeTable } from './detail-tables.ts';
import { buttonOf, byId, element, keyOf, showTable, type OpenDetail } from './elements.ts';
import type { Table } from './table.ts';

/** Maximum number of columns of a table that fits a phone. */
const narrowColumns = 2;

export function createDetail(): OpenDetail {
  const panel = byId('detail', HTMLElement);
  let opener: Element | null = null;
  let turn = 0;

  byId('close', HTMLElement).addEventListener('click', () => {
    turn += 1;
    panel.hidden = true;
    // A table that was refreshed has a new button in place of the one that opened the panel.
    const key = keyOf(opener);
    const successor = key === null || opener?.isConnected === true ? opener : buttonOf(document, key);
    if (successor instanceof HTMLElement) successor.focus();
  });

  const open: OpenDetail = (target) => {
    const own = ++turn;
    const asking = 'source' in target ? sourceDetail(target.source, open) : documentDetail(target.uid, open);
    asking.then(
      ({ title, content }) => {
        if (own !== turn) return;
        if (panel.hidden || !panel.contains(document.activeElement)) opener = document.activeElement;
        byId('detail-title', HTMLElement).textContent = title;
        byId('detail-body', HTMLElement).replaceChildren(...content);
        panel.hidden = false;
        panel.focus();
      },
      (error: unknown) => reportError(error),
    );
  };
  return open;
}

interface DetailContent {
  readonly title: string;
  readonly content: readonly Node[];
}

const failed = (title: string, detail: string | null): DetailContent => ({
  title,
  content: [element('p', { class: 'bad' }, detail ?? 'no answer')],
});

async function sourceDetail(name: string, open: OpenDetail): Promise<DetailContent> {
  const [answer, status] = await Promise.all([
    fetchJson<SourceDetail>(`dashboard/source?source=${encodeURIComponent(name)}`),
    fetchJson<StatusAnswer>('status'),
  ]);
  if (answer?.ok !== true) return failed(name, answer?.detail ?? null);
  const sources = pipelineOf(status?.ok === true ? status.body : null)?.sources ?? [];
  const health = healthLine(sources.find(({ source }) => source === name) ?? null);
  return {
    title: name,
    content: [
      element('p', { class: health.isBad ? 'bad' : null }, health.text),
      ...titledTable('Latest rows', lastRowsTable(answer.body), open),
      ...titledTable('Latest drops', lastDropsTable(answer.body), open),
    ],
  };
}

async function documentDetail(uid: string, open: OpenDetail): Promise<DetailContent> {
  const answer = await fetchJson<DocumentDetail>(`dashboard/document?uid=${encodeURIComponent(uid)}`);
  if (answer?.ok !== true) return failed(uid, answer?.detail ?? null);
  const { title, line } = documentHead(answer.body);
  return {
    title,
    content: [
      element('p', { class: 'text' }, line),
      ...titledTable('History', lifeTable(answer.body), open),
      element('details', {}, element('summary', {}, 'Record in the feed log'), element('pre', { tabindex: '0' }, documentJson(answer.body))),
    ],
  };
}

function titledTable(title: string, table: Table, open: OpenDetail): Node[] {
  const shown = element('table');
  showTable(shown, table, open);
  const heading = element('h3', {}, title);
  if (table.heads.length <= narrowColumns) return [heading, shown];
  // A keyboard scrolls a wide table by its buttons. A table without buttons needs a region that takes the focus.
  const hasButtons = table.rows.flat().some(({ opens }) => opens !== null);
  return [heading, element('div', { class: 'wide', role: 'region', 'aria-label': title, tabindex: hasButtons ? null : '0' }, shown)];
}
