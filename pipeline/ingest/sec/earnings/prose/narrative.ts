/** What a release says drove the quarter, what weighs on it, what it returns to shareholders, how it is financed, and what lies ahead: its own sentences, whole. */
import type { Sentence } from './sentences.ts';

export interface Narrative {
  readonly drivers: readonly string[];
  readonly concerns: readonly string[];
  readonly capitalReturns: readonly string[];
  readonly balanceSheet: readonly string[];
  readonly ahead: readonly string[];
}

const listMax = 5;
const cause =
  /\b(?:driven by|due (?:primarily |mainly |largely )?to|because of|reflect(?:s|ed|ing)|attributable to|as a result of|result(?:ed|ing) from|led by|thanks to|owing to|benefit(?:ed|ing)? from|offset by)\b/i;
const measure = /\b(?:revenues?|sales|income|earnings|profit|loss|margins?|eps|growth|orders|bookings|expenses?|costs|volumes?|demand)\b/i;
const worse =
  /\b(?:decreas\w+|declin\w+|lower|loss(?:es)?|fell|weak\w*|headwinds?|impairments?|advers\w+|negative\w*|disrupt\w+|uncertain\w*|challeng\w+|shortfall|delays?|reduc(?:ed|tion)s? (?:in|of) (?:revenue|sales|demand))\b/i;
const better = /\b(?:increas\w+|grew|growth|higher|improv\w+|strong\w*|record|gains?|rose|up \d|expan(?:ded|sion)|favorabl\w+)\b/i;
const footnote = /^(?:\(?\d{1,2}\)|[*†‡])/;
const figure = /\d/;
const returned = /\b(?:repurchas(?:e|ed|es|ing)|buy-?backs?|dividends?)\b/i;
const financed =
  /\b(?:cash and cash equivalents|cash flows?|free cash flow|cash (?:provided|used|generated)|net cash|total debt|net debt|borrowings|liquidity|working capital|capital expenditures)\b/i;
const looksAhead = /\b(?:expects?|anticipates?|outlook|will (?:continue|begin|be|open|launch)|plans? to|targets?|on track to|is scheduled)\b/i;

/** A sentence of its own: no headline without a full stop, no piece of a quotation. */
const isWhole = (text: string): boolean => /[.!?]$/.test(text) && !/["“”]/.test(text);

export const statesCause = (text: string): boolean => cause.test(text) && isWhole(text);

/** Each sentence stands in one list at most. */
export function readNarrative(sentences: readonly Sentence[]): Narrative {
  const told = new Set<string>();
  const take = (wanted: (text: string) => boolean): string[] => {
    const found: string[] = [];
    for (const { text } of sentences) {
      if (found.length === listMax) break;
      if (told.has(text) || footnote.test(text) || !isWhole(text) || !wanted(text)) continue;
      told.add(text);
      found.push(text);
    }
    return found;
  };
  const isCause = (text: string): boolean => cause.test(text) && measure.test(text);
  return {
    drivers: take((text) => isCause(text) && better.test(text) && !worse.test(text)),
    concerns: take((text) => isCause(text) && worse.test(text) && !better.test(text)),
    capitalReturns: take((text) => returned.test(text) && figure.test(text)),
    balanceSheet: take((text) => financed.test(text) && figure.test(text)),
    ahead: take((text) => looksAhead.test(text)),
  };
}
