import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packEventChange, unpackEventChange, type EventChange, type KnownEvent } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents, type KnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { keyAt, packEvent, unpackEvent } from '#pipeline/refine/form4/packed-event.ts';
import { createPages } from '#pipeline/refine/state/int-pages.ts';
import { uidOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import { insiderTrade, ownerOf } from '#test/support/trades.ts';

const days = fc.integer({ min: -50_000, max: 50_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const instants = fc.integer({ min: 0, max: 4e12 });
const marks = fc.integer({ min: 0, max: 0xffff_ffff }).map((int) => int.toString(16).padStart(8, '0'));
const events: fc.Arbitrary<KnownEvent> = fc.record({
  uid: fc.tuple(marks, marks).map((halves) => halves.join('')),
  form: fc.constantFrom('direct', 'indirect'),
  isRow: fc.boolean(),
  hasOriginal: fc.boolean(),
  isAddition: fc.boolean(),
  isWithdrawn: fc.boolean(),
  owners: fc.array(
    fc.integer({ min: 0, max: 9_999_999_999 }).map((cik) => String(cik).padStart(10, '0')),
    { minLength: 1, maxLength: 12 },
  ),
  firstDate: days,
  lastDate: days,
  originalOn: fc.option(days),
  versionMs: instants,
  publishedMs: instants,
  createdMs: instants,
  content: marks,
  tranches: fc.array(marks, { maxLength: 40 }),
  parties: fc.array(marks, { maxLength: 40 }),
  price: fc.option(fc.float({ min: Math.fround(0.01), max: 1_000_000, noNaN: true })),
});

test('a packed event reads back as it was', () => {
  const pages = createPages();
  fc.assert(
    fc.property(events, fc.constantFrom('0000320193:S', '9999999999:P', 'of another release'), (event, key) => {
      const place = packEvent(pages, key, event);
      expect(unpackEvent(place)).toEqual(event);
      expect(keyAt(place)).toBe(key);
    }),
  );
});

const key = '0000320193:S';
const event = (number: number, changes: Partial<KnownEvent> = {}): KnownEvent => ({
  uid: uidOf(String(number)),
  form: 'direct',
  isRow: true,
  hasOriginal: true,
  isAddition: false,
  isWithdrawn: false,
  owners: ['0000000001'],
  firstDate: '2026-01-05',
  lastDate: '2026-01-05',
  originalOn: '2026-01-06',
  versionMs: 1_000 + number,
  publishedMs: 0,
  createdMs: 0,
  content: 'aaaaaaaa',
  tranches: [],
  parties: [],
  price: null,
  ...changes,
});
const trade = (changes: Partial<InsiderTrade>): InsiderTrade =>
  insiderTrade({
    form: '4/A',
    issuer_cik: '0000320193',
    transaction_code: 'S',
    ownership_form: 'direct',
    first_date: '2026-01-05',
    last_date: '2026-01-05',
    tranches: [],
    ...changes,
  });
const find = (known: KnownEvents, cik = '0000000001', changes: Partial<InsiderTrade> = {}, originalOn: string | null = '2026-01-06') =>
  known.find({ trade: trade({ owners: [ownerOf({ cik })], ...changes }), originalOn, eventsInFiling: new Set(['S:direct']) })?.uid ?? null;

describe('known events', () => {
  test('are found by any of their owners, at their issuer and code only', () => {
    const known = createKnownEvents();
    known.apply({ kind: 'added', key, event: event(1, { owners: ['0000000001', '0000000002'] }) });
    known.apply({ kind: 'added', key: '0000320193:P', event: event(2, { owners: ['0000000003'] }) });
    expect(find(known, '0000000002')).toBe(uidOf('1'));
    expect(find(known, '0000000003')).toBeNull();
    expect(find(known, '0000000003', { transaction_code: 'P' })).toBe(uidOf('2'));
  });

  test('a revision with another owner makes its event findable by that one too', () => {
    const known = createKnownEvents();
    known.apply({ kind: 'added', key, event: event(1) });
    known.apply({ kind: 'revised', key, event: event(1, { owners: ['0000000007'], content: 'bbbbbbbb' }) });
    expect(known.size()).toBe(1);
    expect(find(known, '0000000007')).toBe(uidOf('1'));
    expect(find(known)).toBeNull();
  });

  test('the newest version of an event is the one that is found, after it was kept and taken up again too', () => {
    const notes = fc.array(
      fc.record({
        kind: fc.constantFrom('added', 'revised', 'repeated'),
        number: fc.nat(30),
        owners: fc.uniqueArray(fc.constantFrom('0000000001', '0000000002', '0000000003'), { minLength: 1 }),
        versionMs: fc.nat(1_000),
        hasOriginal: fc.boolean(),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(notes, fc.nat(80), (list, cut) => {
        const applied = list.map(({ kind, number, owners, versionMs, hasOriginal }): EventChange => {
          if (kind === 'repeated') return { kind, key, uid: uidOf(String(number)), versionMs, originalOn: hasOriginal ? '2026-01-07' : null };
          return { kind: kind as 'added', key, event: event(number, { owners, versionMs, hasOriginal }) };
        });
        const whole = createKnownEvents();
        for (const note of applied) whole.apply(unpackEventChange(packEventChange(note))!);
        const before = createKnownEvents();
        applied.slice(0, cut).forEach(before.apply);
        const again = createKnownEvents(before.saved().map((page) => ({ ...page, ints: page.ints.slice() })));
        applied.slice(cut).forEach(again.apply);
        expect(again.size()).toBe(whole.size());
        for (const cik of ['0000000001', '0000000002', '0000000003'])
          for (const form of ['4', '4/A'] as const)
            for (const originalOn of ['2026-01-06', '2026-01-07', null])
              expect(find(again, cik, { form }, originalOn)).toBe(find(whole, cik, { form }, originalOn));
      }),
      { numRuns: 100 },
    );
  });

  test('an owner among twenty thousand events of one issuer is found without looking at the others', () => {
    const known = createKnownEvents();
    const count = 20_000;
    for (let number = 0; number < count; number += 1)
      known.apply({ kind: 'added', key, event: event(number, { owners: [String(number % 4_000).padStart(10, '0')], hasOriginal: false }) });
    const startedAtMs = performance.now();
    for (let owner = 0; owner < 1_000; owner += 1) expect(find(known, String(owner).padStart(10, '0'))).not.toBeNull();
    const indexedMs = performance.now() - startedAtMs;
    const scannedAtMs = performance.now();
    for (const page of known.saved()) for (let at = 0; at < page.used; at += page.ints[at]!) unpackEvent({ page: page.ints, at });
    // A thousand look-ups cost far less than a scan each.
    expect(indexedMs).toBeLessThan((performance.now() - scannedAtMs) * 100);
  });
});
