/** Draws lines as SVG on two logarithmic axes, each line labelled at its end. */

export interface PlotLine {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface PlotCaptions {
  readonly title: string;
  readonly x: string;
  readonly y: string;
}

const width = 520;
const height = 320;
const edge = 56;
const namesWidth = 150;
const namesGap = 15;
const colours = ['#1b6ca8', '#c8553d', '#4b8f4b', '#8a5fa8', '#b08a2e', '#555'];

/** Returns the SVG. All values must be above 0. */
export function logPlot(lines: readonly PlotLine[], captions: PlotCaptions): string {
  const points = lines.flatMap((line) => line.points);
  const [fromX, toX] = decades(points.map(({ x }) => x));
  const [fromY, toY] = decades(points.map(({ y }) => y));
  const across = (x: number): number => Math.round(edge + ((Math.log10(x) - fromX) / (toX - fromX)) * width);
  const down = (y: number): number => Math.round(edge + height - ((Math.log10(y) - fromY) / (toY - fromY)) * height);
  const grid = [
    ...powers(fromX, toX).map((x) => `<text x="${across(x)}" y="${edge + height + 18}" text-anchor="middle">${figure(x)}</text>`),
    ...powers(fromY, toY).flatMap((y) => [
      `<text x="${edge - 8}" y="${down(y) + 4}" text-anchor="end">${figure(y)}</text>`,
      `<line x1="${edge}" x2="${edge + width}" y1="${down(y)}" y2="${down(y)}" stroke="#ddd"/>`,
    ]),
  ];
  const names = spaced(lines.map((line) => down(line.points.at(-1)!.y)));
  const drawn = lines.flatMap(({ name, points: own }, at) => {
    const colour = colours[at % colours.length]!;
    return [
      `<polyline points="${own.map(({ x, y }) => `${across(x)},${down(y)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(
        ({ x, y }) =>
          `<circle cx="${across(x)}" cy="${down(y)}" r="3" fill="${colour}"><title>${name}: ${figure(y)} at ${figure(x)}</title></circle>`,
      ),
      `<text x="${across(own.at(-1)!.x) + 10}" y="${names[at]! + 4}" fill="${colour}">${name}</text>`,
    ];
  });
  const whole = { width: width + 2 * edge + namesWidth, height: height + 2 * edge };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" width="${whole.width}" height="${whole.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${edge}" y="${edge - 24}" font-weight="bold">${captions.title}</text>
<rect x="${edge}" y="${edge}" width="${width}" height="${height}" fill="none" stroke="#999"/>
${[...grid, ...drawn].join('\n')}
<text x="${edge + width / 2}" y="${whole.height - 14}" text-anchor="middle">${captions.x}</text>
<text x="14" y="${edge + height / 2}" text-anchor="middle" transform="rotate(-90 14 ${edge + height / 2})">${captions.y}</text>
</svg>
`;
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

function decades(values: readonly number[]): readonly [number, number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

const powers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));

/** Returns the heights of the labels, moved down where two would overlap. */
function spaced(heights: readonly number[]): number[] {
  const placed = [...heights];
  const order = heights.map((_, at) => at).toSorted((a, b) => heights[a]! - heights[b]!);
  for (const [place, at] of order.entries()) {
    const above = order[place - 1];
    if (above !== undefined) placed[at] = Math.max(placed[at]!, placed[above]! + namesGap);
  }
  return placed;
}
