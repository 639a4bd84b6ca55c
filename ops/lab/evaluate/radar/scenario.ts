/**
 * Simulates the news of many tickers over days, as the truth against which detectors are measured. A count is Poisson. Its rate is the
 * ticker's own rate times factors for hour, weekday, market day, slow drift, earnings, sources, and the ticker's day and cell. The last two
 * are gamma distributed, which gives overdispersion.
 */
import type { RadarMarket } from '#schemas/radar.ts';
import { randomOf, type Random } from '../../upstream/random.ts';

export interface ScenarioOptions {
  readonly seed: number;
  readonly days: number;
  readonly tickers: number;
  /** A source that appears or dies on a day. While it is active, it multiplies the stories of covered tickers by `factor`. */
  readonly source: { readonly kind: 'appears' | 'dies'; readonly day: number; readonly covered: number; readonly factor: number } | null;
  /** Whether there are market-wide busy days and earnings seasons. */
  readonly busyDays: boolean;
}

export interface Scenario {
  readonly tickers: readonly SimulatedTicker[];
  /** Number of cells of four hours. */
  readonly cells: number;
  /** Stories of ticker i in cell t at [i * cells + t]. */
  readonly counts: Uint32Array;
  /** Expected stories, indexed like `counts`, without the factors of the ticker's day and cell and without earnings. */
  readonly expected: Float64Array;
  /** 1 when the ticker reports its earnings on the day of the cell or the day before. */
  readonly reporting: Uint8Array;
  readonly surges: ReadonlySet<number>;
  readonly seasonDays: ReadonlySet<number>;
  /** 1 at the index of each ticker that the source covers. */
  readonly covered: Uint8Array;
  readonly variances: readonly (readonly [day: number, cell: number])[];
}

export interface SimulatedTicker {
  readonly ticker: string;
  readonly market: RadarMarket;
}

export const cellsPerDay = 6;

interface Kind {
  readonly market: RadarMarket;
  readonly share: number;
  /** Share of the day's stories in each of its six cells, from midnight UTC. */
  readonly hours: readonly number[];
  /** Factor by weekday, from Monday on. */
  readonly weekdays: readonly number[];
}

const workdays = [1, 1.08, 1.1, 1.05, 0.95, 0.22, 0.25] as const;
const kinds: readonly Kind[] = [
  { market: 'us_equity', share: 0.8, hours: [0.06, 0.04, 0.12, 0.34, 0.2, 0.24], weekdays: workdays },
  { market: 'international', share: 0.1, hours: [0.34, 0.26, 0.16, 0.08, 0.06, 0.1], weekdays: workdays },
  { market: 'international', share: 0.07, hours: [0.04, 0.26, 0.28, 0.24, 0.12, 0.06], weekdays: workdays },
  { market: 'crypto', share: 0.03, hours: [0.14, 0.14, 0.16, 0.2, 0.2, 0.16], weekdays: [1, 1, 1, 1, 1, 0.8, 0.8] },
];

/** Stories per day of a ticker: lognormal with a mean of a third of a story, so that a few tickers have many. */
const storiesPerDay = { median: 0.11, spread: 1.5, range: [0.005, 60] } as const;
const marketDaySpread = 0.15;
const driftSpread = 0.03;
const dayVariance = 0.15;
const cellVariance = 0.2;
const surgeChance = 0.05;
const seasonOf = { everyDays: 91, from: 14, days: 28 } as const;
const reportFactors = [7, 2.5] as const;

/** Returns the simulated news, the same for the same options. */
export function simulate(options: ScenarioOptions): Scenario {
  const { seed, days } = options;
  const cells = days * cellsPerDay;
  const tickers = Array.from({ length: options.tickers }, (_, at) => tickerOf(at, options.tickers));
  const counts = new Uint32Array(tickers.length * cells);
  const expected = new Float64Array(tickers.length * cells);
  const reporting = new Uint8Array(tickers.length * cells);
  const covered = new Uint8Array(tickers.length);
  const variances: (readonly [number, number])[] = [];
  const surges = daysWhere(options, (day) => randomOf(seed, 'surge', day)() < surgeChance);
  const seasonDays = daysWhere(
    options,
    (day) => day % seasonOf.everyDays >= seasonOf.from && day % seasonOf.everyDays < seasonOf.from + seasonOf.days,
  );
  for (const [at, { kind }] of tickers.entries()) {
    const random = randomOf(seed, 'ticker', at);
    const { median, spread, range } = storiesPerDay;
    const own = Math.min(Math.max(median * Math.exp(spread * drawNormal(random)), range[0]), range[1]);
    // Exponent that says how strongly the ticker follows the market's day.
    const loading = 1 + 0.2 * drawNormal(random);
    const unevenness = Math.exp(0.4 * drawNormal(random));
    variances[at] = [dayVariance * unevenness, cellVariance * unevenness];
    covered[at] = options.source !== null && random() < options.source.covered ? 1 : 0;
    const reports = reportDays(random, days, options.busyDays && kind.market !== 'crypto');
    let drift = 0;
    for (let day = 0; day < days; day++) {
      drift = 0.98 * drift + driftSpread * drawNormal(random);
      const common = marketDayOf(seed, kind.market, day, surges) ** loading;
      const ownDay = drawGammaFactor(random, dayVariance * unevenness);
      const report = reportFactors.findIndex((_, since) => reports.has(day - since));
      const steady = own * kind.weekdays[day % 7]! * common * Math.exp(drift) * sourceFactor(options.source, covered[at] === 1, day);
      for (let hour = 0; hour < cellsPerDay; hour++) {
        const cell = at * cells + day * cellsPerDay + hour;
        const mean = steady * kind.hours[hour]!;
        expected[cell] = mean;
        reporting[cell] = report === -1 ? 0 : 1;
        counts[cell] = drawPoisson(random, mean * ownDay * (reportFactors[report] ?? 1) * drawGammaFactor(random, cellVariance * unevenness));
      }
    }
  }
  return { tickers, cells, counts, expected, reporting, surges, seasonDays, covered, variances };
}

function tickerOf(at: number, tickers: number): SimulatedTicker & { readonly kind: Kind } {
  let before = 0;
  for (const kind of kinds) {
    before += kind.share * tickers;
    if (at < before) return { ticker: `S${at}`, market: kind.market, kind };
  }
  const last = kinds.at(-1)!;
  return { ticker: `S${at}`, market: last.market, kind: last };
}

const daysWhere = ({ days, busyDays }: ScenarioOptions, isOne: (day: number) => boolean): ReadonlySet<number> =>
  new Set(busyDays ? Array.from({ length: days }, (_, day) => day).filter(isOne) : []);

/** Returns the factor of a market's day; on a busy day it is two to four times as high. */
function marketDayOf(seed: number, market: RadarMarket, day: number, surges: ReadonlySet<number>): number {
  const random = randomOf(seed, `market ${market}`, day);
  const usual = Math.exp(marketDaySpread * drawNormal(random));
  return surges.has(day) ? usual * (2 + 2 * random()) : usual;
}

/** Returns the days on which the ticker reports earnings: one per quarter, within the season. */
function reportDays(random: Random, days: number, reports: boolean): ReadonlySet<number> {
  const offset = seasonOf.from + Math.floor(random() * seasonOf.days);
  return new Set(reports ? Array.from({ length: Math.ceil(days / seasonOf.everyDays) }, (_, quarter) => quarter * seasonOf.everyDays + offset) : []);
}

function sourceFactor(source: ScenarioOptions['source'], isCovered: boolean, day: number): number {
  if (source === null || !isCovered) return 1;
  return (source.kind === 'appears') === day >= source.day ? source.factor : 1;
}

/** Returns a standard normal number (Box and Muller, 1958). */
const drawNormal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Returns a gamma number, mean 1: Marsaglia and Tsang, ACM TOMS 26 (2000), 363-372, with their boost for shapes below 1. */
export function drawGammaFactor(random: Random, variance: number): number {
  if (variance <= 0) return 1;
  const shape = 1 / variance;
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0 || Math.log(1 - random()) >= 0.5 * x * x + d - d * v + d * Math.log(v)) continue;
    const boost = shape < 1 ? (1 - random()) ** (1 / shape) : 1;
    return (d * v * boost) / shape;
  }
}

/** Returns a Poisson number by Knuth's product of uniforms; a large mean is split into a sum of smaller ones. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > 30) return drawPoisson(random, mean / 2) + drawPoisson(random, mean / 2);
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
