/** The measures of `npm run evaluate -- radar` against cases with known answers, and a small run of it. */
import { describe, expect, test } from 'vitest';
import { calibrationOf } from '#ops/lab/evaluate/radar/calibration.ts';
import { zScore, runDays } from '#ops/lab/evaluate/radar/run-days.ts';
import { drawGammaFactor, drawPoisson, simulate, type ScenarioOptions } from '#ops/lab/evaluate/radar/scenario.ts';
import { Tally } from '#ops/lab/evaluate/radar/tally.ts';
import { randomOf } from '#ops/lab/upstream/random.ts';

const options: ScenarioOptions = { seed: 5, days: 55, tickers: 300, source: null, busyDays: true };
const scenario = simulate(options);
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

describe('simulated days', () => {
  test('are the same for a seed, others for another', () => {
    expect(simulate(options).counts).toEqual(scenario.counts);
    expect(simulate({ ...options, seed: 6 }).counts).not.toEqual(scenario.counts);
  });

  test('have the stories that they expect, apart from reports', () => {
    const plain = simulate({ ...options, busyDays: false });
    expect(sum(plain.counts) / sum(plain.expected)).toBeGreaterThan(0.85);
    expect(sum(plain.counts) / sum(plain.expected)).toBeLessThan(1.15);
    expect(sum(plain.reporting)).toBe(0);
    expect(sum(scenario.reporting)).toBeGreaterThan(0);
  });
});

test('draws have the mean and the variance that they are told', () => {
  const random = randomOf(1, 'draws', 0);
  const moments = (draw: () => number): [number, number] => {
    const values = Array.from({ length: 20_000 }, draw);
    const mean = sum(values) / values.length;
    return [mean, sum(values.map((value) => (value - mean) ** 2)) / values.length];
  };
  const [gammaMean, gammaVariance] = moments(() => drawGammaFactor(random, 0.3));
  expect(gammaMean).toBeCloseTo(1, 1);
  expect(gammaVariance).toBeCloseTo(0.3, 1);
  for (const wanted of [0.5, 80]) {
    const [mean, variance] = moments(() => drawPoisson(random, wanted));
    expect(mean / wanted).toBeCloseTo(1, 1);
    expect(variance / wanted).toBeCloseTo(1, 1);
  }
});

test('the z-score takes the same hours as its norm, without the current window', () => {
  // Mean 2 and deviation √2 of the cells at the same hour.
  expect(zScore([2 + 3 * Math.SQRT2, 9, 1, 9, 3, 9], 2)).toBeCloseTo(3, 12);
});

test('a threshold lets through at most the rate that it is for', () => {
  const tally = new Tally();
  for (let at = 0; at < 1_000; at++) tally.add('quiet', { model: at % 100, 'z-score': at, truth: at });
  for (const method of ['model', 'z-score'] as const) {
    const { found, of } = tally.above('quiet', method, tally.thresholdOf('quiet', method, 0.01));
    expect(of).toBe(1_000);
    expect(found).toBeLessThanOrEqual(10);
  }
  expect(tally.above('quiet', 'z-score', tally.thresholdOf('quiet', 'z-score', 0.01)).found).toBe(10);
});

describe('calibration', () => {
  const even = Array.from({ length: 10_000 }, (_, at) => (at + 0.5) / 10_000);

  test('deviates by nothing for even tails, and by the error of other tails', () => {
    expect(calibrationOf(even).deviation).toBeLessThan(1e-3);
    const wrong = calibrationOf(even.map((tail) => tail / 2));
    expect(wrong.deviation).toBeCloseTo(0.5, 2);
    expect(wrong.tail_deviation_log10).toBeCloseTo(Math.log10(2), 1);
  });
});

describe('a small run over simulated days', () => {
  const { tally, quietTails } = runDays({ scenario, window: '24h', seed: 5, switchDay: null, withBursts: true });

  test('has tails that come up as often as they claim', () => {
    const { n, deviation } = calibrationOf(quietTails);
    expect(n).toBeGreaterThan(500);
    // Three times the deviation that uniform tails of so many windows exceed in one run of twenty (1.36 / sqrt(n)).
    expect(deviation).toBeLessThan((3 * 1.36) / Math.sqrt(n));
  });

  test('finds more bursts than there are false alarms, by far', () => {
    const alarmAt = -Math.log(0.001);
    const found = tally.above('burst of 5, 1 expected', 'model', alarmAt);
    const alarms = tally.above('quiet', 'model', alarmAt);
    expect(found.of).toBeGreaterThan(5);
    expect(found.found / found.of).toBeGreaterThan(20 * (alarms.found / alarms.of));
  });
});
