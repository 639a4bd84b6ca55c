import { expect, test } from 'vitest';
import { bodyOf, readStory } from '#api/stories/card.ts';
import { materialOf, type Material } from '#api/stories/material.ts';
import { outlineOf } from '#api/stories/outline.ts';
import type { Story } from '#schemas/story.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { articleOf, minutesAgo } from './stories-ground.ts';

interface Reading {
  readonly by: string;
  readonly sentiment: Sentiment;
  readonly prediction?: string;
  readonly relevance?: number;
}

/** Returns an article about Acme with this reading. */
function material({ by, sentiment, prediction = '', relevance = 7 }: Reading, at: number): Material {
  const publishedAt = minutesAgo(100 - at);
  const { uid, item } = articleOf(`${by}.example`, `${by} ${at}`, { publishedAt, relevance });
  Object.assign(item.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis, {
    sentiment,
    reasoning: `${by} reads ${sentiment}.`,
    price_impact_prediction: prediction,
  });
  const [publishedAtMs, doc] = [Date.parse(publishedAt), JSON.stringify(item)];
  return materialOf({ seq: at + 1, version: 0, uid, storyId: uid, isRoot: true, publishedAtMs, createdAtMs: publishedAtMs, doc });
}

const bodyFor = (...readings: readonly Reading[]): Story => bodyOf(readStory(outlineOf('a'.repeat(16), readings.map(material))!));

const [higher, lower] = ['Likely higher for ACME: a large move.', 'Likely lower for ACME: a small move.'];

test('a card has the expected move of the direction that most publishers give, whichever article has the headline', () => {
  const body = bodyFor(
    { by: 'wire', sentiment: 'positive', prediction: higher, relevance: 10 },
    { by: 'daily', sentiment: 'negative', prediction: lower },
    { by: 'post', sentiment: 'negative' },
  );
  expect(body.ticker_takes).toEqual([{ ticker: 'ACME', impact: 'negative', note: 'daily reads negative.' }]);
  expect(body.why_it_matters).toBe(lower);
});

test('a card has no expected move if publishers differ', () => {
  const body = bodyFor({ by: 'wire', sentiment: 'positive', prediction: higher }, { by: 'daily', sentiment: 'negative', prediction: lower });
  expect(body).toMatchObject({ ticker_takes: [{ ticker: 'ACME', impact: 'neutral' }], why_it_matters: '' });
});
