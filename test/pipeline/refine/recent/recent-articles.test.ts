import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rareTermsOf, textKeys } from '#pipeline/refine/recent/keys.ts';
import { createRecentArticles, recentWindowMs as windowMs, type RecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { wordsAndFingerprint } from '#pipeline/refine/dedup/fingerprint.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { uidOf } from '#schemas/identity.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { at, contextOf, createLog, loggedRow, rawArticle } from '../fixtures.ts';

const found = (recent: RecentArticles, title: string, hours: number): string[] => {
  const { words, fingerprint } = wordsAndFingerprint(title, '');
  return recent.sharing(textKeys(fingerprint, rareTermsOf(words)), Date.parse(at(hours)), 10).map(({ uid }) => uid);
};

const subjects = ['Nvidia', 'Ford', 'Pfizer', 'Oracle', 'Fed', 'OPEC+', 'Boeing', 'Tesla', 'Merck'];
const events = [
  'beats estimates as revenue doubles',
  'recalls 1.2 million trucks',
  'to acquire Beyond Meat for $2 billion',
  'holds rates steady',
  'cuts output by 2 million barrels',
  'shares plunge 9% on lawsuit',
  'raises dividend 13%',
];
const titles = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.constantFrom(...events),
    fc.constantFrom('', 'UPDATE 1-', 'Exclusive: '),
    fc.constantFrom('', ' - Reuters', ' again'),
  )
  .map(([subject, event, before, after]) => `${before}${subject} ${event}${after}`);
const streams = fc.array(fc.tuple(titles, fc.integer({ min: 0, max: 200 })), { minLength: 1, maxLength: 60 });

/** Decides on articles one after the other, each so many units of three minutes after the last one. */
function logOf(stream: readonly (readonly [title: string, units: number])[]) {
  const log = createLog();
  let hours = 0;
  for (const [title, units] of stream) {
    hours += units / 20;
    const url = `https://www.example.com/${uidOf(`${title}${hours}`)}/${hours}`;
    log.take(rawArticle(title, { url, identity: url }), at(hours));
  }
  return { ...log, hours };
}
const decision = (raw: RawArticle, recent: RecentArticles, refinedAt: string): string =>
  JSON.stringify(refineArticle(raw, contextOf({ recent, refinedAt })));

describe('a fold of the log', () => {
  test('rebuilt at any point decides to the byte as the state that was never stopped', () => {
    fc.assert(
      fc.property(streams, titles, fc.integer({ min: 0, max: 80 }), (stream, next, laterHours) => {
        const log = logOf(stream);
        const refinedAt = at(log.hours + laterHours);
        const raw = rawArticle(next);
        const whole = createRecentArticles();
        for (const record of log.records) whole.apply(record);
        const windowed = createRecentArticles();
        const from = Date.parse(refinedAt) - windowMs;
        for (const record of log.records) if (record.type !== 'gap' && Date.parse(record.instants.refined_at) >= from) windowed.apply(record);
        const lived = decision(raw, log.recent, refinedAt);
        expect(decision(raw, whole, refinedAt)).toBe(lived);
        expect(decision(raw, windowed, refinedAt)).toBe(lived);
      }),
      { numRuns: 60 },
    );
  });

  test('kept and taken up again decides as the state that went on, to the byte', () => {
    fc.assert(
      fc.property(streams, titles, fc.nat(60), fc.integer({ min: 0, max: 80 }), (stream, next, cut, laterHours) => {
        const log = logOf(stream);
        const before = createRecentArticles();
        for (const record of log.records.slice(0, cut)) before.apply(record);
        const { clock, pages } = before.saved();
        const copied = pages.map((page) => ({ ...page, ints: page.ints.slice() }));
        const after = createRecentArticles({ saved: { clock, pages: copied } });
        for (const record of log.records.slice(cut)) after.apply(record);
        const [raw, refinedAt] = [rawArticle(next), at(log.hours + laterHours)];
        expect(decision(raw, after, refinedAt)).toBe(decision(raw, log.recent, refinedAt));
        expect(after.size()).toBe(log.recent.size());
      }),
      { numRuns: 60 },
    );
  });

  test('of the same articles is the same log', () => {
    for (const stream of fc.sample(streams, { numRuns: 5, seed: 7 })) expect(logOf(stream).records).toEqual(logOf(stream).records);
  });
});

const titleOf = (number: number): string => `Company${uidOf(String(number)).slice(0, 8)} wins contract`;
const contract = (number: number) => loggedRow(titleOf(number), { uid: uidOf(`${number}`), at: at(number / 1_000) });

describe('the window', () => {
  test('ends 72 hours before the newest instant of the log', () => {
    const recent = createRecentArticles();
    recent.apply(loggedRow('Zorbex wins contract', { at: at(0) }));
    recent.apply(loggedRow('Quaver loses contract', { at: at(71) }));
    expect(recent.size()).toBe(2);
    recent.advanceTo(at(73));
    expect(recent.size()).toBe(1);
    expect(found(recent, 'Zorbex wins contract', 0)).not.toContain(uidOf('Zorbex wins contract'));
    expect(found(recent, 'Quaver loses contract', 71)).toContain(uidOf('Quaver loses contract'));
  });

  test('does not move back with a clock that does', () => {
    const recent = createRecentArticles();
    recent.apply(loggedRow('Zorbex wins contract', { at: at(0) }));
    recent.advanceTo(at(73));
    recent.advanceTo(at(1));
    expect(recent.size()).toBe(0);
  });

  test('is not emptied by a log whose clock was set a year ahead, or back', () => {
    for (const leapHours of [24 * 365, -24 * 365, -1]) {
      const recent = createRecentArticles();
      recent.apply(loggedRow('Zorbex wins contract', { at: at(0) }));
      recent.apply(loggedRow('Quaver loses contract', { at: at(leapHours) }));
      recent.advanceTo(at(leapHours + 1));
      expect(recent.size()).toBe(2);
      recent.apply(loggedRow('Plimsol moves house', { at: at(leapHours + 71) }));
      recent.advanceTo(at(leapHours + 73));
      expect(found(recent, 'Plimsol moves house', leapHours + 71)).toContain(uidOf('Plimsol moves house'));
      expect(recent.size()).toBe(1);
    }
  });

  test('forgets where it kept what has left it', () => {
    const recent = createRecentArticles({ articlesMax: 1_000 });
    for (let i = 0; i < 12_000; i += 1) recent.apply(contract(i));
    const { pages } = recent.saved();
    expect(pages.length).toBeLessThan(3);
    expect(pages[0]!.number).toBeGreaterThan(0);
  });

  test('holds at most so many articles, the newest', () => {
    const recent = createRecentArticles({ articlesMax: 100 });
    for (let i = 0; i < 5_000; i += 1) recent.apply(contract(i));
    expect(recent.size()).toBe(100);
    expect(found(recent, titleOf(4_999), 5)).toContain(uidOf('4999'));
    expect(found(recent, titleOf(4_899), 5)).not.toContain(uidOf('4899'));
  });
});

test('filings, gaps and other drops leave no trace', () => {
  const recent = createRecentArticles();
  const row = loggedRow('Zorbex wins contract');
  recent.apply({ ...row, item: { ...row.item, original: { ...row.item.original, source_type: 'sec_form4' } } });
  recent.apply({ type: 'gap', v: 1 });
  expect(recent.size()).toBe(0);
});
