/** Measures how an article and an open story agree in terms, companies, numbers and dates. weights.ts turns the measures into odds. */
import type { Category } from '#schemas/vocabulary.ts';
import { haveOtherActors } from '../dedup/compare-texts.ts';
import {
  endOf,
  lengthOf as lengthOfPart,
  sections,
  startOf,
  titleCurrencies,
  titleDirections,
  type Fingerprint,
  type FingerprintSection,
} from '../dedup/fingerprint.ts';
import { informationAt, kindAt, PRESENCE_IN_TITLE, presenceAt, termAt, termKinds, type StoryFeatures, type TermKind } from './features.ts';
import { INFORMATION_MAX, shareOfTexts, STEPS_PER_NAT } from './information.ts';
import { areOtherPeriods } from './periods.ts';
import { compareParties } from './compare-parties.ts';
import {
  areOfOneDecision,
  areOfOneSeries,
  areOfOneStatistic,
  areOpposed,
  areOtherCountries,
  areOtherReports,
  nameOtherCountries,
  type Scope,
} from './scope.ts';
import { STORY_SPAN_MS, type OpenStory } from './open-stories.ts';

export interface Measures {
  readonly cosine: number;
  /** Share of the article's information that the story contains too. Terms that few articles of the story have count in part. */
  readonly coverage: number;
  /** Sum over shared terms of their information in nats, each times the share of the story's articles that have the term. */
  readonly core: number;
  /** Greatest summand of `core`. */
  readonly rarest: number;
  /** Share of `core` that comes from names. */
  readonly coreNames: number;
  /** Share of the story's squared vector that is in terms of the article. */
  readonly storyCovered: number;
  /** Log-likelihood of the article's words in the story against the language, in nats. */
  readonly likelihood: number;
  readonly logArticles: number;
  /** Share of the article's names that the story has. */
  readonly namesCovered: number;
  /** 1: both have names, and none in common. */
  readonly otherNames: number;
  /** 1: `otherNames`, and each title begins with a name that the other text lacks: one template with two actors. */
  readonly otherActor: number;
  /** Share of the story's articles that have a ticker of this article. */
  readonly sameTicker: number;
  /** 1: both have tickers, and none in common. */
  readonly otherTicker: number;
  /** 1: the story got several articles within hours, and shares two companies with this one. */
  readonly burst: number;
  /** 1: only one of the two has tickers. */
  readonly oneSidedTicker: number;
  /** 1: the article is on results, a takeover or a listing of its subject, and so is the story. */
  readonly sameEvent: number;
  /** 1: both report on a statistic of one country with a figure in common, or on one decision of its central bank. */
  readonly sameReport: number;
  /** 1: both have figures in their titles, and none in common. */
  readonly otherNumber: number;
  /** 1: both have a known category, and the story lacks the article's. */
  readonly otherCategory: number;
  /** 1: both give a broker's view of a company, and have no broker in common. */
  readonly otherRater: number;
  /** 1: only one of the two gives a broker's view. */
  readonly oneSidedRater: number;
  /** 1: both have days in their titles, and none in common. */
  readonly otherDate: number;
  /** 1: one reports a rise and the other a fall. */
  readonly otherDirection: number;
  /** 1: both report on a market or a statistic of every day, with other figures or hours apart. */
  readonly otherIssue: number;
  /** Logarithm of one plus the hours between the article's publication and the story's time span; 0 within the span. */
  readonly logHours: number;
  /** `logHours` times `logArticles`. */
  readonly silence: number;
}

export interface Placing {
  readonly features: StoryFeatures;
  readonly publishedAtMs: number;
}

interface PreparedArticle extends Placing {
  /** Share of the information of each term that counts. */
  readonly shares: readonly number[];
  /** Information of each term that counts, in nats. */
  readonly weights: readonly number[];
  /** Sum of `weights`. */
  readonly total: number;
  /** Length of the vector `weights`. */
  readonly length: number;
  /** Sum of the weights of names. */
  readonly names: number;
}

/**
 * Share of a term's information that counts, by kind. Names of companies do not identify an event, because they are in all news of the company,
 * and tickers are compared separately. A word for a kind of event is in all news of that kind.
 */
// prettier-ignore
const shareOfKind = { [termKinds.content]: 1, [termKinds.name]: 1, [termKinds.company]: 0, [termKinds.kind]: 0.5, [termKinds.rater]: 1, [termKinds.figure]: 0.5 } as const;

/** Weight of the word frequencies of a story against those of all news (Jelinek-Mercer smoothing). */
const STORY_SHARE = 0.7;
/** Number of articles as which all news counts in the frequencies of a story. */
const LANGUAGE_ARTICLES = 0.3;
/** Share of a story's articles from which a term counts in full; a rarer one may be there by chance. */
const OFTEN = 0.25;
/** Least share of a term in all news, because a story of many articles has even a rare term this often by chance. */
const CHANCE_SHARE = 0.001;
/** Log-likelihood of a term that the story lacks, in nats. */
const MISSING = -1;

const HOUR_MS = 3_600_000;

/** Hours within which two common companies identify the event of a story; otherwise a word about the event must be shared too. */
const BURST_HOURS = 3;

/** Hours after which a report on a market or a statistic starts a new story, because such reports come every day. */
const ISSUE_HOURS = 12;

/** Information in nats below which a single common word (`hit`, `cuts`) does not identify the event. */
const VAGUE = 5;

/** Number of articles up to which a story depends on one or two outlets. */
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
 * Returns the measures, or null when the two cannot be on one event: no shared term identifies it, they are too far apart in time, report on
 * different markets, statistics or places, or are different kinds of news on one company.
 */
export function measuresOf(story: OpenStory, prepared: PreparedArticle): Measures | null {
  const { features, shares, weights, total, length, names, publishedAtMs } = prepared;
  const [firstMs, lastMs] = [Math.min(story.firstMs, publishedAtMs), Math.max(story.lastMs, publishedAtMs)];
  if (lastMs - firstMs > STORY_SPAN_MS) return null;
  const { ints, at: from, size, tickers } = features;
  const { sums } = story;
  const articles = story.articles.length;
  const only = story.articles[0]?.features ?? features;
  if (isOtherPeriod(story, features)) return null;
  const shared = countShared(tickers, story.tickers);
  if (shared === 0 && isOtherReport(story, features)) return null;
  const isRated = story.articles.some((article) => article.features.hasRaters);
  if (
    shared > 0 &&
    (features.hasRaters !== isRated ||
      isOtherKind(story, features) ||
      isOtherAuthority(story, features) ||
      isOtherMove(story, features) ||
      isOtherDeal(story, features))
  )
    return null;
  // Single variables, because an array to destructure would be allocated for every story.
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
  let figures = 0;
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
    else if (kind === termKinds.figure) figures += 1;
    else content += 1;
    const language = Math.max(CHANCE_SHARE, shareOfTexts[Math.min(information, INFORMATION_MAX)] ?? 0);
    const smoothed = (said * articles + LANGUAGE_ARTICLES * language) / (articles + LANGUAGE_ARTICLES);
    likelihood += share * Math.max(MISSING, Math.log((STORY_SHARE * smoothed + (1 - STORY_SHARE) * language) / language));
  }
  const sameEvent = isSameEvent(story, features);
  const newest = story.articles.at(-1);
  const hours = (lastMs - firstMs - (story.lastMs - story.firstMs)) / HOUR_MS;
  const isBurst = shared > 1 && articles > LITTLE_KNOWN && hours < BURST_HOURS;
  const isDecision = hours < ISSUE_HOURS && areOfOneDecision(features.scope, story.scope);
  // Titles on one decision differ in figures: some give the new rate, some the change.
  const otherNumber = !isDecision && story.articles.every((article) => areOtherNumbers(features.fingerprint, article.features.fingerprint));
  if (shared > 0 && otherNumber && isOther(features.results, resultsOf(story))) return null;
  const sameReport =
    isDecision || (shared === 0 && figures > 0 && !otherNumber && hours < ISSUE_HOURS && areOfOneStatistic(features.scope, story.scope));
  const isVague = articles <= LITTLE_KNOWN && content === 1 && kinds + figures === 0 && rarest < VAGUE;
  if (shared > 0 && isVague && !sameEvent) return null;
  if (content === 0 && !sameEvent && !sameReport && !(shared > 0 && (kinds > 0 || figures > 0 || isBurst))) return null;
  const isOtherName = names > 0 && namesCovered === 0 && story.articles.some((article) => article.features.hasNames);
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
    otherNames: asNumber(isOtherName),
    otherActor: asNumber(
      isOtherName &&
        shared === 0 &&
        articles <= LITTLE_KNOWN &&
        story.articles.every((article) => haveOtherActors(features.fingerprint, article.features.fingerprint)),
    ),
    sameTicker:
      shared > 0 ? story.articles.filter((article) => article.features.tickers.some((ticker) => tickers.includes(ticker))).length / articles : 0,
    burst: asNumber(isBurst),
    otherTicker: asNumber(shared === 0 && tickers.length > 0 && story.tickers.length > 0),
    oneSidedTicker: asNumber(tickers.length > 0 !== story.tickers.length > 0),
    sameEvent: asNumber(sameEvent),
    sameReport: asNumber(sameReport),
    otherNumber: asNumber(otherNumber),
    otherRater: asNumber(features.hasRaters && isRated && raters === 0),
    oneSidedRater: asNumber(features.hasRaters !== isRated),
    otherCategory: asNumber(isOtherCategory(story, features)),
    otherIssue: asNumber(isReport && (otherNumber || hours > ISSUE_HOURS)),
    otherDirection: asNumber(
      articles <= LITTLE_KNOWN &&
        story.articles.every((article) => isOther(titleDirections(features.fingerprint), titleDirections(article.features.fingerprint))),
    ),
    otherDate: asNumber(newest !== undefined && saysOther(features.fingerprint, newest.features.fingerprint, sections.titleCalendar)),
    logHours,
    silence: logHours * logArticles,
  };
}

/** Returns whether the scope, or half of the story's articles, are on another market, statistic, place or direction. */
function isOtherReport({ articles, scope, categories }: OpenStory, { scope: own, category }: StoryFeatures): boolean {
  const isMacro = categories.some((known) => OF_COUNTRIES.has(known)) && (category === null || OF_COUNTRIES.has(category));
  // Countries do not separate deals, which have two sides, nor events that many outlets report.
  const isDeal = category === 'mergers_acquisitions' || categories.includes('mergers_acquisitions');
  const isOfCountries = isMacro || (!isDeal && articles.length <= LITTLE_KNOWN);
  const areOther = (other: Scope): boolean =>
    areOtherReports(own, other) ||
    (isOfCountries && areOtherCountries(own, other)) ||
    (category === 'geopolitics' && categories.includes(category) && nameOtherCountries(own, other));
  if (areOther(scope)) return true;
  return 2 * articles.filter(({ features }) => areOther(features.scope)).length >= articles.length;
}

/** Categories of news about the countries that it names. */
const OF_COUNTRIES: ReadonlySet<string> = new Set<Category>(['geopolitics', 'macro_economy', 'commodities']);

function countShared(tickers: readonly string[], others: readonly string[]): number {
  let shared = 0;
  for (const ticker of tickers) if (others.includes(ticker)) shared += 1;
  return shared;
}

const asNumber = (isSo: boolean): number => (isSo ? 1 : 0);

/** Returns whether both have bits, and none in common. */
const isOther = (a: number, b: number): boolean => a !== 0 && b !== 0 && (a & b) === 0;

/** Categories of events of which a company hardly ever has two within three days. */
const ONCE: ReadonlySet<Category> = new Set(['earnings', 'mergers_acquisitions', 'ipo']);

const isOtherCategory = ({ categories }: OpenStory, { category }: StoryFeatures): boolean =>
  category !== null && category !== 'other' && !categories.includes(category) && categories.some((known) => known !== 'other');

/** Categories that are hardly ever confused. Products, sectors and price moves may belong to any event. */
const CLEAR_KINDS: ReadonlySet<string> = new Set<Category>(['earnings', 'mergers_acquisitions', 'ipo', 'regulation', 'corporate_actions', 'insider']);

/** Returns the figures that the titles of a story report. Articles with both results and guidance belong to events of either. */
const resultsOf = ({ articles }: OpenStory): number => articles.reduce((bits, { features }) => bits | features.results, 0);

/** Returns whether the clear kinds differ. Below a root of another kind a row would be hidden by `collapse=story` and not delivered. */
const isOtherKind = ({ categories }: OpenStory, { category }: StoryFeatures): boolean =>
  category !== null && CLEAR_KINDS.has(category) && !categories.includes(category) && categories.some((known) => CLEAR_KINDS.has(known));

const isOtherAuthority = ({ categories, scope }: OpenStory, { category, scope: own }: StoryFeatures): boolean =>
  category === 'regulation' && categories.includes(category) && areOtherCountries(own, scope);

const isOtherPeriod = ({ articles }: OpenStory, { periods }: StoryFeatures): boolean =>
  periods !== 0 && 2 * articles.filter(({ features }) => areOtherPeriods(features.periods, periods)).length >= articles.length;

/** Returns whether at least half of the story's articles have the price or a market move the other way. */
const isOtherMove = ({ articles }: OpenStory, { scope }: StoryFeatures): boolean =>
  2 * articles.filter(({ features }) => areOpposed(features.scope, scope)).length >= articles.length;

/** Returns whether half of the story's articles name other parties or the other side, and none the same. Results name rivals and products. */
function isOtherDeal({ articles, categories }: OpenStory, article: StoryFeatures): boolean {
  if (article.category === 'earnings') return false;
  const isTakeover = article.category === 'mergers_acquisitions' && categories.includes(article.category);
  const directions = titleDirections(article.fingerprint);
  let others = 0;
  for (const { features } of articles) {
    const parties = compareParties(article, features);
    if (parties === 'same') return false;
    // One company hardly buys and sells within days.
    const isOtherSide = isTakeover && features.tickers[0] === article.tickers[0] && isOther(directions, titleDirections(features.fingerprint));
    if (parties === 'other' || isOtherSide) others += 1;
  }
  return 2 * others >= articles.length;
}

/** Returns whether article and story are on the same event of `ONCE`. The first ticker is the subject of the article. */
const isSameEvent = (story: OpenStory, { category, tickers }: StoryFeatures): boolean =>
  category !== null && ONCE.has(category) && story.categories.includes(category) && story.tickers.includes(tickers[0] ?? '');

/** Returns whether both titles have figures, and none in common. Sums in two currencies may be one sum. */
const areOtherNumbers = (a: Fingerprint, b: Fingerprint): boolean =>
  saysOther(a, b, sections.titleNumbers) && !isOther(titleCurrencies(a), titleCurrencies(b));

/** Returns whether both have marks in a section, and none in common. */
function saysOther(a: Fingerprint, b: Fingerprint, part: FingerprintSection): boolean {
  if (lengthOfPart(a, part) === 0 || lengthOfPart(b, part) === 0) return false;
  for (let i = startOf(a, part); i < endOf(a, part); i += 1)
    for (let j = startOf(b, part); j < endOf(b, part); j += 1) if (a.ints[i] === b.ints[j]) return false;
  return true;
}
