/** Makes a story's card and body from its materials, i.e. its articles. Every text is copied from one of them. */
import type { Story, StoryCard } from '#schemas/story.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import { factsOf, type Facts } from './facts.ts';
import type { Material } from './material.ts';
import type { Outline } from './outline.ts';

/** Maximum number of materials whose texts are compared; hundreds of outlets may carry a story. */
const materialsReadMax = 100;

export interface ReadStory extends Outline {
  readonly facts: Facts;
  /** The materials whose texts were compared, in order of arrival. */
  readonly read: readonly Material[];
  /** When the facts last changed, or a second publisher joined a story without facts, in milliseconds since the epoch. */
  readonly updatedAtMs: number;
}

export function readStory(outline: Outline): ReadStory {
  const read = outline.materials.toSorted((a, b) => a.seq - b.seq).slice(0, materialsReadMax);
  const facts = factsOf(read);
  return { ...outline, facts, read, updatedAtMs: facts.changedAtMs ?? secondPublisherAtMs(outline) };
}

function secondPublisherAtMs({ materials }: Outline): number {
  const [first] = materials;
  return (materials.find(({ owner }) => owner !== first!.owner) ?? first!).publishedAtMs;
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

export function cardOf(story: ReadStory): StoryCard {
  const { storyId: story_id, importance, category, tickers, publishers, materials, read } = story;
  const { title, summary } = leadOf(story);
  return {
    story_id,
    title,
    summary,
    importance,
    category,
    tickers: [...tickers],
    publishers,
    materials: materials.length,
    first_published_at: instantOf(story.firstPublishedAtMs),
    last_material_at: instantOf(story.lastMaterialAtMs),
    updated_at: instantOf(story.updatedAtMs),
    summary_state: summary === '' ? 'preparing' : read.length < materials.length ? 'stale' : 'published',
  };
}

/**
 * Returns the material that represents the story. Materials are ranked by whether they name a ticker of the story, whether they have a
 * summary, the number of agreed claims that they state, their score, then arrival.
 */
function leadOf({ read, facts, tickers }: ReadStory): Material {
  const rankOf = ({ uid, summary, enrichment }: Material): readonly number[] => [
    Number(enrichment.tickers.some((ticker) => tickers.includes(ticker))),
    Number(summary !== ''),
    facts.agreedIn(uid),
    enrichment.relevance_score,
  ];
  return read.reduce((best, material) => (compare(rankOf(material), rankOf(best)) > 0 ? material : best));
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - b[at]!).find((difference) => difference !== 0) ?? 0;

export function bodyOf(story: ReadStory): Story {
  const { facts, materials, read, tickers, publishers } = story;
  const first = materials[0]!;
  const takes = tickers.flatMap((ticker) => takeOf(ticker, read) ?? []);
  return {
    ...cardOf(story),
    why_it_matters: [...new Set([...effectsOf(leadOf(story)), ...takes.map(({ prediction }) => prediction)])].filter((text) => text !== '').join(' '),
    key_facts: facts.keyFacts,
    ticker_takes: takes.map(({ ticker, impact, note }) => ({ ticker, impact, note })),
    uncertainties: [...facts.uncertainties],
    first_source: { uid: first.uid, publisher: first.publisher, time_published: instantOf(first.publishedAtMs) },
    corroborated_by: publishers - 1,
    tickers_over_time: tickersOverTime(materials),
    based_on: read.length,
    materials_at_build: read.length,
    new_materials: materials.length - read.length,
    revision_generated_at: instantOf(Math.max(...read.map(({ createdAtMs }) => createdAtMs))),
    indexable: false,
  };
}

function tickersOverTime(materials: readonly Material[]): Story['tickers_over_time'] {
  const naming = materials.flatMap((material) => material.enrichment.tickers.map((ticker) => ({ ticker, material })));
  return [...Map.groupBy(naming, ({ ticker }) => ticker)].map(([ticker, of]) => ({
    ticker,
    first_named_at: instantOf(of[0]!.material.publishedAtMs),
    last_named_at: instantOf(of.at(-1)!.material.publishedAtMs),
    publishers: new Set(of.map(({ material }) => material.owner)).size,
  }));
}

/** Returns the effects on the market, sectors and regions that an article's reading states; '' for each that it does not state. */
function effectsOf({ enrichment: { ai_trading_insights: insights } }: Material): string[] {
  const { sector_implications, regional_market_impact, global_market_relevance } = insights.indirect_market_effects;
  return [global_market_relevance, sector_implications, regional_market_impact];
}

/** A ticker's direction, with the price move that an article of this direction expects. */
type Take = Story['ticker_takes'][number] & { readonly prediction: string };

/** Returns the direction that most publishers expect; null if no article gives one for the ticker. */
function takeOf(ticker: string, read: readonly Material[]): Take | null {
  const readings = read.flatMap(({ owner, enrichment }) =>
    enrichment.ai_trading_insights.ticker_analysis
      .filter((analysis) => analysis.ticker === ticker)
      .map(({ impact_analysis }) => ({ owner, score: enrichment.relevance_score, ...impact_analysis })),
  );
  if (readings.length === 0) return null;
  // Each publisher counts with its last article. A tie is neutral.
  const votes = [...new Map(readings.map(({ owner, sentiment }) => [owner, sentiment])).values()];
  const countOf = (wanted: Sentiment): number => votes.filter((sentiment) => sentiment === wanted).length;
  const [up, down] = [countOf('positive'), countOf('negative')];
  const most = Math.max(up, down);
  const impact = up === down || most * 2 < votes.length ? 'neutral' : up > down ? 'positive' : 'negative';
  const agreeing = readings.filter(({ sentiment }) => sentiment === impact).toSorted((a, b) => b.score - a.score);
  const prediction = agreeing.find(({ price_impact_prediction: move }) => move !== '')?.price_impact_prediction ?? '';
  return { ticker, impact, note: agreeing[0]?.reasoning ?? '', prediction };
}
