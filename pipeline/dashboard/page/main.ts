/** Reads the operations port every two seconds and shows its answers. */
import { pipelineOf, type Figures, type Percentile, type ReadyAnswer, type StatusAnswer } from './answers.ts';
import { fetchJson, fetchText } from './fetch.ts';
import { createCharts } from './charts.ts';
import { createDetail } from './detail.ts';
import { byId, element, showTable } from './elements.ts';
import { faultsOf, silentState, stateOf, type PageState } from './faults.ts';
import { timeOfDay } from './format.ts';
import { readMetrics } from './metrics.ts';
import { sourceTables } from './source-tables.ts';
import { watchStalls } from './stalls.ts';
import { dropsTable, jobsTable, partsTable, queuesTable, rolesTable } from './state-tables.ts';
import type { Table } from './table.ts';

const everyMs = 2_000;
const hiddenEveryMs = 30_000;
/** Milliseconds until the next scrape after one without figures, because the earlier queries still run. */
const unansweredEveryMs = 5_000;

const windowChoice = byId('window', HTMLSelectElement);
const percentileChoice = byId('quantile', HTMLSelectElement);
const uidField = byId('uid', HTMLInputElement);
const drawFigures = createCharts();
const open = createDetail();
const stallsIn = watchStalls();

const show = (id: string, table: Table): void => showTable(byId(id, HTMLElement), table, open);

/** Shows the state in a live region. Setting the same text again would make screen readers repeat it. */
function showState({ text, isBad }: PageState): void {
  const line = byId('state', HTMLElement);
  line.className = isBad ? 'bad' : '';
  if (line.textContent !== text) line.textContent = text;
}

interface Scrape {
  readonly ready: ReadyAnswer | null;
  readonly status: StatusAnswer | null;
  readonly metricsText: string;
  readonly figures: Figures | null;
  /** Reason for missing figures; null when there are figures. */
  readonly figuresFault: string | null;
}

/** Returns null when the port does not answer. */
async function scrape(): Promise<Scrape | null> {
  const [ready, status, metricsText, figures] = await Promise.all([
    // A process that is not ready answers 503 with the same body.
    fetchJson<ReadyAnswer>('ready', [200, 503]),
    fetchJson<StatusAnswer>('status'),
    fetchText('metrics'),
    fetchJson<Figures>(`dashboard/data?window=${windowChoice.value}`),
  ]);
  if (ready === null) return null;
  return {
    ready: ready.ok ? ready.body : null,
    status: status?.ok === true ? status.body : null,
    metricsText,
    figures: figures?.ok === true ? figures.body : null,
    figuresFault: figures?.ok === true ? null : (figures?.detail ?? 'the figures from ClickHouse are missing'),
  };
}

function showScrape({ ready, status, metricsText, figures, figuresFault }: Scrape): void {
  const nowMs = Date.now();
  const metrics = readMetrics(metricsText);
  const stalls = stallsIn(metrics, performance.now());
  const faults = faultsOf({ ready, status, hasMetrics: metrics.length > 0, figuresFault, stalls }, nowMs);
  byId('at', HTMLElement).textContent = `as of ${timeOfDay(nowMs)} UTC`;
  byId('faults', HTMLElement).replaceChildren(...faults.map((fault) => element('li', {}, fault)));
  showState(stateOf(ready, faults));

  show('parts', partsTable(status, ready?.checks ?? {}));
  show('roles', rolesTable(metrics));
  show('queues', queuesTable(metrics));
  show('jobs', jobsTable(metrics, nowMs));
  show('drops', dropsTable(figures?.drops ?? null));
  if (figures !== null) drawFigures(figures);

  const percentile = percentileChoice.value as Percentile;
  const states = pipelineOf(status)?.sources ?? [];
  const { active, quiet } = sourceTables({ lags: figures?.sources ?? null, states, percentile, nowMs });
  show('sources', active);
  show('quiet-sources', quiet);
  byId('quiet', HTMLElement).hidden = quiet.rows.length === 0;
  byId('quiet-title', HTMLElement).textContent = `${quiet.rows.length} healthy sources without rows in this window`;
}

let lastAnswerMs: number | null = null;
let hasFigures = true;
let turn = 0;
async function refresh(): Promise<void> {
  const own = ++turn;
  const scraped = await scrape();
  if (own !== turn) return;
  hasFigures = scraped !== null && scraped.figures !== null;
  if (scraped === null) return showState(silentState(lastAnswerMs === null ? null : performance.now() - lastAnswerMs));
  lastAnswerMs = performance.now();
  showScrape(scraped);
}

/** Refreshes the page, or shows its own error in place of the state. */
const refreshOrShowError = (): Promise<void> =>
  refresh().catch((error: unknown) =>
    showState({ text: `this page failed: ${error instanceof Error ? error.message : String(error)}`, isBad: true }),
  );

byId('choice', HTMLFormElement).addEventListener('change', () => void refreshOrShowError());
byId('choice', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
byId('lookup', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  open({ uid: uidField.value.trim() });
});

let stopWaiting: () => void = () => undefined;
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) stopWaiting();
});
for (;;) {
  await refreshOrShowError();
  await new Promise<void>((resolve) => {
    stopWaiting = resolve;
    setTimeout(resolve, document.hidden ? hiddenEveryMs : hasFigures ? everyMs : unansweredEveryMs);
  });
}
