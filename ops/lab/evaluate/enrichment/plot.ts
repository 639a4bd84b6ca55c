/**
 * Draws a reliability diagram of sentiment confidence as SVG, one line per labelled set: the claimed probability on the x axis, the share
 * of right readings on the y axis. A calibrated model lies on the diagonal.
 */
import type { ReliabilityStep } from '#schemas/quality.ts';

const SIZE = 360;
const EDGE = 48;
const colours = ['#1b6ca8', '#c8553d', '#4b8f4b'];

export function reliabilityPlot(lines: Readonly<Record<string, readonly ReliabilityStep[]>>): string {
  const x = (value: number): number => Math.round(EDGE + value * SIZE);
  const y = (value: number): number => Math.round(EDGE + (1 - value) * SIZE);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    `<text x="${x(value)}" y="${y(0) + 18}" text-anchor="middle">${value}</text>`,
    `<text x="${x(0) - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  ]);
  const drawn = Object.entries(lines).flatMap(([name, steps], at) => {
    const colour = colours[at % colours.length] ?? '#333';
    const points = steps.map(({ predicted, observed }) => `${x(predicted)},${y(observed)}`).join(' ');
    return [
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...steps.map(
        ({ predicted, observed, rows }) =>
          `<circle cx="${x(predicted)}" cy="${y(observed)}" r="${(2 + Math.log10(rows + 1) * 1.5).toFixed(1)}" fill="${colour}"><title>${name}: ${rows} readings claim ${predicted}, ${observed} are right</title></circle>`,
      ),
      `<text x="${x(0.04)}" y="${y(0.96 - at * 0.06)}" fill="${colour}">${name}</text>`,
    ];
  });
  const whole = SIZE + 2 * EDGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<rect x="${EDGE}" y="${EDGE}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#999"/>
<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4 4"/>
${[...ticks, ...drawn].join('\n')}
<text x="${x(0.5)}" y="${whole - 8}" text-anchor="middle">chance that a reading claims</text>
<text x="14" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 14 ${y(0.5)})">share of readings that are right</text>
</svg>
`;
}
