/** Builds the model's input at a cutoff from simulated news. */
import type { MarketExposure, TickerCounts } from '#pipeline/radar/model/model.ts';
import type { RadarMarket } from '#schemas/radar.ts';
import { cellsPerDay, type Scenario } from './scenario.ts';

export const windowNames = ['4h', '24h'] as const;
export type WindowName = (typeof windowNames)[number];

export const baselineDays = 30;
/** Number of simulated cells of four hours in one cell of the window. */
export const cellsIn: Readonly<Record<WindowName, number>> = { '4h': 1, '24h': cellsPerDay };

export interface Windows {
  readonly tickers: TickerCounts[];
  readonly exposure: MarketExposure[];
}

/** Returns the counts at a cutoff, given as the first simulated cell after it. `extra` adds stories by ticker and cell of the window. */
export function windowsAt(scenario: Scenario, cutoff: number, window: WindowName, extra: Extra = new Map()): Windows {
  const width = cellsIn[window];
  const cells = (baselineDays * cellsPerDay) / width + 1;
  const sums = new Map<RadarMarket, number[]>();
  const tickers = scenario.tickers.map(({ ticker, market }, at): TickerCounts => {
    const modelStories = Array.from({ length: cells }, (_, cell) => sumOf(scenario, scenario.counts, at, cutoff - (cell + 1) * width, width));
    for (const [cell, stories] of extra.get(at) ?? []) modelStories[cell]! += stories;
    const whole = sums.get(market) ?? modelStories.map(() => 0);
    for (const [cell, stories] of modelStories.entries()) whole[cell]! += stories;
    sums.set(market, whole);
    return { ticker, market, modelStories, activeDays: activeDaysOf(modelStories, cellsPerDay / width), firstSeenSeconds: null };
  });
  return { tickers, exposure: Array.from(sums, ([market, modelStories]) => ({ market, modelStories })) };
}

/** Additional stories, as pairs of cell and number, by ticker. */
export type Extra = ReadonlyMap<number, readonly (readonly [cell: number, stories: number])[]>;

/** Returns the sum of a ticker's values over `width` cells; cells before the first are 0. */
export function sumOf({ cells }: Scenario, values: ArrayLike<number>, ticker: number, from: number, width: number): number {
  let sum = 0;
  for (let cell = Math.max(from, 0); cell < from + width; cell++) sum += values[ticker * cells + cell]!;
  return sum;
}

function activeDaysOf(modelStories: readonly number[], perDay: number): number {
  const days = new Set<number>();
  for (let cell = 1; cell < modelStories.length; cell++) if (modelStories[cell]! > 0) days.add(Math.floor((cell - 1) / perDay));
  return days.size;
}
