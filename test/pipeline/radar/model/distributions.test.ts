/** Special functions, compared with values of SciPy 1.17 and mpmath 1.3 (60 digits). */
import { describe, expect, test } from 'vitest';
import { logGamma, logUpperTail, normalExceededWith } from '#pipeline/radar/model/distributions.ts';

const near = (value: number, wanted: number, relative: number): void =>
  expect(Math.abs(value - wanted), `${value} for ${wanted}`).toBeLessThanOrEqual(relative * Math.max(Math.abs(wanted), 1));

test.each([
  [0.001, 6.907178885383854],
  [4.5, 2.4537365708424423],
  [1e6 + 0.25, 12815508.023025157],
])('ln gamma(%d)', (argument, wanted) => near(logGamma(argument), wanted, 1e-14));

describe('the tail of the negative binomial', () => {
  test.each([
    [1, 0.2, 0.5, -1.7512681078733177],
    [5, 1, 0.2, -4.716094863883094],
    [6, 1, 1e-6, -7.42830982717021],
    [40, 10, 0.3, -6.8896425484420245],
    [200, 1, 0.25, -308.4202604134444],
    [50_000, 20_000, 0.05, -14.541506291296695],
    [1_000_000, 990_000, 0.01, -0.8058432975520031],
    [1_000_000, 1, 0.2, -1791708.1145150806],
  ])('ln P(X >= %d), mean %d, dispersion %d', (count, mean, dispersion, wanted) => near(logUpperTail(count, mean, dispersion), wanted, 1e-9));

  test('of no story is one, of a story where none can be is nothing', () => {
    expect(logUpperTail(0, 3, 0.2)).toBe(0);
    expect(logUpperTail(1, 0, 0.2)).toBe(-Infinity);
  });

  test('falls with the count and never is anything but a number', () => {
    for (const mean of [1e-9, 0.01, 1, 30, 1e4, 1e6])
      for (const dispersion of [0, 0.02, 0.5, 4, 50]) {
        let last = 0;
        for (const count of [1, 2, 3, 5, 10, 100, 1e3, 1e4, 1e5, 1e6]) {
          const tail = logUpperTail(count, mean, dispersion);
          expect(tail, `${count} ${mean} ${dispersion}`).toBeLessThanOrEqual(last);
          last = tail;
        }
      }
  });
});

test.each([
  [0.5, 0],
  [0.3, 0.5244005127080409],
  [0.05, 1.6448536269514729],
  [1e-3, 3.090232306167813],
  [1e-12, 7.034483825301131],
  [6.2e-16, 8.000415564321493],
  [1e-100, 21.273453560965322],
  [0.999, -3.090232306167813],
])('the normal deviate exceeded with %d', (probability, wanted) => near(normalExceededWith(probability), wanted, 1e-14));
