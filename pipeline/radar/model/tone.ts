/**
 * Computes the tone of a ticker's news in a window, from -1 (all negative) to 1 (all positive): the mean sentiment of its stories, weighted by
 * confidence and freshness. Each story counts once. Articles without a sentiment are left out, because unknown is not neutral.
 */
import { compareText } from '#schemas/compare-text.ts';
import type { ModelParameters } from './parameters.ts';

export interface ToneArticle {
  readonly story: number;
  readonly ageSeconds: number;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly confidence: 'high' | 'medium' | 'low' | null;
}

export interface Tone {
  /** Null when there are too few stories; `reason` then says why. */
  readonly value: number | null;
  /** Number of stories with an article that has a sentiment. */
  readonly usable_stories: number;
  /** Share of the stories with a sentiment; null without stories. */
  readonly coverage: number | null;
  readonly reason: string | null;
}

const scores = { positive: 1, neutral: 0, negative: -1 } as const;
/**
 * Weights proportional to ln(p / (1 - p)), where p = 0.95, 0.75 and 0.6 is the probability that a sentiment is right. With them, a vote of
 * independent judges errs least (Nitzan and Paroush, International Economic Review 23 (1982), 289-297). `npm run evaluate` measures the first p.
 */
const confidenceWeights = { high: 1, medium: 0.37, low: 0.14 } as const;

/** Returns the tone of a ticker's articles; its value is null, with a reason, when too few have a sentiment. */
export function toneOf(articles: readonly ToneArticle[], parameters: ModelParameters): Tone {
  const usable = articles.filter(({ sentiment }) => sentiment !== null);
  const stories = storiesOf(articles);
  const usableStories = usable.length === articles.length ? stories : storiesOf(usable);
  const counted = { usable_stories: usableStories, coverage: stories === 0 ? null : usableStories / stories };
  const reason = reasonAgainst(counted, parameters);
  if (reason !== null) return { value: null, ...counted, reason };
  // Stories and articles are sorted, because sums of fractions depend on their order.
  const byStory = Map.groupBy(usable, ({ story }) => story);
  let sum = 0;
  let weights = 0;
  for (const [, articlesOfStory] of [...byStory].sort(([one], [other]) => one - other)) {
    const { mean, best } = voiceOf(articlesOfStory.sort(compareArticles), parameters);
    // Weights underflow to zero after thousands of half-lives.
    if (best === 0) continue;
    sum += mean * best;
    weights += best;
  }
  return weights === 0
    ? { value: null, ...counted, reason: 'stories_too_old' }
    : { value: Math.max(-1, Math.min(1, sum / weights)) + 0, ...counted, reason: null };
}

/** Returns the mean sentiment of a story, and its weight: the greatest of one article. */
function voiceOf(articles: readonly ToneArticle[], { half_life_seconds }: ModelParameters) {
  let [score, weights, best] = [0, 0, 0];
  for (const { ageSeconds, sentiment, confidence } of articles) {
    const weight = confidenceWeights[confidence ?? 'low'] * 2 ** (-Math.max(ageSeconds, 0) / half_life_seconds);
    score += weight * scores[sentiment!];
    weights += weight;
    best = Math.max(best, weight);
  }
  return { mean: score / weights, best };
}

const storiesOf = (articles: readonly ToneArticle[]): number => new Set(articles.map(({ story }) => story)).size;

function reasonAgainst({ usable_stories, coverage }: Pick<Tone, 'usable_stories' | 'coverage'>, parameters: ModelParameters): string | null {
  if (coverage === null) return 'no_stories';
  if (usable_stories < parameters.min_sentiment_stories) return 'too_few_usable_stories';
  return coverage < parameters.min_sentiment_coverage ? 'too_little_coverage' : null;
}

const compareArticles = (one: ToneArticle, other: ToneArticle): number =>
  one.ageSeconds - other.ageSeconds ||
  compareText(one.sentiment ?? '', other.sentiment ?? '') ||
  compareText(one.confidence ?? 'low', other.confidence ?? 'low');
