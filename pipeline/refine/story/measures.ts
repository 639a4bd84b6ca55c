/**
 * Compares an article with an open story: shared terms, what only the article says, and whether companies, numbers and
 * dates agree. weights.ts turns the measures into odds.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { endOf, lengthOf as lengthOfPart, parts, startOf, titleDirections, type Fingerprint, type Part } from '../dedup/fingerprint.ts';
import { informationAt, kindAt, PRESENCE_IN_TITLE, presenceAt, termAt, termKinds, type StoryFeatures, type TermKind } from './features.ts';
import { INFORMATION_MAX, shareOfTexts, STEPS_PER_NAT } from './information.ts';
import { areOfOneSeries, areOtherReports } from './scope.ts';
import { STORY_SPAN_MS, type OpenStory } from './open-stories.ts';

export interface Measures {
  /** Of the two vectors. */
  readonly cosine: number;
  /** Share of the article's information that the story contains too, however seldom. */
  readonly coverage: number;
  /** What both say, in nats, each term by how many of the story's articles say it; and the greatest of it. */
  readonly core: number;
  readonly rarest: number;
  /** Of `core`, what names say. */
  readonly coreNames: number;
  /** Share of the story's vector that lies in the article's terms. */
  readonly storyCovered: number;
  /** How much likelier the story makes the article's words than the language does, in nats. */
  readonly likelihood: number;
  /** Logarithm of how many articles the story is known by. */
  readonly logArticles: number;
  /** Share of the article's names that the story has; and 1 where both have names and none in common. */
  readonly namesCovered: number;
  readonly otherNames: number;
  /** Share of the story's articles on one of its tickers; 1 where both have tickers and none in common; 1 where one has tickers. */
  readonly sameTicker: number;
  readonly otherTicker: number;
  /** 1: several have just written of two of its companies. */
  readonly burst: number;
  readonly oneSidedTicker: number;
  /** 1: its subject's results, takeover or listing, and the story is on such a thing of that subject. */
  readonly sameEvent: number;
  /** 1: both have figures (days) in their titles, and none in common. */
  readonly otherNumber: number;
  /** 1: both are of a known category, and the story of none that the article is of. */
  readonly otherCategory: number;
  /** 1: both give a house's view of a company, and no house in common; 1 where one does. */
  readonly otherRater: number;
  readonly oneSidedRater: number;
  readonly otherDate: number;
  /** 1: the one tells of a rise and the other of a fall. */
  readonly otherDirection: number;
  /** 1: both report of a market or a statistic that is told of anew each day, with other figures or on another day. */
  readonly otherIssue: number;
  /** Logarithm of hours, and one, between the publication of the article and the story's time, 0 within it; and that times `logArticles`. */
  readonly logHours: number;
  readonly silence: number;
}

export interface Placing {
  readonly features: StoryFeatures;
  readonly publishedAtMs: number;
}

/** An article, with what it is compared by. */
export interface PreparedArticle extends Placing {
  /** Of each term how much of what it says counts; and that in nats, its sum, and the length of the vector. */
  readonly shares: readonly number[];
  readonly weights: readonly number[];
  readonly total: number;
  readonly length: number;
  /** Of the terms that are names. */
  readonly names: number;
}

/**
 * How much of what a term says counts: a company's name is in all of its news and says nothing of which event it is (that two
 * articles are on one company is told by their tickers), a kind's word is in all of the kind.
 */
// prettier-ignore
const shareOfKind = { [termKinds.content]: 1, [termKinds.name]: 1, [termKinds.company]: 0, [termKinds.kind]: 0.5, [termKinds.rater]: 1 } as const;

/** A story's own share of a term against the language's (Jelinek-Mercer smoothing), and how many articles the language counts as. */
const STORY_SHARE = 0.7;
const LANGUAGE_ARTICLES = 0.3;
/** Said by this share of its articles, a term is one that the story is about; said by less it may be there by chance. */
const OFTEN = 0.25;
/** However rare a term, a story of many articles says it by chance as often as this. */
const CHANCE_SHARE = 0.001;
/** What a term that the story never says takes, in nats. */
const MISSING = -1;

const HOUR_MS = 3_600_000;

/**
 * A company in common is not enough, there must be a word of what happened, if only of its kind. But where several have
 * just written of two companies, the next that names both writes of the same.
 */
const BURST_HOURS = 3;

/** What markets did and what an office counts is told anew each day. */
const ISSUE_HOURS = 12;

/** Up to this many articles a story is known by what one or two outlets wrote. */
const LITTLE_KNOWN = 2;

export function preparedArticle(placing: Placing): PreparedArticle {
  const { features } = placing;
  const shares: number[] = [];
  const weights: number[] = [];
  let [total, squares, names] = [0, 0, 0];
  for (let at = 0; at < features.size; at += 1) {
    const share = shareAt(features, at);
    const weight = (informationAt(features, at) / STEPS_PER_NAT) * share;
    shares.push(share);
    weights.push(weight);
    total += weight;
    squares += weight * weight;
    if (isName(kindAt(features, at))) names += weight;
  }
  return { ...placing, shares, weights, total, names, length: Math.sqrt(squares) };
}

const isName = (kind: number): boolean => kind === termKinds.name;

const shareAt = (features: StoryFeatures, at: number): number =>
  (presenceAt(features, at) / PRESENCE_IN_TITLE) * shareOfKind[kindAt(features, at) as TermKind];

/**
 * Null where they have nothing in common that says which event it is, lie too far apart, are reports of different markets, statistics or
 * places, or different kinds of news of one company.
 */
export function measuresOf(story: OpenStory, asked: PreparedArticle): Measures | null {
  const { features, shares, weights, total, length, names, publishedAtMs } = asked;
  const [firstMs, lastMs] = [Math.min(story.firstMs, publishedAtMs), Math.max(story.lastMs, publishedAtMs)];
  if (lastMs - firstMs > STORY_SPAN_MS) return null;
  const { ints, at: from, size, tickers } = features;
  const { sums } = story;
  const articles = story.articles.length;
  const only = story.articles[0]?.features ?? features;
  const shared = countShared(tickers, story.tickers);
  if (shared === 0 && areOtherReports(features.scope, story.scope)) return null;
  const isRated = story.articles.some((article) => article.features.hasRaters);
  if (shared > 0 && (features.hasRaters !== isRated || isOtherKind(story, features))) return null;
  // One by one: an array to take apart would be made for every story.
  let other = 0;
  let dot = 0;
  let covered = 0;
  let storyCovered = 0;
  let core = 0;
  let coreNames = 0;
  let rarest = 0;
  let likelihood = 0;
  let content = 0;
  let kinds = 0;
  let namesCovered = 0;
  let raters = 0;
  for (let at = 0; at < size; at += 1) {
    const term = ints[from + at] ?? 0;
    const weight = weights[at] ?? 0;
    const kind = kindAt(features, at);
    if (kind === termKinds.company) continue;
    let sum = 0;
    if (sums !== null) sum = sums.get(term) ?? 0;
    else {
      // Both ascend.
      while (other < only.size && termAt(only, other) < term) other += 1;
      if (other < only.size && termAt(only, other) === term && kindAt(only, other) !== termKinds.company) sum = presenceAt(only, other);
    }
    const share = shares[at] ?? 0;
    if (sum === 0) {
      likelihood += MISSING * share;
      continue;
    }
    const said = sum / (PRESENCE_IN_TITLE * articles);
    const information = informationAt(features, at);
    dot += (weight * said * information) / STEPS_PER_NAT;
    covered += weight * Math.min(1, said / OFTEN);
    core += weight * said;
    if (weight * said > rarest) rarest = weight * said;
    storyCovered += (information * sum) ** 2;
    if (isName(kind)) {
      namesCovered += weight * Math.min(1, said / OFTEN);
      coreNames += weight * said;
    }
    if (kind === termKinds.rater) raters += 1;
    if (kind === termKinds.kind) kinds += 1;
    else content += 1;
    const language = Math.max(CHANCE_SHARE, shareOfTexts[Math.min(information, INFORMATION_MAX)] ?? 0);
    const smoothed = (said * articles + LANGUAGE_ARTICLES * language) / (articles + LANGUAGE_ARTICLES);
    likelihood += share * Math.max(MISSING, Math.log((STORY_SHARE * smoothed + (1 - STORY_SHARE) * language) / language));
  }
  const sameEvent = isSameEvent(story, features);
  const newest = story.articles.at(-1);
  const hours = (lastMs - firstMs - (story.lastMs - story.firstMs)) / HOUR_MS;
  // Companies, and nothing else in common.
  const isBurst = shared > 1 && articles > LITTLE_KNOWN && hours < BURST_HOURS;
  if (content === 0 && !sameEvent && !(shared > 0 && (kinds > 0 || isBurst))) return null;
  const otherNumber = story.articles.every((article) => saysOther(features.fingerprint, article.features.fingerprint, parts.titleNumbers));
  const isReport = shared === 0 && areOfOneSeries(features.scope, story.scope);
  const storyLength = Math.sqrt(story.squares) / (STEPS_PER_NAT * PRESENCE_IN_TITLE * articles);
  const logArticles = Math.log(articles);
  const logHours = Math.log1p(hours);
  return {
    cosine: length * storyLength === 0 ? 0 : dot / (length * storyLength),
    coverage: total === 0 ? 0 : covered / total,
    core,
    rarest,
    coreNames,
    storyCovered: story.squares === 0 ? 0 : storyCovered / story.squares,
    likelihood,
    logArticles,
    namesCovered: names === 0 ? 0 : namesCovered / names,
    otherNames: asNumber(names > 0 && namesCovered === 0 && story.articles.some((article) => article.features.hasNames)),
    sameTicker:
      shared > 0 ? story.articles.filter((article) => article.features.tickers.some((ticker) => tickers.includes(ticker))).length / articles : 0,
    burst: asNumber(isBurst),
    otherTicker: asNumber(shared === 0 && tickers.length > 0 && story.tickers.length > 0),
    oneSidedTicker: asNumber(tickers.length > 0 !== story.tickers.length > 0),
    sameEvent: asNumber(sameEvent),
    otherNumber: asNumber(otherNumber),
    otherRater: asNumber(features.hasRaters && isRated && raters === 0),
    oneSidedRater: asNumber(features.hasRaters !== isRated),
    otherCategory: asNumber(isOtherCategory(story, features)),
    otherIssue: asNumber(isReport && (otherNumber || hours > ISSUE_HOURS)),
    otherDirection: asNumber(
      articles <= LITTLE_KNOWN &&
        story.articles.every((article) => isOther(titleDirections(features.fingerprint), titleDirections(article.features.fingerprint))),
    ),
    otherDate: asNumber(newest !== undefined && saysOther(features.fingerprint, newest.features.fingerprint, parts.titleCalendar)),
    logHours,
    silence: logHours * logArticles,
  };
}

function countShared(tickers: readonly string[], others: readonly string[]): number {
  let shared = 0;
  for (const ticker of tickers) if (others.includes(ticker)) shared += 1;
  return shared;
}

const asNumber = (isSo: boolean): number => (isSo ? 1 : 0);

/** Bits of the two ways; a title may have both. */
const isOther = (a: number, b: number): boolean => a !== 0 && b !== 0 && (a & b) === 0;

/** One company's results, its takeover or its listing within three days: hardly ever two events. */
const ONCE: ReadonlySet<Category> = new Set(['earnings', 'mergers_acquisitions', 'ipo']);

const isOtherCategory = ({ categories }: OpenStory, { category }: StoryFeatures): boolean =>
  category !== null && category !== 'other' && !categories.includes(category) && categories.some((known) => known !== 'other');

/** Hardly anybody takes one of these for another: results, a takeover, a ruling, a dividend. Products, sectors and moves of a price may be any event's. */
const CLEAR_KINDS: ReadonlySet<string> = new Set<Category>(['earnings', 'mergers_acquisitions', 'ipo', 'regulation', 'corporate_actions', 'insider']);

/** Whatever words they share, a row of one kind under the root of another would be neither served under `collapse=story` nor pushed. */
const isOtherKind = ({ categories }: OpenStory, { category }: StoryFeatures): boolean =>
  category !== null && CLEAR_KINDS.has(category) && !categories.includes(category) && categories.some((known) => CLEAR_KINDS.has(known));

/** The first ticker is the subject. */
const isSameEvent = (story: OpenStory, { category, tickers }: StoryFeatures): boolean =>
  category !== null && ONCE.has(category) && story.categories.includes(category) && story.tickers.includes(tickers[0] ?? '');

/** Both have such marks, and none that both have. */
function saysOther(a: Fingerprint, b: Fingerprint, part: Part): boolean {
  if (lengthOfPart(a, part) === 0 || lengthOfPart(b, part) === 0) return false;
  for (let i = startOf(a, part); i < endOf(a, part); i += 1)
    for (let j = startOf(b, part); j < endOf(b, part); j += 1) if (a.ints[i] === b.ints[j]) return false;
  return true;
}
