import { describe, expect, test } from 'vitest';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { scoreVersion } from '#pipeline/refine/article/row-record.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import { at, contextOf, dropIn, rawArticle, rowIn } from '../fixtures.ts';
import { settledAnswer as settled } from '#test/support/model-endpoint.ts';

const lead = 'Nvidia will buy back shares for $50 billion over two years, its board said on Monday. The shares rose 3% in early trading.';
const raw = () => rawArticle('Nvidia announces a $50 billion share buyback', { summary: lead });

/** Returns the row that the article becomes. */
const served = (context: Parameters<typeof contextOf>[0] = {}, article = raw()): FeedRow =>
  rowIn(FeedRecord.parse(refineArticle(article, contextOf(context))));

describe('an article that a model has answered about', () => {
  test('is scored by the answer; its tickers, their evidence, its entities and its story are ours', () => {
    const article = raw();
    const ours = served({}, article);
    const answer = settled(['NVDA'], { relevance_score: 9, category: 'market_movers', information_novelty: 5, actionability_score: 'low' });
    const row = served({ answer }, article);
    expect(row.item.enrichment).toMatchObject({
      relevance_score: 9,
      category: 'market_movers',
      tickers: ['NVDA'],
      ai_trading_insights: { news_trading_value: { actionability_score: 'low', information_novelty: 5 } },
    });
    const [analysis] = row.item.enrichment.ai_trading_insights.ticker_analysis;
    expect(analysis).toEqual({
      ticker: 'NVDA',
      relevance_context: ours.item.enrichment.ai_trading_insights.ticker_analysis[0]?.relevance_context,
      impact_analysis: {
        sentiment: 'positive',
        confidence: 'high',
        reasoning: 'Reading 1 finds NVDA ahead.',
        summary: 'Bullish for NVDA, high confidence.',
        price_impact_prediction: 'Likely higher for NVDA: a large move on the same day.',
      },
    });
    expect(row.item.original.summary).toBe("The model's own words, reading 1. A second sentence.");
    expect(row.key_entities).toEqual(ours.key_entities);
    expect(row.story_id).toBe(ours.story_id);
  });

  test('says so in its score version, and keeps our extract for those that come after it', () => {
    const ours = served();
    const row = served({ answer: settled(['NVDA'], { relevance_score: 7 }) });
    expect(ours.item.score_version).toBe(scoreVersion());
    expect(ours.extract).toBeUndefined();
    expect(row.item.score_version).toBe(`some-model+prompt-1+${scoreVersion()}`);
    expect(row.extract).toBe(ours.item.original.summary);
  });

  test('is still found by its copies, whatever the model wrote as summary', () => {
    const recent = createRecentArticles();
    const row = served({ recent, answer: settled(['NVDA'], { relevance_score: 7 }) });
    recent.apply(row);
    const copy = rawArticle('Nvidia to repurchase stock in a $50 billion plan', { summary: lead, outlet: 'Other Wire' });
    const alone = dropIn(refineArticle(copy, contextOf({ recent, refinedAt: at(1) }))!);
    expect(alone).toMatchObject({ reason: 'near_duplicate', duplicate_of: row.uid });
  });

  test('meets the same gate: below the floor it is a drop, of a market-wide category it needs no ticker', () => {
    const recap = rawArticle('Should you buy Nvidia stock? 7 things to know');
    const low = dropIn(refineArticle(recap, contextOf({ answer: settled(['NVDA'], { relevance_score: 2 }) }))!);
    expect(low).toMatchObject({ reason: 'below_floor', detail: 'relevance 2 of 4: reading 1' });
    const wide = rawArticle('US inflation rises 0.3% in October, CPI report shows');
    const row = served({ answer: settled([], { relevance_score: 8, category: 'geopolitics' }) }, wide);
    expect(row.item.enrichment).toMatchObject({ category: 'geopolitics', tickers: [], relevance_score: 8 });
  });

  test('serves at most three sentences of the model', () => {
    const answer = settled(['NVDA'], { summary: 'One is here. Two is here. Three is here. Four is here.', relevance_score: 7 });
    expect(served({ answer }).item.original.summary).toBe('One is here. Two is here. Three is here.');
  });
});

describe('the built-in enricher decides', () => {
  const ours = served().item.enrichment;

  test.each([
    ['where it was settled so', { v: 1, by: 'built_in', reason: 'timeout' }],
    ['where nothing is settled', null],
    ['where the answer is about another ticker', settled(['AAPL'])],
    ['where the answer is about none', settled([])],
  ] satisfies [string, SettledAnswer | null][])('%s', (_, answer) => {
    const row = served({ answer });
    expect(row.item.enrichment).toEqual(ours);
    expect(row.item.score_version).toBe(scoreVersion());
  });
});
