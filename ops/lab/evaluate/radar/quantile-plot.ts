/**
 * Draws the observed share of tails against the claimed one, as SVG on two logarithmic axes, one line per window. A calibrated model lies
 * on the diagonal.
 */
import type { Calibration } from './calibration.ts';

const SIZE = 360;
const EDGE = 56;
const DECADES = 4;
const colours = ['#1b6ca8', '#c8553d', '#4b8f4b'];

export function quantilePlot(lines: Readonly<Record<string, Calibration>>): string {
  const depth = (value: number): number => Math.min(-Math.log10(Math.max(value, 10 ** -DECADES)) / DECADES, 1) * SIZE;
  const x = (value: number): number => Math.round(EDGE + depth(value));
  const y = (value: number): number => Math.round(EDGE + SIZE - depth(value));
  const ticks = Array.from({ length: DECADES + 1 }, (_, decade) => 10 ** -decade).flatMap((value) => [
    `<text x="${x(value)}" y="${EDGE + SIZE + 18}" text-anchor="middle">${value}</text>`,
    `<text x="${EDGE - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  ]);
  const drawn = Object.entries(lines).flatMap(([name, { n, points, deviation, tail_deviation_log10 }], at) => {
    const colour = colours[at % colours.length] ?? '#333';
    const shown = points.filter(({ seen }) => seen > 0);
    return [
      `<polyline points="${shown.map(({ claimed, seen }) => `${x(claimed)},${y(seen)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...shown.map(
        ({ claimed, seen }) =>
          `<circle cx="${x(claimed)}" cy="${y(seen)}" r="3" fill="${colour}"><title>${name}: tails up to ${claimed.toPrecision(2)} in ${seen.toPrecision(2)} of the windows</title></circle>`,
      ),
      `<text x="${EDGE + 10}" y="${EDGE + 20 + at * 34}" fill="${colour}">${name}: ${n} windows, largest deviation ${deviation.toFixed(4)},</text>`,
      `<text x="${EDGE + 10}" y="${EDGE + 35 + at * 34}" fill="${colour}">of tails from 0.1 to 0.001 a factor ${(10 ** tail_deviation_log10).toFixed(2)}</text>`,
    ];
  });
  const whole = SIZE + 2 * EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<rect x="${EDGE}" y="${EDGE}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#999"/>
<line x1="${EDGE}" y1="${EDGE + SIZE}" x2="${EDGE + SIZE}" y2="${EDGE}" stroke="#999" stroke-dasharray="4 4"/>
${[...ticks, ...drawn].join('\n')}
<text x="${EDGE + SIZE / 2}" y="${whole - 14}" text-anchor="middle">tail probability that the model claims</text>
<text x="14" y="${EDGE + SIZE / 2}" text-anchor="middle" transform="rotate(-90 14 ${EDGE + SIZE / 2})">share of windows with a tail as small</text>
</svg>
`;
}
