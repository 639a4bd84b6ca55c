/**
 * How much an article is worth to somebody who trades, 1-10 by the bands of service.md 2.1, how new what it
 * says is, and whether one can act on it. It rates the article, not the company; only its text decides.
 */
import { macroCategories, type ActionabilityScore, type Category } from '#schemas/vocabulary.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { Draft } from '../article/draft.ts';
import { isWanted } from './desk.ts';
import { kinds, usualRelevance, type Kind } from './kinds.ts';
import { polarityOf, type Span } from '../sentiment/polarity.ts';
import { readSentiment } from '../sentiment/read.ts';
import { compilePhrases, findOverlapping } from '../text/phrases.ts';
import type { Words } from '../text/words.ts';

export interface Worth {
  readonly relevance: number;
  readonly reason: string;
  readonly novelty: number;
  readonly actionability: ActionabilityScore;
}

export interface Rated {
  readonly title: Words;
  readonly lead: Words;
  readonly category: Category;
  /** Words of the title that name its first company; null when it names none. */
  readonly companyAt: Span | null;
}

/** By the exchange's code of a halt: what stops a market or a company's news comes before pauses that end by themselves. */
const haltScores: Readonly<Record<string, number>> = {
  MWC1: 10,
  MWC2: 10,
  MWC3: 10,
  H10: 9,
  T1: 8,
  T12: 8,
  H11: 8,
  D: 8,
  T2: 7,
  H4: 7,
  H9: 7,
  T5: 6,
  T6: 6,
  LUDP: 6,
  LUDS: 6,
  M: 6,
};
const OTHER_HALT = 5;

export function putRelevance(draft: Draft): Outcome<Draft> {
  const halt = draft.raw.halt_reason;
  if (halt !== undefined) {
    const relevance = haltScores[halt] ?? OTHER_HALT;
    const actionability = relevance > OTHER_HALT ? 'high' : 'medium';
    return keep({ ...draft, relevance, relevanceReason: 'halt of trading', novelty: relevance, actionability });
  }
  const worth = worthOf({
    title: draft.titleWords,
    lead: draft.leadWords,
    category: draft.category,
    companyAt: draft.mentions.find(({ place }) => place === 'title') ?? null,
  });
  const { relevance, reason, novelty, actionability } = unlessUnwanted(worth, draft);
  return keep({ ...draft, relevance, relevanceReason: reason, novelty, actionability });
}

const UNWANTED: Worth = { relevance: 2, reason: 'no news of markets', novelty: 1, actionability: 'negligible' };
/** Less than this is seldom served: the judge of what a desk wants need not be asked. */
const ASKED_FROM = 4;

function unlessUnwanted(worth: Worth, { titleWords, leadWords, mentions, category }: Draft): Worth {
  const hasCompany = mentions.length > 0;
  // Without either it is not served, whatever the judge says.
  if (worth.relevance < ASKED_FROM || (!hasCompany && !macro.has(category))) return worth;
  return isWanted(titleWords, leadWords, isMarketWide(category, hasCompany)) ? worth : UNWANTED;
}
const isMarketWide = (category: Category, hasCompany: boolean): boolean => (hasCompany ? category === 'geopolitics' : macro.has(category));

const kindsByPhrase = compilePhrases(phrasesOfKinds());

export function worthOf(rated: Rated): Worth {
  const matched = matchedKinds(rated.title);
  const ceilings = [...matched].filter((kind) => kind.isDerivative && (kind !== HOLDINGS || rated.category !== 'mergers_acquisitions'));
  // What a lead alone proves is a solicitation: other words of the kinds below stand in any article.
  if (ceilings.length === 0 && SOLICITED.test(rated.lead.text) && matchedKinds(rated.lead).has(SOLICITATION)) ceilings.push(SOLICITATION);
  const ceiling = leastOf(ceilings);
  if (ceiling !== null) return ceiling === OPINION ? opinionWorth(rated) : derivativeWorth(ceiling, rated);
  // `sues`, `names`, `sees`: without a company in the headline they tell of anything.
  const isGeneral = rated.companyAt === null && macro.has(rated.category);
  const best = mostOf([...matched].filter(({ name, isDerivative }) => !isDerivative && !(isGeneral && GENERAL_KINDS.has(name))));
  if (EPISODE.test(rated.title.text)) return worthOfKind(NO_NEWS);
  if (isOpinion(rated, best)) return opinionWorth(rated);
  if (best === null) return usualWorth(rated);
  // `Copper slips on data from China`: a datapoint, where a company's move on its news is more.
  if (best.name === MOVE && rated.companyAt === null) return { ...worthOfKind(best), relevance: DATAPOINT_RELEVANCE, actionability: 'medium' };
  if (isAboutMarkets(rated) || !GENERAL_KINDS.has(best.name)) return worthOfKind(best);
  return { ...worthOfKind(best), relevance: Math.min(best.relevance, usualRelevance[rated.category]) };
}

const macro: ReadonlySet<Category> = new Set(macroCategories);

/** An opinion or a list about nothing that is traded is worth less still. */
const derivativeWorth = (kind: Kind, rated: Rated): Worth =>
  OF_MARKETS.has(kind.name) || isAboutMarkets(rated)
    ? worthOfKind(kind)
    : { ...worthOfKind(kind), relevance: Math.max(1, kind.relevance - 2), actionability: 'negligible' };

/** Kinds that tell of markets whomever they name. */
const OF_MARKETS: ReadonlySet<string> = new Set(['list of movers', 'list of ratings', 'fund holdings write-up', 'market wrap', 'calendar of events']);

const GENERAL_KINDS: ReadonlySet<string> = new Set([
  'company news',
  'legal action',
  'appointment',
  'change at the top',
  'operating figures',
  'acquisition',
  'bankruptcy or default',
]);

const isAboutMarkets = ({ companyAt, category }: Rated): boolean => companyAt !== null || MARKET_CATEGORIES.has(category);

const MARKET_CATEGORIES: ReadonlySet<Category> = new Set([
  'macro_economy',
  'commodities',
  'geopolitics',
  'earnings',
  'mergers_acquisitions',
  'ipo',
  'market_movers',
  'corporate_actions',
]);

const named = (name: string): Kind => {
  const found = kinds.find((kind) => kind.name === name);
  if (found === undefined) throw new Error(`no kind ${name}`);
  return found;
};
const SOLICITATION = named('solicitation by a law firm');
/** Without one of these a lead solicits nobody. */
const SOLICITED =
  /\b(?:class action|class period|law firm|law offices|lead plaintiff|on behalf of|suffered losses|losses in excess|securities fraud)\b/i;
/** Whoever buys in order to have a say makes news; the quarterly lists of funds do not, and are no takeovers (category.ts). */
const HOLDINGS = named('fund holdings write-up');
const NO_NEWS = named('no news of markets');
const OPINION = named('opinion');

/** What results and the economy are thought to mean is a recap of them. */
const RECAPPED: ReadonlySet<Category> = new Set(['earnings', 'macro_economy']);
const RECAP_RELEVANCE = 4;

const opinionWorth = (rated: Rated): Worth =>
  RECAPPED.has(rated.category) && (rated.companyAt !== null || macro.has(rated.category))
    ? { ...worthOfKind(OPINION), relevance: RECAP_RELEVANCE }
    : derivativeWorth(OPINION, rated);
/** What begins like a thesis and tells of more than this is news. */
const THESIS_RELEVANCE_MAX = 7;

/** `293: You Know My Pouches`, `Taverncast 37: Endless Summer`. */
const EPISODE = /^(?:#?\d{1,4}\s?[:–-]\s|\w*(?:cast|podcast|episode|show)\s#?\d)/i;

/** `Ford: Approaching An Inflection Point`, `Is Visa Too Expensive?`, `293: You Know My Pouches`: a thesis, a question, an episode, with no word of a grave event. */
function isOpinion({ title, category, companyAt }: Rated, best: Kind | null): boolean {
  if (title.text.endsWith('?')) return true;
  if (best !== null && best.relevance > THESIS_RELEVANCE_MAX) return false;
  const colon = title.text.indexOf(':');
  if (companyAt?.from === 0 && /^(?:['’]s)?\s*(?:\([A-Z.]+\)\s*)?:/.test(title.text.slice(title.end[companyAt.to - 1]))) return true;
  return colon > 3 && colon < 45 && category === 'other' && best === null;
}

const MOVE = named('move on a fresh catalyst').name;
const DATAPOINT_RELEVANCE = 5;

function matchedKinds(words: Words): Set<Kind> {
  const matched = new Set<Kind>();
  for (const { value } of findOverlapping(kindsByPhrase, words)) for (const kind of value) matched.add(kind);
  return matched;
}

const leastOf = (matched: readonly Kind[]): Kind | null =>
  matched.reduce<Kind | null>((least, kind) => (least === null || kind.relevance < least.relevance ? kind : least), null);
const mostOf = (matched: readonly Kind[]): Kind | null =>
  matched.reduce<Kind | null>((most, kind) => (most === null || kind.relevance > most.relevance ? kind : most), null);

const worthOfKind = ({ name, relevance, novelty, actionability }: Kind): Worth => ({ relevance, reason: name, novelty, actionability });

/** How likely a direction must be right for a headline to tell of something that befell its company. */
const EVENT_CHANCE_MIN = 0.7;
const EVENT: Worth = { relevance: 6, reason: 'what moves a price befell a company', novelty: 6, actionability: 'medium' };

function usualWorth(rated: Rated): Worth {
  const { category, title, companyAt } = rated;
  if (companyAt !== null && usualRelevance[category] < EVENT.relevance && movesPrice(title, companyAt)) return EVENT;
  const relevance = Math.max(1, usualRelevance[category] - (isAboutMarkets(rated) ? 0 : 1));
  return {
    relevance,
    reason: `${category} without a known kind of news`,
    novelty: Math.max(1, relevance - 1),
    actionability: relevance >= 7 ? 'medium' : relevance >= 4 ? 'low' : 'negligible',
  };
}

/** What is filed under markets, and what asks or explains why, tells somebody's thesis. */
const THESIS = /#(?:stocks?|markets?|stockmarket|investing|trading|economy|finance|business)\b|^why\b/i;

function movesPrice(title: Words, companyAt: Span): boolean {
  if (THESIS.test(title.text) || polarityOf(title, [companyAt], []).expressions.length === 0) return false;
  const { sentiment, chance } = readSentiment(title, [companyAt], []);
  return sentiment !== 'neutral' && chance >= EVENT_CHANCE_MIN;
}

/** A phrase may belong to several kinds. */
function* phrasesOfKinds(): Generator<readonly [string, readonly Kind[]]> {
  const kindsOf = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const phrase of kind.phrases) {
      const list = kindsOf.get(phrase);
      if (list === undefined) kindsOf.set(phrase, [kind]);
      else list.push(kind);
    }
  }
  yield* kindsOf;
}
