/**
 * Scores the relevance of a filing (specification.md 2.1): an event in the title like a publisher's headline, else the item, changed by words
 * of its text. No mandatory filing scores below 4.
 */
import { alarmItems, type SurfacedItem } from '#schemas/filing.ts';
import type { ActionabilityScore } from '#schemas/vocabulary.ts';
import { dealScore, dealValueIn } from '../article/deal-value.ts';
import { readScore } from '../article/score-bands.ts';
import { actionabilityOf } from '../actionability.ts';
import type { Reading } from '../reader/reading.ts';
import { isRoutine } from './routine.ts';

// prettier-ignore
const itemScores: Readonly<Record<SurfacedItem, Omit<FilingScore, 'actionability'>>> = {
  '1.01': { relevance: 7, novelty: 9 }, // a material agreement
  '1.02': { relevance: 7, novelty: 9 }, // the end of one
  '2.01': { relevance: 8, novelty: 7 }, // a completed acquisition or sale, usually announced before
  '2.02': { relevance: 8, novelty: 9 }, // results
  '2.03': { relevance: 5, novelty: 7 }, // borrowing
  '3.02': { relevance: 6, novelty: 8 }, // unregistered shares
  '5.02': { relevance: 6, novelty: 8 }, // directors and officers
  '5.07': { relevance: 4, novelty: 5 }, // votes
  '7.01': { relevance: 5, novelty: 6 }, // Regulation FD: presentations and releases
  '8.01': { relevance: 5, novelty: 7 }, // other events
};

/** Relevance of items that only count beside a surfaced one. */
// prettier-ignore
const otherItems: Readonly<Record<string, number>> = {
  '1.03': 10, // bankruptcy
  '4.02': 9,  // statements that can no longer be relied on
  '3.01': 7,  // a notice of delisting
  '5.01': 9,  // a change in control
  '2.04': 9,  // a debt that falls due early
  '1.05': 8,  // a cyber incident
  '2.05': 8,  // costs of a restructuring
  '2.06': 8,  // an impairment
  '4.01': 7,  // a change of auditors
  '3.03': 5,  // rights of the holders
  '5.03': 4,  // articles and by-laws
};
const otherItemRelevance = 3;

interface ContentRule {
  readonly words: RegExp;
  /** Lowest relevance of a text that matches; absent means no bound. */
  readonly atLeast?: number;
  /** Highest relevance of a text that matches; absent means no bound. */
  readonly atMost?: number;
  /** Item under which these words say nothing new, so the rule does not apply. */
  readonly notOf?: SurfacedItem;
  /** Set for a deal, whose relevance depends on its value. */
  readonly isDeal?: true;
}

/** A change of the chief executive, the finance chief or the chair. */
const chiefRule: ContentRule = {
  atLeast: 8,
  words:
    /\b(?:chief executive|CEO|chief financial|CFO|chair(?:man|woman|person)? of the board)\b.{0,120}\b(?:resign\w*|retire\w*|step\w* down|terminat\w*|depart\w*|appoint\w*|succeed\w*|named?|transition\w*|elected|leav(?:e|es|ing))\b|\b(?:resign\w*|retire\w*|ceas(?:ed|es) to serve|relieved|removed|appoint\w*|names?|named|succeed\w*)\b.{0,120}\b(?:chief executive|CEO|chief financial|CFO)\b/i,
};
/** Matches words that show that the text is about another company's chief, or only about pay. */
const NOT_OWN_CHIEF =
  /\b(?:compensation|bonus(?:es)?|salar(?:y|ies)|severance|awards?|grants?|agreements?|plan|former|(?:CEO|CFO|officer) of (?!the company))\b/i;
const CHIEF = /\b(?:chief executive|CEO|chief financial|CFO)\b/i;
/** Lowest relevance of a change of the company's own chief (specification.md 2.1), however formal the words. */
const CHIEF_MIN = 7;
const changesChief = (text: string): boolean => CHIEF.test(text) && !NOT_OWN_CHIEF.test(text);

/** Rules for the title, or for the beginning of the lead when the title names no event. The first match decides. */
// prettier-ignore
const contentRules: readonly ContentRule[] = [
  { atLeast: 10, words: /\bchapter (?:7|11)\b|\bbankruptcy\b|\bvoluntary petitions?\b|\bgoing concern\b/i },
  { atLeast: 10, isDeal: true, notOf: '2.01', words: /\bagreement and plan of merger\b|\b(?:execution of|enter(?:s|ed|ing) into|signs?|signed|executed) (?:an?|the|their) (?:definitive )?merger agreement\b|\bmerger agreement (?:with|by and)\b|\bdefinitive (?:merger )?agreement (?:to (?:acquire|be acquired|merge)|under which)|\b(?:agrees?|agreed) to (?:acquire|be acquired|merge|sell)|\bto (?:acquire|be acquired by|merge with)\b|\btender offer to (?:acquire|purchase) all\b/i },
  { atLeast: 9,  isDeal: true, words: /\b(?:completes?|completed|closes?|closed) (?:the |its |previously announced )*(?:acquisition|merger|sale|divestiture|spin-?off|combination)\b/i },
  { atLeast: 8,  isDeal: true, words: /\bacquires?\b|\bhas acquired\b|\bacquisition of\b/i },
  { atLeast: 9,  words: /\b(?:FDA|EMA|European Commission) (?:approves?|approved|approval|clears?|grants?|rejects?)\b|\bcomplete response letter\b|\b(?:phase (?:2|3|II|III)|pivotal|topline)\b.{0,80}\b(?:results?|data|endpoint)\b/i },
  { atLeast: 8,  words: /\b(?:raises?|lowers?|withdraws?|suspends?|cuts?|updates?|revises?|reaffirms?|preliminary|pre-?announces?)\b.{0,60}\b(?:guidance|outlook|forecast|results|expectations|revenues?|earnings)\b/i },
  chiefRule,
  { atLeast: 8,  words: /\bprompt corrective action\b|\bcease[- ]and[- ]desist\b|\bconsent (?:order|decree)\b|\b(?:critically|significantly) undercapitalized\b/i },
  { atLeast: 8,  words: /\b(?:settle\w*|subpoena|investigation|indict\w*|class action|restat\w+ (?:of|its)|non-reliance|material weakness|delist\w*|cyber-?\s?(?:attack\w*|crime|incident|intrusion|security (?:incident|breach|attack|event))|ransomware|unauthorized (?:access|activity|party|third party)|breach)\b/i },
  { atLeast: 7,  words: /\b(?:repurchase program|share repurchase|buy-?back|repurchase of (?:up to )?(?:an additional )?[$\d][^;]{0,40}\b(?:stock|shares)|stock split|special dividend|public offering|private placement|prices? (?:its )?(?:upsized )?(?:offering|notes)|convertible (?:senior )?notes|rights plan|layoffs?|restructuring|workforce reduction|strategic alternatives)\b/i },
  { atLeast: 8,  words: /\b(?:awarded|wins?|receives?) .{0,60}\b(?:contract|order)\b|\b(?:strategic|exclusive|supply|license) (?:\w+ )?(?:agreement|partnership|collaboration)\b/i },
  { atLeast: 6,  words: /\bdividends?\b/i },
  { atMost: 6,   words: /\b(?:credit|loan|term loan|revolving|indenture|amendment no|underwriting|lease) (?:agreement|facility|\d)|\bsenior notes\b|\bcredit facility\b/i },
  { atMost: 5,   words: /\b(?:compensation(?! (?:committee|and\b))|bonus(?:es)?|(?:base )?salar(?:y|ies)|(?:equity|retention) awards?|incentive plan|severance|employment agreements?|indemnification)\b/i },
  { atMost: 5,   words: /\b(?:investor presentation|slides|presentation materials|investor (?:day|conference)|to (?:present|participate|host)|annual meeting)\b/i },
];

/** Matches a merger agreement that is only the reason for another event, or that ends: it was news when it was signed. */
export const olderMerger =
  /\b(?:pursuant to|contemplated by|in (?:anticipation|furtherance) of|in connection with|as (?:required|permitted) by|under|terminat\w+)\b(?:[^.;]|\.(?=,| [(a-z])){0,160}?\b(?:agreement and plan of merger|merger agreement)\b/gi;

export interface FilingScore {
  readonly relevance: number;
  readonly novelty: number;
  readonly actionability: ActionabilityScore;
}

export interface Scorable {
  /** Null on a 6-K, which counts as results. */
  readonly primaryItem: SurfacedItem | null;
  readonly leadItem: string | null;
  readonly lead: string;
  readonly isAmendment: boolean;
  readonly hasRead: boolean;
  /** The event in the title; null when the title only names the item. */
  readonly event: { readonly text: string; readonly isHeadline: boolean; readonly reading: Reading } | null;
}

const leastRelevance = 4;
const routineMost = 5;
const leadCharacters = 400;

function ruleOf(text: string, item: string | null): ContentRule | undefined {
  const news = text.replace(olderMerger, '');
  return contentRules.find(({ words, notOf }) => notOf !== item && words.test(news));
}

const hasFixedRelevance = (item: string): boolean => item === '2.02' || item === '5.07' || item in otherItems;
const isSurfaced = (item: string): item is SurfacedItem => item in itemScores;

/** Returns how much the text of one item matters to traders, on the scale of relevance. `item` is its current number. */
export function itemRelevance(item: string, text: string): number {
  const base = isSurfaced(item) ? itemScores[item].relevance : (otherItems[item] ?? otherItemRelevance);
  const rule = hasFixedRelevance(item) ? undefined : ruleOf(text.slice(0, leadCharacters), item);
  return Math.min(Math.max(base, rule?.atLeast ?? 0), rule?.atMost ?? 10);
}

/** Returns the points of a sentence's content: 0 for an ordinary event, more for an important one, less for contracts and pay. */
export const contentOf = (sentence: string, item: string | null): number => {
  const rule = ruleOf(sentence, item);
  return rule?.atMost === undefined ? Math.max(0, (rule?.atLeast ?? 0) - ordinary) : Math.min(0, rule.atMost - ordinary);
};
/** Relevance up to which a sentence counts as an ordinary event. */
const ordinary = 6;

/** Returns the scores. A deal is scored by its value when the text states one, any other event in the title like a publisher's headline. */
export function scoreFiling(filing: Scorable): FilingScore {
  const { primaryItem, leadItem, lead, event, isAmendment, hasRead } = filing;
  const { relevance: base, novelty } = itemScores[primaryItem ?? '2.02'];
  const byContent = hasFixedRelevance(primaryItem ?? '2.02') ? base : contentRelevance(filing);
  const least = leadItem !== null && alarmItems.includes(leadItem) ? (otherItems[leadItem] ?? 0) : 0;
  const most = isRoutine(leadItem, event?.text ?? null, lead) ? routineMost : 10;
  const relevance = Math.max(leastRelevance, Math.min(Math.max(least, byContent), most) + (hasRead ? 1 : 0) - (isAmendment ? 1 : 0));
  return { relevance, novelty: isAmendment ? Math.max(1, novelty - 3) : novelty, actionability: actionabilityOf(relevance) };
}

function contentRelevance({ primaryItem, leadItem, lead, event }: Scorable): number {
  const opening = lead.slice(0, leadCharacters);
  const ofTitle = event === null ? undefined : ruleOf(event.text, primaryItem);
  const rule = ofTitle ?? (event?.isHeadline === true ? undefined : ruleOf(opening, primaryItem));
  const worth = rule?.isDeal === true ? (dealValueIn(event?.text ?? '') ?? dealValueIn(opening)) : null;
  if (worth !== null) return dealScore(worth);
  const ofItem = Math.max(itemScores[primaryItem ?? '2.02'].relevance, otherItems[leadItem ?? ''] ?? 0);
  const isRead = event !== null && rule?.isDeal !== true;
  const least = event !== null && rule === chiefRule && changesChief(event.text) ? CHIEF_MIN : 0;
  return Math.min(isRead ? Math.max(readScore(event.text, event.reading), least) : Math.max(ofItem, rule?.atLeast ?? 0), rule?.atMost ?? 10);
}
