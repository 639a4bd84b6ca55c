/** Draws the time of each kind of read by the number of rows in the feed, as SVG on two logarithmic axes. */

export interface Line {
  readonly name: string;
  readonly points: readonly { readonly rows: number; readonly ms: number }[];
}

const width = 520;
const height = 320;
const edge = 56;
const namesWidth = 150;
const namesGap = 15;
const colours = ['#1b6ca8', '#c8553d', '#4b8f4b', '#8a5fa8', '#b08a2e', '#555'];

export function growthPlot(lines: readonly Line[], caption: string): string {
  const points = lines.flatMap((line) => line.points);
  const [fromRows, toRows] = decades(points.map(({ rows }) => rows));
  const [fromMs, toMs] = decades(points.map(({ ms }) => ms));
  const x = (rows: number): number => Math.round(edge + ((Math.log10(rows) - fromRows) / (toRows - fromRows)) * width);
  const y = (ms: number): number => Math.round(edge + height - ((Math.log10(ms) - fromMs) / (toMs - fromMs)) * height);
  const grid = [
    ...powers(fromRows, toRows).map(
      (rows) => `<text x="${x(rows)}" y="${edge + height + 18}" text-anchor="middle">${rows.toLocaleString('en-US')}</text>`,
    ),
    ...powers(fromMs, toMs).flatMap((ms) => [
      `<text x="${edge - 8}" y="${y(ms) + 4}" text-anchor="end">${ms}</text>`,
      `<line x1="${edge}" x2="${edge + width}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/>`,
    ]),
  ];
  const names = spaced(lines.map(({ points: own }) => y(own.at(-1)!.ms)));
  const drawn = lines.flatMap(({ name, points: own }, at) => {
    const colour = colours[at % colours.length]!;
    return [
      `<polyline points="${own.map(({ rows, ms }) => `${x(rows)},${y(ms)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(
        ({ rows, ms }) =>
          `<circle cx="${x(rows)}" cy="${y(ms)}" r="3" fill="${colour}"><title>${name}: ${ms.toFixed(1)} ms at ${rows} rows</title></circle>`,
      ),
      `<text x="${x(own.at(-1)!.rows) + 10}" y="${names[at]! + 4}" fill="${colour}">${name} ${own.at(-1)!.ms.toFixed(0)} ms</text>`,
    ];
  });
  const whole = { width: width + 2 * edge + namesWidth, height: height + 2 * edge };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" width="${whole.width}" height="${whole.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${edge}" y="${edge - 24}" font-weight="bold">${caption}</text>
<rect x="${edge}" y="${edge}" width="${width}" height="${height}" fill="none" stroke="#999"/>
${[...grid, ...drawn].join('\n')}
<text x="${edge + width / 2}" y="${whole.height - 14}" text-anchor="middle">rows in the feed</text>
<text x="14" y="${edge + height / 2}" text-anchor="middle" transform="rotate(-90 14 ${edge + height / 2})">median time, ms</text>
</svg>
`;
}

/** Returns the exponents of the powers of ten around all values. */
function decades(values: readonly number[]): readonly [number, number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

const powers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));

/** Returns the heights, moved down where two names would overlap, in their order. */
function spaced(heights: readonly number[]): number[] {
  const placed = [...heights];
  const order = heights.map((_, at) => at).toSorted((a, b) => heights[a]! - heights[b]!);
  for (const [place, at] of order.entries()) {
    const above = order[place - 1];
    if (above !== undefined) placed[at] = Math.max(placed[at]!, placed[above]! + namesGap);
  }
  return placed;
}
