/** GET /quality/: the measured quality as a page, with a table by task and reliability plots. It needs no key and no script. */
import { z } from 'zod';
import { qualityTasks, type Quality, type QualityTask, type ReliabilityStep } from '#schemas/quality.ts';
import { h, renderToString, type Element } from '../account/element.ts';
import { defineOperation } from '../operation.ts';
import { htmlPage, type HtmlPage } from '../reply/html-page.ts';
import { measured } from './measured.ts';

export const qualityPath = '/quality/';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d0d7de, #3a424c); --quiet: light-dark(#57606a, #a3adb8); --accent: light-dark(#0b5cad, #7ab7ff); }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; color: light-dark(#1b1f24, #e6e9ed); background: light-dark(#fff, #14171b); }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; text-align: right; vertical-align: bottom; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
th:first-child { text-align: left; min-width: 8rem; font-weight: 600; }
thead th { color: var(--quiet); font-weight: 400; min-width: 4.5rem; }
dl, .quiet { color: var(--quiet); font-size: 0.9rem; }
dt { font-weight: 600; }
dd { margin: 0 0 0.5rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; }
figcaption { font-size: 0.9rem; }
svg { display: block; width: 100%; max-width: 20rem; font: 12px system-ui, sans-serif; fill: var(--quiet); }
.frame { fill: none; stroke: var(--line); }
.diagonal { stroke: var(--quiet); stroke-dasharray: 4 4; }
.line { fill: none; stroke: var(--accent); stroke-width: 2; }
.point { fill: var(--accent); }
`;

/** Title and explanation of each task. `claim` says what the task's probabilities claim; '' if it has none. */
const meanings: Readonly<Record<QualityTask, { readonly title: string; readonly text: string; readonly claim: string }>> = {
  selection: {
    title: 'Selection',
    text: 'Precision: of the articles served at the default floor, those that a trading desk wants. Recall: of the wanted ones that name a company or move a market, those that become a row.',
    claim: '',
  },
  tickers: { title: 'Tickers', text: 'Precision: of the tickers on rows, the right ones. Recall: of the right ones, those found.', claim: '' },
  categories: {
    title: 'Categories',
    text: 'Averages over the categories of the set, and the share of articles with the right category.',
    claim: 'that the category is right',
  },
  scores: {
    title: 'Scores',
    text: 'Share within one point of the label, and precision and recall of scores of at least 4 and of at least 7.',
    claim: 'that the label is at least 7',
  },
  directions: {
    title: 'Directions',
    text: 'Averages over positive, neutral and negative, and the share of right directions, of all and of those with high confidence.',
    claim: 'that the direction is right',
  },
  stories: { title: 'Stories', text: 'Articles about one event that are put together, and the similarity of pairs of texts.', claim: '' },
};

type Measured = Quality['tasks'][number];

const words = (name: string): string => name.replaceAll('_', ' ');

function table(title: string, tasks: readonly Measured[]): Element {
  const names = [...new Set(tasks.flatMap(({ figures }) => Object.keys(figures)))];
  const head = ['set', 'rows', ...names.map(words)].map((name) => h('th', { scope: 'col' }, name));
  const rows = tasks.map(({ set, rows: count, figures }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, set),
      h('td', {}, count),
      ...names.map((name) => h('td', {}, figures[name] === undefined ? '–' : figures[name].toFixed(3))),
    ),
  );
  // With `tabindex` a keyboard can focus the table, and so scroll it.
  return h(
    'div',
    { class: 'wide', role: 'region', tabindex: 0, 'aria-label': `${title}: figures` },
    h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)),
  );
}

const SIDE = 200;
const [LEFT, BOTTOM, TOP, RIGHT] = [44, 40, 10, 14] as const;
const [width, height] = [LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM];
const x = (value: number): number => Math.round(LEFT + value * SIDE);
const y = (value: number): number => Math.round(TOP + (1 - value) * SIDE);
const radius = (rows: number): number => Math.round((2 + 1.5 * Math.log10(rows)) * 10) / 10;

const lettering = (at: readonly [number, number], anchor: string, said: string | number): Element =>
  h('text', { x: at[0], y: at[1], 'text-anchor': anchor }, said);

/** Minimum number of answers of a step on the line; a step of fewer answers is only a point. */
const lineRowsMin = 10;

/** Returns the probability that answers claim against the share that came true, as SVG. `label` describes it to screen readers. */
function reliabilityPlot(steps: readonly ReliabilityStep[], label: string): Element {
  const middle = y(0.5);
  const line = steps.filter(({ rows }) => rows >= lineRowsMin).map(({ predicted, observed }) => `${x(predicted)},${y(observed)}`);
  return h(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    h('rect', { x: LEFT, y: TOP, width: SIDE, height: SIDE, class: 'frame' }),
    h('line', { x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: 'diagonal' }),
    ...[0, 0.5, 1].flatMap((value) => [lettering([x(value), y(0) + 16], 'middle', value), lettering([LEFT - 6, y(value) + 4], 'end', value)]),
    h('polyline', { points: line.join(' '), class: 'line' }),
    ...steps.map(({ predicted, observed, rows }) =>
      h(
        'circle',
        { cx: x(predicted), cy: y(observed), r: radius(rows), class: 'point' },
        h('title', {}, `${rows} claim ${predicted}, ${observed} came true`),
      ),
    ),
    lettering([x(0.5), height - 6], 'middle', 'claimed'),
    h('text', { x: 12, y: middle, 'text-anchor': 'middle', transform: `rotate(-90 12 ${middle})` }, 'came true'),
  );
}

function plots(tasks: readonly Measured[], claim: string): Element | null {
  const drawn = tasks.filter(({ reliability }) => reliability.length > 0);
  if (drawn.length === 0) return null;
  const figures = drawn.map(({ set, reliability }) => {
    const count = reliability.reduce((sum, step) => sum + step.rows, 0);
    const label = `${set}: probability ${claim} against the share that came true, in ${reliability.length} steps`;
    return h('figure', {}, reliabilityPlot(reliability, label), h('figcaption', {}, `${set}, ${count} answers`));
  });
  return h('div', {}, h('h3', {}, `Probability ${claim}`), h('div', { class: 'plots' }, ...figures));
}

function section(task: QualityTask, tasks: readonly Measured[]): Element {
  const { title, text, claim } = meanings[task];
  const notes = tasks.flatMap(({ set, note }) => [h('dt', {}, set), h('dd', {}, note)]);
  return h(
    'section',
    {},
    h('h2', {}, title),
    h('p', {}, text),
    table(title, tasks),
    plots(tasks, claim),
    h('h3', {}, 'About the sets'),
    h('dl', {}, ...notes),
  );
}

export function qualityDocument({ version, measured_at, tasks }: Quality): HtmlPage {
  const sections = qualityTasks.flatMap((task) => {
    const found = tasks.filter((one) => one.task === task);
    return found.length === 0 ? [] : [section(task, found)];
  });
  const main = h(
    'main',
    {},
    h('h1', {}, 'Measured quality'),
    h('p', {}, `Version ${version}, measured on ${measured_at.slice(0, 10)} on sets of labelled headlines. Figures are shares of 1.`),
    h(
      'p',
      { class: 'quiet' },
      'Each point of a plot is a step of claimed probability; the more answers it has, the larger it is. The line connects the points of at least ten answers. Correct probabilities lie on the dashed line. As JSON: ',
      h('a', { href: '/api/quality/' }, '/api/quality/'),
      ' (needs an API key).',
    ),
    ...sections,
  );
  return htmlPage({ title: 'Measured quality · Tickerwire', style, body: renderToString(main) });
}

const measuredPage = qualityDocument(measured);

export const qualityPage = defineOperation({
  path: qualityPath,
  name: 'getQualityPage',
  summary: 'Measured quality as a page',
  description: 'An HTML page. Needs no key.',
  access: 'public',
  output: { type: 'text/html', schema: z.string() },
  cost: 0,
  cache: 'public, max-age=300',
  isHidden: true,
  handle: () => measuredPage,
});
