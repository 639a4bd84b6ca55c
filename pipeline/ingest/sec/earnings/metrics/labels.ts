/** Recognises the measure that the label of a row names. A label without a match is not read. */
import { memoise } from '../terms/memoise.ts';

export type NetIncomeKind = 'plain' | 'parent' | 'common' | 'including_nci' | 'continuing';

const labelCharactersMax = 400;

const strip = memoise((label: string): string =>
  label
    .slice(0, labelCharactersMax)
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\((?:unaudited|audited|gaap|ifrs|as reported|in [^)]{0,120}|us ?gaap|millions?|thousands?|usd|us\$|\$|rmb|€|eur)\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s–—-])[\s–—-]+(?:us )?(?:gaap|ifrs)$/, '')
    .replace(/(?<![\s:;,.–—-])[\s:;,.–—-]+$/, '')
    .trim(),
);

/** Returns a label with "Net (loss) income", "net income/(loss)", "net loss" and "net earnings" as "net income"; the figure's sign decides. */
const asIncome = memoise((label: string): string =>
  strip(label)
    .replace(/\((?:loss|losses|deficit|income|earnings|profit)\)/g, ' ')
    .replace(/\b(?:income|earnings|profit)\s*\/\s*loss(?:es)?\b|\bloss(?:es)?\s*\/\s*(?:income|earnings|profit)\b/g, 'income')
    .replace(/\b(?:income|earnings|profit) or loss\b|\b(?:income|earnings|profit)\s*\/\s*(?=\s|$)/g, 'income ')
    .replace(/\b(?:loss(?:es)?|earnings|profits?|result|incomes|earning)\b/g, 'income')
    .replace(/\bincome\s+(?:\/\s*)?income\b/g, 'income')
    .replace(/\bnet\s*(?:\/\s*)?income\b/g, 'net income')
    .replace(/(?:(?<!\s)\s+)?\/\s*(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim(),
);

const refusedOwner =
  /\bper\b|margin|%|percent|adjust|exclud|non-?gaap|\bcore\b|\bbefore\b|\bbasic\b|dilut|non-?controlling|minority|discontinued|continuing|preferred|participating|pro ?forma/;

/** Matches income of holders other than the parent's common shareholders. */
const ofOthers =
  /^(?:\(?income\)? )?(?:attributable|attributed|available|applicable|allocable|allocated) to (?:the )?(?:redeemable )?(?:non-?controlling|minority|participating|unvested|preferred|predecessor|limited partner|general partner|operating partnership|oi)/;
/** Returns the kind of net income that a label names; null for another measure. */
export const netIncomeKind = memoise((label: string): NetIncomeKind | null => {
  const text = asIncome(label)
    .replace(/ and (?:total )?comprehensive income/, '')
    .replace(/^gaap |^reported |^ifrs |^consolidated |^total /, '');
  const base = /^(?:net income|income(?= for the (?:period|quarter|year))|income(?= attributable to )|income$(?<=^income))/.exec(text);
  if (base === null) return null;
  // "Loss" or "Earnings" alone is not enough; "Profit" alone is net income for some issuers.
  if (text === 'income') return /^(?:consolidated )?profit(?:\s*\(loss\))?$/.test(strip(label)) ? 'plain' : null;
  const tail = text.slice(base[0].length).trim();
  if (tail === '' || /^for the (?:period|quarter|year)$/.test(tail)) return 'plain';
  if (/^\(?group share\)?$/.test(tail)) return 'parent';
  if (/^(?:before|prior to|including|and) (?:net income attributable to )?(?:redeemable )?(?:non-?controlling|minority)/.test(tail))
    return 'including_nci';
  if (ofOthers.test(tail)) return null;
  if (/^from continuing operations/.test(tail)) return /attributable|available/.test(tail) ? null : 'continuing';
  if (/^(?:, )?(?:attributable|attributed|available|applicable|allocable) to /.test(tail) && !refusedOwner.test(tail))
    return /\bcommon\b|ordinary|^available|^applicable/.test(tail) ? 'common' : 'parent';
  return null;
});

export const headsOwners = (heading: string): boolean => /\battributable to:?$/i.test(heading);
const namesOwners = /\b(?:owners|(?:share|stock|equity|unit)[ -]?holders|holders of|parent|members)\b/i;
/**
 * Returns the kind of "Owners of the parent" below "Profit attributable to:". `above`: the label above that heading; it says whether a bare
 * "Attributable to:" divides net income or comprehensive income.
 */
export function ownersKind(label: string, heading: string, above: string): NetIncomeKind | null {
  if (!namesOwners.test(label)) return null;
  const divided = /^attributable/i.test(heading) ? `${netIncomeKind(above) === 'plain' ? 'net income ' : ''}${heading}` : heading;
  return netIncomeKind(`${divided.replace(/ for the (?:period|quarter|year)\b/i, '').replace(/:$/, '')} ${label}`);
}

/** Returns a label with a trailing deduction, as in "Net sales, net of returns and allowances", in one form. */
function withoutDeduction(label: string): string {
  const words = /(?<![a-z ])[a-z ]*$/.exec(label)?.[0] ?? '';
  const at = words.indexOf(' net of ');
  if (at === -1 || !/interest expense|returns/.test(words.slice(at))) return label;
  const kept = label.slice(0, label.length - words.length + at);
  return `${kept.endsWith(',') ? kept.slice(0, -1) : kept}, net of interest expense`;
}

const revenueOnly =
  /^(?:total )?(?:net )?(?:operating )?(?:revenues?|sales)(?: and other(?: income| revenues?)?)?(?:, net| - net|, net of interest expense)?$/;
const totalWithOthers =
  /^total (?:net )?(?:sales|revenues?) and (?:revenues?|sales|other|operating revenues?|other income|other revenues?|gains?)(?: and other(?: income)?)?(?: \(losses?\))?$/;
const revenueByOtherName =
  /^(?:net )?(?:sales and revenues|revenues and other|revenues? and other income|sales and other (?:operating )?revenues?|turnover|net turnover|revenues? from operations|revenue \(turnover\)|revenues? - net|net sales and revenues)$/;
/** Returns 3 for a total of revenue, 2 for a label of revenue, 1 for a possible part of it, else 0. */
export const revenueRank = memoise((label: string): number => {
  const text = withoutDeduction(strip(label).replace(/^(?:consolidated|gaap|reported|company|group) /, ''));
  if (revenueOnly.test(text)) return /^total /.test(text) ? 3 : /^net operating/.test(text) ? 1 : 2;
  if (totalWithOthers.test(text)) return 3;
  if (revenueByOtherName.test(text)) return 2;
  if (/^total (?:net )?(?:operating )?revenues?,? (?:net|after .*)$/.test(text)) return 3;
  return 0;
});
/** Returns whether a label names net revenue, which some issuers print beside gross revenue. */
export const isNetRevenue = (label: string): boolean => /^(?:total )?net (?:operating )?(?:revenues?|sales)|, net$| - net$/.test(strip(label));

export const isOperatingIncome = (label: string): boolean =>
  /^(?:total )?(?:(?:net )?operating income|income from operations|operating income \(ebit\)|income from operating activities)$/.test(
    asIncome(label).replace(/^(?:consolidated|gaap|reported|net) /, ''),
  );
export const isNetInterestIncome = (label: string): boolean => /^(?:total )?net interest (?:income|margin income)$/.test(strip(label));
export const isNoninterestIncome = (label: string): boolean => /^total (?:other )?non-?interest (?:income|revenue)$/.test(strip(label));
export const isGrossProfit = (label: string): boolean => /^(?:total )?gross (?:profit|income|margin)$/.test(asIncome(label));

const perShareWords =
  /per (?:[\p{L}\d]+[ ,-]+){0,4}(?:share|unit|ads|adr)s?\b|\bper (?:basic|diluted)\b|\beps\b|\be\/ads\b|\bfor each (?:share|ads)\b|(?:basic|diluted) (?:net )?(?:earnings|income|loss)\b/iu;
export const namesPerShare = (words: string): boolean => perShareWords.test(words) && !/except/i.test(words);
export const namesAds = (words: string): boolean => /\bads\b|\badss\b|\badr\b|depositary/i.test(words);
export const namesShareCount = (words: string): boolean =>
  /weighted|outstanding|number of (?:shares|ads)|average (?:common |number|shares|diluted|basic)|shares used|shares (?:in|for|of)|used in (?:comput|calculat)|share count|^(?:common |ordinary |diluted |basic )*shares\b|denominator|\bunits used\b/i.test(
    words,
  );
export const namesDividend = (words: string): boolean =>
  /dividend|distribution|book value|\bdeclared\b|net asset value|tangible|cash flow|\bffo\b|\baffo\b|funds from operations|price/i.test(words);
export const namesDiluted = (words: string): boolean =>
  /dilut/i.test(words) && !/anti-?dilut|dilutive (?:effect|securities|shares|potential)/i.test(words);
export const namesBasic = (words: string): boolean => /\bbasic\b/i.test(words);
export const namesAdjusted = (words: string): boolean =>
  /adjusted|non-?gaap|\bcore\b|normalized|underlying|excluding|before (?:special|exceptional|non-recurring|one-time)|pro ?forma|ex-items|\bcash (?:eps|earnings)|\bdistributable\b/i.test(
    words,
  );
/** Returns whether a title names adjusted figures. In a title "as adjusted" means restated after a change of accounting. */
export const titlesAdjusted = (words: string): boolean => namesAdjusted(words.replace(/\bas adjusted\b/gi, ' '));
export const namesPart = (words: string): boolean =>
  /discontinu|extraordinary|cumulative effect|accounting change|undistributed|distributed/i.test(words);
/** Returns whether a per-share row is not earnings: insurers' operating income, lenders' investment income, a step of a reconciliation. */
export const namesOtherMeasure = (label: string): boolean =>
  /\boperating (?:income|earnings|profit|loss|result)|from operations|investment|realized|pre-?tax|before (?:provision|income tax|tax)|comprehensive|ebitda|underwriting|catastroph|premium|\b(?:revenues?|sales|cash|charges?|expenses?|costs?|gains?|impairments?|amortization|compensation|restructuring|merger|acquisition|litigation|settlement|assets?|equity|debt|items?)\b/i.test(
    withoutBrackets(label.slice(0, labelCharactersMax)),
  );

function withoutBrackets(words: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let open = words.indexOf('('); open !== -1; open = words.indexOf('(', at)) {
    const close = words.indexOf(')', open);
    if (close === -1) break;
    kept.push(words.slice(at, open));
    at = close + 1;
  }
  return [...kept, words.slice(at)].join(' ');
}

export const namesContinuing = (words: string): boolean => /continuing/i.test(words);
export const isAdjustment = (label: string): boolean =>
  /^(?:less|add|plus|minus|deduct|impact|effect|adjustments?|total adjustments?|tax effect|reconcil)\b|\bchange\b|%|\bgrowth\b|\bmargin\b|\bratio\b|return on|\bincrease|\bdecrease/i.test(
    strip(label),
  );
