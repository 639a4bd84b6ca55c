/**
 * The tone of a ticker's news in a window, from -1 (all negative) to 1 (all positive): the weighted mean of its
 * articles' sentiments, by the confidence of the reading and by freshness, with one voice an outlet. Null with a reason where too
 * few stories tell; an unknown sentiment is left out and never counts as neutral.
 */
import type { ModelParameters } from './parameters.ts';

/** An article; its age is before the cutoff. */
export interface ToneArticle {
  /** Equal for articles of one story. */
  readonly story: number;
  readonly outlet: string;
  readonly ageSeconds: number;
  readonly sentiment: 'positive' | 'neutral' | 'negative' | null;
  readonly confidence: 'high' | 'medium' | 'low' | null;
}

export interface Tone {
  readonly value: number | null;
  /** Stories with an article that has a sentiment. */
  readonly usable_stories: number;
  /** Share of the stories that have a sentiment; null where there are no stories. */
  readonly coverage: number | null;
  readonly reason: string | null;
}

const scores = { positive: 1, neutral: 0, negative: -1 } as const;
/**
 * Proportional to ln(p / (1 - p)) with p = 0.95, 0.75 and 0.6 as the chance that a reading is right: the weights by
 * which a vote of independent judges errs least (Nitzan and Paroush, International Economic Review 23 (1982), 289-297).
 * The first p is what `npm run evaluate` measures of readings of high confidence. A reading that does not say how sure
 * it is weighs as the least.
 */
const confidenceWeights = { high: 1, medium: 0.37, low: 0.14 } as const;

interface Voice {
  /** Sum of weight * score. */
  score: number;
  weight: number;
  /** Weight of its best article: what the outlet's voice weighs as a whole. */
  best: number;
}

export function toneOf(articles: readonly ToneArticle[], parameters: ModelParameters): Tone {
  const usable = articles.filter(({ sentiment }) => sentiment !== null);
  const stories = storiesOf(articles);
  const usableStories = usable.length === articles.length ? stories : storiesOf(usable);
  const counted = { usable_stories: usableStories, coverage: stories === 0 ? null : usableStories / stories };
  const reason = reasonAgainst(counted, parameters);
  if (reason !== null) return { value: null, ...counted, reason };
  // Sums of fractions depend on their order: outlets and the articles of each get one that does not depend on how they came.
  const byOutlet = Map.groupBy(usable, ({ outlet }) => outlet);
  let sum = 0;
  let weights = 0;
  for (const outlet of [...byOutlet.keys()].sort()) {
    const { score, weight, best } = voiceOf(byOutlet.get(outlet)!.sort(compareArticles), parameters);
    if (weight === 0) continue;
    sum += (score / weight) * best;
    weights += best;
  }
  // Ages of thousands of half-lives weigh nothing at all.
  return weights === 0 ? { value: null, ...counted, reason: 'stories_too_old' } : { value: clampTone(sum / weights), ...counted, reason: null };
}

function voiceOf(articles: readonly ToneArticle[], { half_life_seconds }: ModelParameters): Voice {
  const voice = { score: 0, weight: 0, best: 0 };
  for (const { ageSeconds, sentiment, confidence } of articles) {
    const weight = confidenceWeights[confidence ?? 'low'] * 2 ** (-Math.max(ageSeconds, 0) / half_life_seconds);
    voice.score += weight * scores[sentiment!];
    voice.weight += weight;
    voice.best = Math.max(voice.best, weight);
  }
  return voice;
}

function storiesOf(articles: readonly ToneArticle[]): number {
  if (articles.length < 2) return articles.length;
  const stories = new Set<number>();
  for (const { story } of articles) stories.add(story);
  return stories.size;
}

function reasonAgainst({ usable_stories, coverage }: Pick<Tone, 'usable_stories' | 'coverage'>, parameters: ModelParameters): string | null {
  if (coverage === null) return 'no_stories';
  if (usable_stories < parameters.min_sentiment_stories) return 'too_few_usable_stories';
  return coverage < parameters.min_sentiment_coverage ? 'too_little_coverage' : null;
}

const compareArticles = (one: ToneArticle, other: ToneArticle): number =>
  one.ageSeconds - other.ageSeconds ||
  compareText(one.sentiment ?? '', other.sentiment ?? '') ||
  compareText(one.confidence ?? 'low', other.confidence ?? 'low');

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const clampTone = (value: number): number => Math.max(-1, Math.min(1, value)) + 0;
