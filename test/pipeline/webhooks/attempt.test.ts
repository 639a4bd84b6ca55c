/** A delivery's schedule, its number, and the blame for a failure, on a clock that the test moves. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { waitAfterFailure } from '#pipeline/webhooks/attempt.ts';
import { numberOf } from '#pipeline/webhooks/deliverer.ts';
import { watchReachability } from '#pipeline/webhooks/reachability.ts';
import { testLog } from '#test/support/log.ts';

const minute = 60_000;

test('attempts are made at 0, after 1 and 5 and 30 minutes and 2 hours, each counted from the failure before, and no sixth', () => {
  let clock = 0;
  const made: [attempt: number, atMinute: number][] = [];
  for (let attempt = 1, wait: number | null = 0; wait !== null; attempt += 1) {
    clock += wait;
    made.push([attempt, clock / minute]);
    wait = waitAfterFailure('news', attempt);
  }
  expect(made).toEqual([
    [1, 0],
    [2, 1],
    [3, 6],
    [4, 36],
    [5, 156],
  ]);
});

test('what an owner asked for is tried once', () => {
  expect([waitAfterFailure('test', 1), waitAfterFailure('repeat', 1), waitAfterFailure('repeat', 3)]).toEqual([null, null, null]);
});

describe('a number', () => {
  const secondNanos = 1_000_000_000n;
  const at = (seconds: number): bigint => BigInt(Date.UTC(2026, 10, 23)) * 1_000_000n + BigInt(seconds) * secondNanos;

  test('rises along the stream, is whole, and is above every one of the releases in which it was the sequence', () => {
    const steps = fc.array(fc.nat(2_000_000), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), steps, (firstSeq, nanos) => {
        let timestampNanos = at(0);
        const numbers = nanos.map((passed, index) => numberOf({ seq: firstSeq + index, timestampNanos: (timestampNanos += BigInt(passed)) }));
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        expect(numbers.every((number) => Number.isSafeInteger(number) && number > 1e9)).toBe(true);
      }),
    );
  });

  test('is not given again where sequences are: NATS lost what it took in two minutes, and was back after two seconds', () => {
    const perSecond = 10_000;
    const before = Array.from({ length: 120 }, (_, second) => numberOf({ seq: 1 + second * perSecond, timestampNanos: at(second) }));
    const after = numberOf({ seq: 1, timestampNanos: at(122) });
    expect(after).toBeGreaterThan(Math.max(...before));
  });
});

describe('a request that reached nobody', () => {
  const made = () => {
    let clock = 0;
    return watchReachability(testLog, () => (clock += 1));
  };

  test.each(['ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EAI_AGAIN'])('says nothing of its receiver while nobody is reached: %s', (code) => {
    const isOurs = made();
    isOurs('b', '');
    for (let nth = 0; nth < 20; nth += 1) for (const host of ['a', 'b']) expect(isOurs(host, code)).toBe(true);
    // The network is back: a receiver that still fails is to blame, once for each proof that others are reached.
    expect(isOurs('b', '')).toBe(false);
    expect([isOurs('a', code), isOurs('a', code)]).toEqual([false, true]);
    isOurs('c', '');
    expect(isOurs('a', code)).toBe(false);
  });

  const doubtful = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'EHOSTDOWN'];
  test.each(doubtful)('says nothing of its receiver while several that answered before fail and none answers: %s', (code) => {
    const isOurs = made();
    for (const host of ['a', 'b', 'c']) isOurs(host, '');
    expect([isOurs('a', code), isOurs('a', code), isOurs('new', code)]).toEqual([false, false, false]);
    for (let nth = 0; nth < 20; nth += 1) for (const host of ['b', 'a', 'new']) expect(isOurs(host, code)).toBe(true);
    isOurs('c', '');
    // The network works: the two that are still silent are dead, and excuse neither one another nor a third.
    for (let nth = 0; nth < 3; nth += 1) for (const host of ['a', 'b', 'c']) expect(isOurs(host, code)).toBe(false);
    // One of them answers again, and falls silent with the third.
    isOurs('c', '');
    isOurs('a', '');
    expect(['a', 'c', 'a'].map((host) => isOurs(host, code))).toEqual([false, true, true]);
  });

  test.each(doubtful)('is a failure of its receiver where those that fail alike never answered: %s', (code) => {
    const isOurs = made();
    isOurs('e', '');
    for (let nth = 0; nth < 3; nth += 1) for (const host of ['a', 'b', 'c']) expect(isOurs(host, code)).toBe(false);
    // It does not prove that our network works.
    expect([isOurs('d', 'ENETUNREACH'), isOurs('a', code), isOurs('d', 'ENETUNREACH')]).toEqual([true, false, true]);
  });

  test.each(['', 'ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ERR_TLS_CERT_ALTNAME_INVALID', 'no complete answer within 10000 ms'])(
    'is none that was answered or refused: %j',
    (code) => {
      const isOurs = made();
      isOurs('b', 'ENETUNREACH');
      for (let nth = 0; nth < 3; nth += 1) expect(isOurs('a', code)).toBe(false);
    },
  );
});
