/** Draws a reliability diagram as SVG: the probability that answers claim against the share that came true. */
import type { ReliabilityStep } from '#schemas/quality.ts';
import { h, type Element } from '../account/element.ts';

const SIDE = 200;
const [LEFT, BOTTOM, TOP, RIGHT] = [44, 40, 10, 14] as const;
const [width, height] = [LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM];
const x = (value: number): number => Math.round(LEFT + value * SIDE);
const y = (value: number): number => Math.round(TOP + (1 - value) * SIDE);
const radius = (rows: number): number => Math.round((2 + 1.5 * Math.log10(rows)) * 10) / 10;

const text = (at: readonly [number, number], anchor: string, said: string | number): Element =>
  h('text', { x: at[0], y: at[1], 'text-anchor': anchor }, said);

/** Minimum number of answers of a step on the line; a step of fewer answers is only a point. */
const lineRowsMin = 10;

/** Returns the diagram. `label` describes it to screen readers. */
export function reliabilityPlot(steps: readonly ReliabilityStep[], label: string): Element {
  const middle = y(0.5);
  const line = steps.filter(({ rows }) => rows >= lineRowsMin).map(({ predicted, observed }) => `${x(predicted)},${y(observed)}`);
  return h(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
    h('rect', { x: LEFT, y: TOP, width: SIDE, height: SIDE, class: 'frame' }),
    h('line', { x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: 'diagonal' }),
    ...[0, 0.5, 1].flatMap((value) => [text([x(value), y(0) + 16], 'middle', value), text([LEFT - 6, y(value) + 4], 'end', value)]),
    h('polyline', { points: line.join(' '), class: 'line' }),
    ...steps.map(({ predicted, observed, rows }) =>
      h(
        'circle',
        { cx: x(predicted), cy: y(observed), r: radius(rows), class: 'point' },
        h('title', {}, `${rows} claim ${predicted}, ${observed} came true`),
      ),
    ),
    text([x(0.5), height - 6], 'middle', 'claimed'),
    h('text', { x: 12, y: middle, 'text-anchor': 'middle', transform: `rotate(-90 12 ${middle})` }, 'came true'),
  );
}
