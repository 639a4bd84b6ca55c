import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parametersOf, toneOf, type Tone, type ToneArticle } from '#pipeline/radar/model/model.ts';

const parameters = parametersOf('24h');
let storiesMade = 0;
/** Returns an article with a story of its own. */
const story = (sentiment: ToneArticle['sentiment'], extra: Partial<ToneArticle> = {}): ToneArticle => ({
  story: (storiesMade += 1),
  sentiment,
  ageSeconds: 0,
  confidence: 'high',
  ...extra,
});
const stories = fc.array(
  fc.record({
    story: fc.nat(4),
    ageSeconds: fc.oneof(fc.nat(86_400), fc.constant(1e12)),
    sentiment: fc.constantFrom('positive', 'neutral', 'negative', null),
    confidence: fc.constantFrom('high', 'medium', 'low', null),
  }),
  { maxLength: 12 },
);

describe('tone is null with a reason', () => {
  test.each([
    ['no_stories', []],
    ['too_few_usable_stories', [story('positive')]],
    ['too_few_usable_stories', [story(null), story(null), story(null)]],
    ['too_little_coverage', [story('positive'), story('positive'), ...[1, 2, 3].map(() => story(null))]],
  ])('%s', (reason, given) => {
    expect(toneOf(given, parameters)).toMatchObject({ value: null, reason });
  });

  test('counts a story once, however many articles it has', () => {
    const reprints = [1, 2, 3].map(() => story('positive', { story: -1 }));
    expect(toneOf(reprints, parameters)).toMatchObject({ value: null, usable_stories: 1, coverage: 1, reason: 'too_few_usable_stories' });
    expect(toneOf([...reprints, story('negative')], parameters)).toMatchObject({ usable_stories: 2, coverage: 1, reason: null });
  });
});

describe('tone', () => {
  test('of stories that agree is theirs, of stories that cancel each other nought', () => {
    expect(toneOf([story('negative'), story('negative', { confidence: 'low' })], parameters).value).toBe(-1);
    expect(toneOf([story('negative'), story('positive')], parameters).value).toBe(0);
    expect(toneOf([story('neutral'), story('neutral')], parameters).value).toBe(0);
  });

  test('leaves out what has no sentiment: it is not neutral', () => {
    expect(toneOf([story('positive'), story('positive'), story(null)], parameters).value).toBe(1);
  });

  test('counts a story once, however many outlets write about it', () => {
    const syndicated = Array.from({ length: 10 }, () => story('negative', { story: -1 }));
    expect(toneOf([...syndicated, story('positive'), story('positive'), story('positive')], parameters).value).toBe(0.5);
  });

  test('trusts a confident reading more, and a fresh one', () => {
    expect(toneOf([story('positive'), story('negative', { confidence: 'low' })], parameters).value).toBeGreaterThan(0.5);
    // One half-life old: half the weight, (1 - 0.5) / 1.5.
    const older = toneOf([story('positive'), story('negative', { ageSeconds: parameters.half_life_seconds })], parameters);
    expect(older.value).toBeCloseTo(1 / 3, 12);
  });

  test('of whatever stories is from -1 to 1 or null with a reason, in whatever order they come', () => {
    fc.assert(
      fc.property(stories, (given) => {
        const tone: Tone = toneOf(given, parameters);
        expect(tone.value === null).toBe(tone.reason !== null);
        if (tone.value !== null) expect(Math.abs(tone.value)).toBeLessThanOrEqual(1);
        expect(toneOf(given.toReversed(), parameters)).toEqual(tone);
      }),
    );
  });

  test('mirrors when every sentiment does', () => {
    const mirrored = { positive: 'negative', neutral: 'neutral', negative: 'positive' } as const;
    fc.assert(
      fc.property(stories, (given) => {
        const { value } = toneOf(given, parameters);
        const other = toneOf(
          given.map((entry) => ({ ...entry, sentiment: entry.sentiment === null ? null : mirrored[entry.sentiment] })),
          parameters,
        ).value;
        if (value === null) expect(other).toBeNull();
        else expect(other).toBeCloseTo(-value, 12);
      }),
    );
  });
});
