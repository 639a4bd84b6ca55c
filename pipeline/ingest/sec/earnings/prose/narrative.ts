/** Selects sentences of a release: what drove the period or weighs on it, shareholder returns, financing, what lies ahead. */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { Sentence } from './sentences.ts';

type Narrative = Pick<EarningsAnalysis, 'drivers' | 'concerns' | 'capital_returns' | 'balance_sheet_cash_flow' | 'what_to_watch'>;

const listMax = 5;
/** Matches words that introduce a cause; not "net loss attributable to shareholders" or "reflected in this table". */
const cause =
  /\b(?:driven by|due (?:primarily |mainly |largely |in part )?to|because of|reflect(?:s|ed|ing)(?! in\b)|(?:is|are|was|were|be|primarily|mainly|largely|partly|principally) attributable to|as a result of|result(?:ed|ing) from|led by|thanks to|owing to|benefit(?:s|ed|ing)? from|caused by)\b/i;
const income =
  /\b(?:revenues?|sales|income|earnings|profits?|profitability|margins?|eps|ebitda|growth|orders|bookings|backlog|volumes?|demand|production|deposits|loans|premiums|traffic|utilization|service charges)\b/i;
const cost =
  /\b(?:expenses?|costs?|provisions?|(?<!\bservice )charges?|loss(?:es)?|charge-offs|allowance|non-?performing|non-?accruals?|delinquen\w+|past[\s-]due|days sales outstanding|churn)\b/i;
const up = /\b(?:widen\w+|increas\w+|grew|growth|higher|rose|rise|up \$?\d+|expan(?:ded|sion)|gain(?:s|ed)?|record)\b/i;
const down = /\b(?:narrow\w+|decreas\w+|declin\w+|lower|fell|fall|reduc(?:ed|tions?)|down \$?\d+|contract(?:ed|ion)|drop(?:ped)?)\b/i;
const better = /\b(?:improv\w+|strong\w*|favorabl\w+|benefit\w*|outperform\w+)\b/i;
const worse =
  /\b(?:weak\w*|headwinds?|impairments?|advers\w+|negative\w*|disrupt\w+|challeng\w+|shortfall|delays?|unfavorabl\w+|deteriorat\w+|pressured?)\b/i;

/** Matches words about how figures are computed, not about how the period went. */
const ofAccounts =
  /\b(?:non-gaap (?:measures?|financial)|reconcil\w+|adjustments? (?:of|to|includes?|for|identified)|reclassif\w+|restate[ds]?|rounding|presentation|is defined|definition|effective tax rate|tax (?:rate|provision|benefit)|provision for income tax\w*|income tax(?:es)?|excludes?|tables?|as adjusted|adjusted other|pro forma|foregoing|statutory)\b/i;
const footnote = /^(?:\(?[a-z\d]{1,2}\)|\d{1,2} [A-Z]|[*†‡]|Note\b)/;
/** Matches the beginning of a sentence that needs the one before it. */
const leansOn =
  /^(?:these|this|those|that|it|its|they|their|such|both|he|she|however|also|additionally|in addition|therefore|as (?:such|mentioned|noted)|the (?:[\w-]+ ){0,5}(?:increases?|decreases?|improvements?|declines?|changes?|growth|reductions?|rise|fall|gains?|difference) (?:was|were|is|are|reflects?|reflected|resulted|came))\b/i;
const figure = /\d/;
const money = /[$€£¥]\s?\(?\d|\b(?:RMB|EUR|CAD|million|billion)\b/;
const returned =
  /\b(?:repurchas\w+|buy-?backs?|bought back)\b(?:[^.]|\.\d){0,80}\b(?:shares?|stock|ADSs?|program|authorization)\b|\b(?:shares?|stock|ADSs?) (?:repurchas\w+|buy-?backs?)\b|\bdividends?\b(?! (?:income|accruals?))(?<!\bstock dividend)/i;
const notReturned =
  /\b(?:notes|debt|bonds|debentures) (?:re)?(?:purchas\w+|payments?)|\b(?:reconcil\w+|tables?|tangible|book value)\b|\bbefore dividends\b/i;
const financed =
  /\b(?:cash and cash equivalents|cash flows?|free cash flow|cash (?:provided|used|generated)|net cash|total debt|net debt|borrowings|liquidity|working capital|capital expenditures)\b/i;
const looksAhead =
  /\b(?:expects?|anticipates?|plans? to|intends? to|(?:is|are|remains?) on track|(?:is|are) scheduled to|will (?:continue|begin|be|open|launch|close|start|reopen))\b/i;
const notAhead =
  /\b(?:call|statements?|form (?:10|20|8|6)-|differ|words|believe the|quarterly report|annual report|review the|undertakes?|obligation|not include|listen|available (?:on|at|through)|may be identified|no assurance|answer questions|to discuss)\b/i;

const isToCome = /\b(?:will|would|may(?! \d)|expects?|expected to|anticipates?|plans? to|intends? to)\b/i;

/** Returns whether a text is a complete sentence: not a headline, nor a part of a quotation or of another line. */
const isWhole = (text: string): boolean =>
  /^[\p{Lu}$€£¥\d]/u.test(text) && /[.!?]$/.test(text) && !/["“”]|``|[:,] ['‘]/.test(text) && !footnote.test(text);

export const statesCause = (text: string): boolean => cause.test(text) && isWhole(text);

/** Returns whether a sentence with a cause reports an improvement or a decline; null if it reports neither, or both. */
function bearingOf(text: string): 'driver' | 'concern' | null {
  const match = cause.exec(text);
  if (match === null || ofAccounts.test(text)) return null;
  const head = text.slice(0, match.index + match[0].length);
  if (isToCome.test(head)) return null;
  const [ofIncome, ofCost] = [income, cost].map((pattern) => head.search(pattern));
  if (ofIncome! < 0 && ofCost! < 0) return null;
  // The measure that is named first is the subject of the sentence.
  const isCost = ofCost! >= 0 && (ofIncome! < 0 || ofCost! < ofIncome!);
  const [rises, falls] = [up.test(head), down.test(head)];
  if (better.test(head) !== worse.test(head) && !rises && !falls) return better.test(head) ? 'driver' : 'concern';
  if (rises === falls) return isCost && /\bloss(?:es)?\b/i.test(head) && !rises ? 'concern' : null;
  return rises === isCost ? 'concern' : 'driver';
}

/** Returns the direction that a text states before its cause; null if it states none, or both. */
export function directionOf(text: string): 'up' | 'down' | null {
  const head = text.slice(0, cause.exec(text)?.index);
  const [rises, falls] = [up.test(head), down.test(head)];
  return rises === falls ? null : rises ? 'up' : 'down';
}

/** Returns the lists. A sentence is in one at most. */
export function readNarrative(sentences: readonly Sentence[]): Narrative {
  const used = new Set<string>();
  const telling = sentences.map(({ text }) => text.replace(/\s+/g, ' ')).filter((text) => isWhole(text) && !leansOn.test(text));
  const take = (wanted: (text: string) => boolean): string[] => {
    const taken: string[] = [];
    for (const text of telling) {
      if (taken.length === listMax) break;
      if (used.has(text) || !wanted(text)) continue;
      used.add(text);
      taken.push(text);
    }
    return taken;
  };
  const [drivers, concerns] = (['driver', 'concern'] as const).map((bearing) => take((text) => bearingOf(text) === bearing)) as [string[], string[]];
  return {
    capital_returns: take((text) => returned.test(text) && figure.test(text) && !notReturned.test(text)),
    balance_sheet_cash_flow: take(
      (text) => financed.test(text) && money.test(text) && !ofAccounts.test(text) && !/\b(?:revised|corrected)\b/i.test(text),
    ),
    drivers,
    concerns,
    what_to_watch: take((text) => looksAhead.test(text) && !notAhead.test(text) && !ofAccounts.test(text)),
  };
}
