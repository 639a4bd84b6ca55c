/**
 * The plain rules against the labelled sets, where those stand beside the repository: floors well above the
 * trivial baselines and a little under what was measured, so that a change that costs accuracy is seen.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { categoryOf } from '#pipeline/refine/category.ts';
import { servedOf } from '#pipeline/refine/dedup/fingerprint.ts';
import { compareTexts } from '#pipeline/refine/dedup/verify.ts';
import { dropForeign } from '#pipeline/refine/language.ts';
import { cleanText } from '#pipeline/refine/normalise/clean.ts';
import { createRecentArticles } from '#pipeline/refine/recent.ts';
import { rareTermsOf, textKeys } from '#pipeline/refine/recent/keys.ts';
import { worthOf } from '#pipeline/refine/relevance.ts';
import { polarityOf, type Span } from '#pipeline/refine/sentiment/polarity.ts';
import { storyFeaturesOf } from '#pipeline/refine/story/features.ts';
import { nearestStory } from '#pipeline/refine/story/nearest.ts';
import { wordsOf, type Words } from '#pipeline/refine/text/words.ts';
import { putTickers } from '#pipeline/refine/tickers.ts';
import { createDirectory } from '#pipeline/refine/tickers/directory.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { dataDir } from '#test/support/data.ts';
import { entry, hourMs, loggedRow, normalised } from './fixtures.ts';

const nlp = dataDir('nlp');
const symbols = dataDir('symbols');

/** Every `step`-th line, parsed. */
function rows<T>(file: string, step = 1): T[] {
  const lines = readFileSync(`${nlp}/${file}`, 'utf8').trim().split('\n');
  return lines.filter((_, i) => i % step === 0).map((line) => JSON.parse(line) as T);
}

const share = (count: number, of: number): number => count / of;

describe.skipIf(nlp === null)('measured on labelled headlines (skipped where ../shared/data/nlp is absent)', () => {
  test('English is not dropped: less than 1 in 200', () => {
    const titles = [
      ...rows<{ title: string }>('sentiment/sentfin.jsonl', 5),
      ...rows<{ title: string }>('tickers/benzinga_headline_ticker_sample.jsonl', 5),
    ].map(({ title }) => title);
    const dropped = titles.filter((title) => !dropForeign(normalised(title)).kept);
    expect(share(dropped.length, titles.length)).toBeLessThan(0.005);
  });

  const sentimentOf = (score: number): string => (score >= 0.8 ? 'positive' : score <= -0.8 ? 'negative' : 'neutral');

  test('sentiment of an entity: .74 on SEntFiN (majority: .39); sure ones .90', () => {
    let right = 0;
    let count = 0;
    let sure = 0;
    let sureRight = 0;
    for (const { title, entities } of rows<{ title: string; entities: Record<string, string> }>('sentiment/sentfin.jsonl', 4)) {
      const words = wordsOf(cleanText(title));
      const spans = Object.entries(entities).map(([name, label]) => ({ span: spanOf(words, name), label }));
      for (const { span, label } of spans) {
        if (span === null) continue;
        const { score } = polarityOf(
          words,
          [span],
          spans.map((other) => other.span).filter((other): other is Span => other !== null && other !== span),
        );
        const isRight = sentimentOf(score) === label;
        count += 1;
        if (isRight) right += 1;
        if (Math.abs(score) >= 2.2) {
          sure += 1;
          if (isRight) sureRight += 1;
        }
      }
    }
    expect(share(right, count)).toBeGreaterThan(0.71);
    expect(share(sureRight, sure)).toBeGreaterThan(0.88);
  });

  test('sentiment of a text: .73 on Twitter news (majority: .65), .72 on PhraseBank', () => {
    const twitter = rows<{ text: string; label: string }>('sentiment/twitter_fin_sentiment.jsonl', 4).map(
      ({ text, label }) => [text.replace(/https?:\S+/g, ''), label] as const,
    );
    const bank = rows<{ sentence: string; label: string }>('sentiment/phrasebank.jsonl', 2).map(({ sentence, label }) => [sentence, label] as const);
    const accuracy = (set: readonly (readonly [string, string])[]): number =>
      share(set.filter(([text, label]) => sentimentOf(polarityOf(wordsOf(cleanText(text)), null, []).score) === label).length, set.length);
    expect(accuracy(twitter)).toBeGreaterThan(0.7);
    expect(accuracy(bank)).toBeGreaterThan(0.68);
  });

  test('category: .78 where two readers agree, .65 on mapped Twitter topics', () => {
    const gold = rows<{ title: string; lead: string; category: string | null; english: boolean }>('gold/relevance.jsonl').filter(
      ({ category, english }) => category !== null && english,
    );
    const right = gold.filter(({ title, lead, category }) => {
      const draft = normalised(title, { summary: lead });
      return categoryOf(draft.titleWords, draft.leadWords).category === category;
    });
    expect(share(right.length, gold.length)).toBeGreaterThan(0.74);
    const topics = rows<{ text: string; proposed: string | null }>('category/twitter_fin_topic.jsonl', 4).filter(({ proposed }) => proposed !== null);
    const rightTopics = topics.filter(
      ({ text, proposed }) => categoryOf(wordsOf(cleanText(text.replace(/https?:\S+/g, ''))), wordsOf('')).category === proposed,
    );
    expect(share(rightTopics.length, topics.length)).toBeGreaterThan(0.6);
  });

  test('no pair of other meaning is a near-duplicate', () => {
    const pairs = rows<{ label: number; s1: string; s2: string }>('stories/mrpc_news_sentence_pairs.jsonl').filter(({ label }) => label === 0);
    expect(pairs.filter(({ s1, s2 }) => compareTexts(servedOf(s1, '').fingerprint, servedOf(s2, '').fingerprint) !== null)).toEqual([]);
  });

  test('stories of the UCI sample: BCubed precision .82, F .70, from titles alone', () => {
    const articles = rows<{ ts: number; title: string; story: string }>('stories/uci_news_aggregator_sample.jsonl');
    const recent = createRecentArticles({ windowMs: 72 * hourMs });
    const placed = articles.map(({ ts, title }, i) => {
      const uid = String(i).padStart(16, '0');
      const { words, fingerprint } = servedOf(cleanText(title), '');
      const candidates = new Set(recent.sharing(textKeys(fingerprint, rareTermsOf(words)), 12).map(({ storyId }) => storyId));
      const features = storyFeaturesOf(words, fingerprint, { tickers: [], companies: [], category: null });
      const storyId = nearestStory({ features, atMs: ts }, candidates, recent)?.storyId ?? uid;
      recent.apply(loggedRow(cleanText(title), { uid, storyId, at: new Date(ts).toISOString() }));
      return storyId;
    });
    const { precision, recall } = bcubed(
      articles.map(({ story }) => story),
      placed,
    );
    expect(precision).toBeGreaterThan(0.79);
    expect((2 * precision * recall) / (precision + recall)).toBeGreaterThan(0.66);
  });
});

describe.skipIf(nlp === null || symbols === null)('measured with the full directory (skipped where ../shared/data is absent)', () => {
  const directory = symbols === null ? null : createDirectory(filers(symbols));

  const tickersOf = (title: string, lead = '') => {
    const outcome = directory === null ? null : putTickers(normalised(title, { summary: lead }), { directory });
    return outcome?.kept === true ? outcome.value.mentions : [];
  };

  test('tickers of cashtag headlines: precision .90, recall .77', () => {
    let right = 0;
    let found = 0;
    let labelled = 0;
    for (const { headline, tickers } of rows<{ headline: string; tickers: string[] }>('tickers/twitter_cashtag_headlines.jsonl', 2)) {
      const gold = tickers.map((ticker) => ticker.replace('.', '-')).filter((ticker) => directory?.activeFor(ticker) !== undefined);
      if (gold.length === 0) continue;
      const mentions = tickersOf(headline);
      labelled += gold.length;
      found += mentions.length;
      right += mentions.filter((mention) => gold.includes(mention.entry.symbol)).length;
    }
    expect(share(right, found)).toBeGreaterThan(0.87);
    expect(share(right, labelled)).toBeGreaterThan(0.73);
  });

  test('relevance: .84 within one point of two readers, .88 right of the floor, .90 of seven', () => {
    const gold = rows<{ title: string; lead: string; rater_a: number; rater_b: number; relevance: number; english: boolean }>(
      'gold/relevance.jsonl',
    ).filter(({ english }) => english);
    const scored = gold.map((row) => {
      const draft = normalised(row.title, { summary: row.lead });
      const companyAt = tickersOf(row.title, row.lead).find(({ place }) => place === 'title') ?? null;
      const { category } = categoryOf(draft.titleWords, draft.leadWords);
      return { ...row, score: worthOf({ title: draft.titleWords, lead: draft.leadWords, category, companyAt }).relevance };
    });
    const sideOf = (limit: number): number => {
      const sure = scored.filter(({ rater_a, rater_b }) => rater_a >= limit === rater_b >= limit);
      return share(sure.filter(({ rater_a, score }) => rater_a >= limit === score >= limit).length, sure.length);
    };
    expect(share(scored.filter(({ relevance, score }) => Math.abs(relevance - score) <= 1).length, scored.length)).toBeGreaterThan(0.8);
    expect(sideOf(4)).toBeGreaterThan(0.85);
    expect(sideOf(7)).toBeGreaterThan(0.87);
  });
});

function filers(folder: string): SymbolEntry[] {
  const { data } = JSON.parse(gunzipSync(readFileSync(`${folder}/company_tickers_exchange.2025-09.json.gz`)).toString()) as {
    data: [number, string, string, string | null][];
  };
  return data
    .map(([cik, name, ticker, exchange]) => entry(ticker, name, { exchange, cik: String(cik).padStart(10, '0') }))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function spanOf(words: Words, name: string): Span | null {
  const { lower } = wordsOf(name);
  const from = words.lower.findIndex((_, i) => lower.every((word, k) => words.lower[i + k] === word));
  return from < 0 || lower.length === 0 ? null : { from, to: from + lower.length };
}

/** Bagga and Baldwin 1998. */
function bcubed(gold: readonly string[], placed: readonly string[]): { precision: number; recall: number } {
  const count = (keys: readonly string[]): Map<string, number> =>
    keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>());
  const [goldSizes, placedSizes, both] = [count(gold), count(placed), count(gold.map((story, i) => `${story} ${placed[i]}`))];
  let precision = 0;
  let recall = 0;
  gold.forEach((story, i) => {
    const common = both.get(`${story} ${placed[i]}`) ?? 0;
    precision += common / (placedSizes.get(placed[i] ?? '') ?? 1);
    recall += common / (goldSizes.get(story) ?? 1);
  });
  return { precision: precision / gold.length, recall: recall / gold.length };
}
