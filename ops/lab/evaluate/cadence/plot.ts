/** Draws, for each scenario of the cadence, the share of entries seen by the time since their feed listed them, fixed and adaptive. */
import type { Outcome } from './simulate.ts';

export interface CadenceLines {
  readonly name: string;
  readonly fixed: Outcome;
  readonly adaptive: Outcome;
}

const width = 420;
const height = 220;
const edge = 48;
const secondsMax = 600;
const colours = { fixed: '#999', adaptive: '#1b6ca8' } as const;

export function cadencePlot(scenarios: readonly CadenceLines[]): string {
  const tall = height + 2 * edge;
  const panels = scenarios.map((scenario, index) => `<g transform="translate(0 ${index * tall})">\n${panel(scenario)}\n</g>`);
  const whole = { width: width + 2 * edge, height: tall * scenarios.length };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.width} ${whole.height}" width="${whole.width}" height="${whole.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}

const x = (seconds: number): number => Math.round(edge + (Math.min(seconds, secondsMax) / secondsMax) * width);
const y = (share: number): number => Math.round(edge + (1 - share) * height);

function panel({ name, fixed, adaptive }: CadenceLines): string {
  const ticks = [
    ...[0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600].map((at) => `<text x="${x(at)}" y="${y(0) + 16}" text-anchor="middle">${at}</text>`),
    ...[0, 0.25, 0.5, 0.75, 1].map((at) => `<text x="${edge - 6}" y="${y(at) + 4}" text-anchor="end">${at * 100} %</text>`),
  ];
  const lines = Object.entries({ fixed, adaptive } as const).map(([label, outcome], at) => {
    const colour = label === 'fixed' ? colours.fixed : colours.adaptive;
    const shown = `${label === 'fixed' ? 'fixed 5 min' : label}: ${outcome.requests} requests in the week`;
    return `<polyline points="${pointsOf(outcome)}" fill="none" stroke="${colour}" stroke-width="2"/>
<text x="${x(330)}" y="${y(0.2 - at * 0.1)}" fill="${colour}">${shown}</text>`;
  });
  return `<text x="${edge}" y="${edge - 14}" font-weight="bold">${name}</text>
<rect x="${edge}" y="${edge}" width="${width}" height="${height}" fill="none" stroke="#999"/>
<line x1="${x(60)}" y1="${y(0)}" x2="${x(60)}" y2="${y(1)}" stroke="#c8553d" stroke-dasharray="4 4"/>
<line x1="${x(0)}" y1="${y(0.5)}" x2="${x(secondsMax)}" y2="${y(0.5)}" stroke="#c8553d" stroke-dasharray="4 4"/>
${[...ticks, ...lines].join('\n')}
<text x="${x(300)}" y="${y(0) + 34}" text-anchor="middle">seconds until an entry was seen</text>`;
}

function pointsOf({ delaysMs }: Outcome): string {
  const sorted = delaysMs.toSorted((one, other) => one - other);
  const steps = Array.from({ length: 121 }, (_, step) => step * 5);
  return steps
    .map((seconds) => {
      const seen = sorted.filter((delay) => delay <= seconds * 1_000).length;
      return `${x(seconds)},${y(sorted.length === 0 ? 0 : seen / sorted.length)}`;
    })
    .join(' ');
}
