/**
 * No message keeps refine busy: whatever is in a field of RAW, up to the field's length limit, each step takes a time that grows with it
 * and is at most a fixed multiple of the time for plain words in that field.
 */
import { describe, expect, test } from 'vitest';
import { articleSteps } from '#pipeline/refine/article/refine-article.ts';
import { draftOf } from '#pipeline/refine/article/draft.ts';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { refineFiling } from '#pipeline/refine/filing/refine.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import { refineRefusal } from '#pipeline/refine/refusal.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { RawArticle, RawFiling, RawForm4, RawRefusal } from '#schemas/raw.ts';
import { leastCpuTime } from '#test/support/cpu-time.ts';
import { isProven } from '#test/support/proven.ts';
import { complaintAbout, prose, sizes, trialSize } from '#test/support/time-budget.ts';
import { attacksIn, payloads, type Payload } from '#test/support/worst/payloads.ts';
import { analysis, context as filingContext, filing } from '../refine/filing/fixtures.ts';
import { contextOf, rawArticle } from '../refine/fixtures.ts';
import { context as form4Context, form4, owner, trade } from '../refine/form4/fixtures.ts';

const isKnown = isProven('refine', [
  'pipeline',
  'ops/accounts',
  'ops/feed-log',
  'ops/nats',
  'ops/outbound',
  'ops/process',
  'schemas',
  'test/support/worst',
  'test/support/regex',
  'test/pipeline/refine',
  'test/pipeline/time-budget/refine.test.ts',
]);

const factor = 20;
const floorMs = 10;

interface Place {
  readonly name: string;
  /** Returns work that runs every step on a message with the text in this place, even behind a step that drops it. */
  readonly prepare: (text: string) => () => unknown;
}

const context = contextOf();

/** Returns work that runs every step on the earlier steps' results, as if none had dropped the article. */
function refineArticle(changes: Partial<RawArticle>): () => unknown {
  const raw = RawArticle.parse(rawArticle('Apple beats estimates as revenue rises', changes));
  return () => {
    let draft = draftOf(raw, '0123456789abcdef');
    for (const { run } of articleSteps) {
      const outcome = run(draft, context);
      if (outcome.kept) draft = outcome.value;
      else dropOf(draft, outcome, context.refinedAt);
    }
    return rowOf(draft, context.refinedAt);
  };
}

const article = (name: string, changesOf: (text: string) => Partial<RawArticle>): Place => ({
  name: `an article's ${name}`,
  prepare: (text) => refineArticle(changesOf(text)),
});
const ofForm4 = (name: string, changesOf: (text: string) => Partial<RawForm4>): Place => ({
  name: `a Form 4's ${name}`,
  prepare: (text) => {
    const raw = RawForm4.parse(form4(changesOf(text)));
    const given = form4Context();
    return () => refineForm4(raw, given);
  },
});
const ofFiling = (name: string, changesOf: (text: string) => Partial<RawFiling>): Place => ({
  name: `a filing's ${name}`,
  prepare: (text) => {
    const raw = RawFiling.parse(filing(changesOf(text)));
    const given = filingContext();
    return () => refineFiling(raw, given);
  },
});

const cut = (text: string, length: number): string => text.slice(0, length);
/** Returns the text in pieces, at most `max`. */
const pieces = (text: string, length: number, max: number): string[] =>
  Array.from({ length: Math.min(max, Math.ceil(text.length / length)) }, (_, index) => text.slice(index * length, (index + 1) * length));

const places: readonly Place[] = [
  article('title', (text) => ({ title: cut(text, 2_000) })),
  article('title, summary and body', (text) => ({ title: cut(text, 2_000), summary: cut(text, 20_000), body: text })),
  article('summary', (text) => ({ summary: cut(text, 20_000) })),
  article('body', (text) => ({ body: text })),
  article('outlet', (text) => ({ outlet: cut(text, 300) })),
  article('authors and topics', (text) => ({ authors: pieces(text, 300, 50), topics: pieces(text, 200, 50) })),
  article('address', (text) => ({ url: `https://example.com/${cut(encodeURIComponent(text.toWellFormed()), 4_000)}` })),
  ofForm4('footnotes', (text) => ({ transactions: [{ ...trade(), footnotes: pieces(text, 8_000, 100) }] })),
  ofForm4('remarks', (text) => ({ remarks: cut(text, 20_000) })),
  ofForm4('names and titles', (text) => ({
    issuer: { cik: '0001617553', name: cut(text, 300), symbol: cut(text, 200) },
    owners: [{ ...owner(), name: cut(text, 300), title: cut(text, 500) }],
  })),
  ofForm4('security', (text) => ({ transactions: [{ ...trade(), security_title: cut(text, 500), nature_of_ownership: cut(text, 1_000) }] })),
  ofFiling('lead', (text) => ({ lead: cut(text, 8_000) })),
  ofFiling('headline', (text) => ({ headline: cut(text, 500) })),
  ofFiling('filer', (text) => ({ filers: [{ cik: '0001617553', name: cut(text, 300) }] })),
  ofFiling('earnings', (text) => ({
    earnings: {
      kind: 'read',
      analysis: analysis({
        company: cut(text, 1_000),
        headline: cut(text, 300),
        drivers: [text],
        concerns: [text],
        quotes: [{ speaker: text, role: text, text }],
        what_to_watch: [text],
        fiscal_period: cut(text, 50),
      }),
    },
  })),
  {
    name: "a refusal's address and detail",
    prepare: (text) => {
      const raw = RawRefusal.parse({
        kind: 'refusal',
        identity: 'refusal',
        source: 'test',
        seen_at: context.refinedAt,
        fetched_at: context.refinedAt,
        url: cut(text, 4_096),
        reason: 'bad_url',
        detail: cut(text, 1_000),
      });
      return () => refineRefusal(raw, context);
    },
  },
];

function complaintsOf({ prepare }: Place, chosen: readonly Payload[], isSmooth = false): string[] {
  const bounds = new Map([trialSize, ...sizes].map((size) => [size, floorMs + factor * leastCpuTime(prepare(prose(size)), 4)]));
  return chosen.flatMap((payload) => {
    const why = complaintAbout({ prepare: (size) => prepare(payload.of(size)), boundMs: (size) => bounds.get(size)!, isSmooth });
    return why === null ? [] : [`${payload.name}: ${why}`];
  });
}

describe.skipIf(isKnown)('every step of refine', () => {
  test.each(places.map((place) => [place.name, place] as const))('with %s', (_, place) => {
    expect(complaintsOf(place, payloads)).toEqual([]);
  });

  test.each([
    ["an article's title, summary and body", 0],
    ["a Form 4's names and titles", 1],
    ["a Form 4's footnotes", 2],
    ["a filing's lead", 3],
  ])('with texts against its expressions in %s', (name, offset) => {
    // Most expressions apply to articles.
    const chosen = attacksIn('pipeline/refine').filter(
      ({ name: of }, index) => offset === 0 || /\/(?:form4|filing)\//.test(of) || index % 4 === offset,
    );
    expect(
      complaintsOf(
        places.find((place) => place.name === name)!,
        chosen,
        true,
      ),
    ).toEqual([]);
  });
});
