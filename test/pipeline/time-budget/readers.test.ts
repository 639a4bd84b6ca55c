/**
 * No document keeps a reader busy: whatever is written into any of its places, it is read or refused in a time that grows with its length
 * and is at most a fixed multiple of the time for plain words in that place.
 */
import { describe, expect, test } from 'vitest';
import { leastCpuTime } from '#test/support/cpu-time.ts';
import { isProven } from '#test/support/proven.ts';
import { complaintAbout, prose } from '#test/support/time-budget.ts';
import { attacksIn, payloads, type Payload } from '#test/support/worst/payloads.ts';
import type { Reader } from '#test/support/worst/reader.ts';
import { readers } from '#test/support/worst/readers.ts';
import { structures } from '#test/support/worst/structures.ts';

const isKnown = isProven('readers', [
  'pipeline',
  'ops/accounts',
  'ops/feed-log',
  'ops/nats',
  'ops/outbound',
  'ops/process',
  'schemas',
  'test/support/worst',
  'test/support/regex',
  'test/pipeline/time-budget/readers.test.ts',
]);

/** A multiple of the time for plain words in the same place: markup costs more per character. */
const factor = 20;
const floorMs = 10;

/** Returns the bound in ms by size, measured when needed: most payloads finish at the trial size. */
function boundOf({ read }: Reader, place: (text: string) => string): (size: number) => number {
  const bounds = new Map<number, number>();
  return (size) => {
    const known = bounds.get(size);
    if (known !== undefined) return known;
    const document = Buffer.from(place(prose(size)));
    const bound = floorMs * (size / 20_000) + factor * leastCpuTime(() => read(document), 4);
    bounds.set(size, bound);
    return bound;
  };
}

function complaintsOf(reader: Reader, name: string, chosen: readonly Payload[], isSmooth = false): string[] {
  const place = reader.places[name]!;
  const boundMs = boundOf(reader, place);
  return chosen.flatMap((payload) => {
    const prepare = (size: number): (() => unknown) => {
      const document = Buffer.from(place(payload.of(size)));
      return () => reader.read(document);
    };
    const why = complaintAbout({ prepare, boundMs, isSmooth });
    return why === null ? [] : [`${payload.name}: ${why}`];
  });
}

describe.skipIf(isKnown).each(readers.map((reader) => [reader.name, reader] as const))('%s', (_, reader) => {
  test.each(Object.keys(reader.places))('%s', (name) => {
    expect(complaintsOf(reader, name, payloads)).toEqual([]);
  });
});

/** A text that would wear out each expression, in the places whose text reaches most expressions. */
describe.skipIf(isKnown).each([
  ['pipeline/ingest/publishers', 'feed', ['title', 'author', 'date', 'unescaped description', 'JSON title', 'link']],
  [
    'pipeline/ingest/sec',
    '8-K',
    ['escaped paragraph', 'headline', 'label of net income', 'line above a table', 'plain text', 'cover', 'column head'],
  ],
  ['pipeline/ingest/sec', 'Form 4', ['title of an officer', 'footnote', 'owner']],
] as const)('texts against the expressions of %s in %s', (folder, name, places) => {
  const reader = readers.find((one) => one.name === name)!;
  // XML does not allow these characters.
  const attacks = attacksIn(folder).map((attack): Payload => ({
    ...attack,
    of: (length) => attack.of(length).replace(/[\u0001\ufffe\uffff]/g, '!'),
  }));

  test.each(places.map((place, at) => [place, at] as const))('%s', (place, at) => {
    const chosen = attacks.filter((_, index) => index % places.length === at);
    expect(complaintsOf(reader, place, chosen, true)).toEqual([]);
  });
});

/** A multiple of the time that the same reader takes for prose: every few characters are an element, a row or an item. */
const structureFactor = 80;

test.skipIf(isKnown).each(structures.map((structure) => [structure.reader.name, structure.name, structure] as const))(
  '%s: %s',
  { timeout: 60_000 },
  (_, __, { reader, of }) => {
    const ofProse = boundOf(reader, Object.values(reader.places)[0]!);
    const prepare = (size: number): (() => unknown) => {
      const document = Buffer.from(of(size));
      return () => reader.read(document);
    };
    expect(complaintAbout({ prepare, boundMs: (size) => (structureFactor / factor) * ofProse(size) })).toBeNull();
  },
);

/** Each blocked the loop that publishes and acknowledges, for the seconds given. */
describe('documents of the length that once held up everything', () => {
  test.each([
    ['90 authors of 990 @: 7.6 s', 'authors of 990 @', 90_000],
    ['nested namespaces: 60 s', 'namespaces in namespaces', 1_400_000],
    ['a table of cells over 200 columns and 200 rows: 16.6 s', 'cells over 200 columns and 200 rows', 93_000],
    ['the same, longer: a RangeError', 'cells over 200 columns and 200 rows', 2_400_000],
    ['scripts without end: 3.7 s', 'scripts without end', 200_000],
  ])('%s', { timeout: 60_000 }, (_, name, length) => {
    const { reader, of } = structures.find((structure) => structure.name === name)!;
    const [document, plain] = [of(length), Object.values(reader.places)[0]!(prose(length))].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    const boundMs = structureFactor * leastCpuTime(() => reader.read(plain), 3) + floorMs * (length / 20_000);
    expect(leastCpuTime(() => reader.read(document), 3)).toBeLessThan(boundMs);
  });

  test.each([
    ['a line of 200 kB of blanks: 40 s', 'plain text', `${' '.repeat(200_000)}.`],
    ['60,000 dashes in a label: 10.6 s', 'label', `Revenue ${'-'.repeat(60_000)} x`],
  ])('%s', { timeout: 60_000 }, (_, place, text) => {
    const reader = readers.find(({ name }) => name === '8-K')!;
    const [document, plain] = [text, prose(text.length)].map((words) => Buffer.from(reader.places[place]!(words))) as [Buffer, Buffer];
    const boundMs = factor * leastCpuTime(() => reader.read(plain), 3) + floorMs * (text.length / 20_000);
    expect(leastCpuTime(() => reader.read(document), 3)).toBeLessThan(boundMs);
  });
});
