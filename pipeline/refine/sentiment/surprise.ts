/**
 * A print of results against what was expected in (`EPS of $1.07 misses by $0.04, revenue beats by $3M, raises FY
 * guidance`), which way it points the price out. Earnings and revenue apart: one beat and one miss say nothing together.
 */
import { wordTest } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

/** 1 is up, -1 down, 0 neither; null where the text is no such print. */
export type Surprise = 1 | 0 | -1 | null;

const setOf = (words: string): ((word: string) => boolean) => {
  const set = new Set(words.split(' '));
  return (word) => set.has(word);
};
const isVerb = wordTest(setOf('beats beat tops topped misses missed miss'));
const beat = setOf('beats beat tops topped');
/** Against what was expected, where that stands behind: `ahead of the $0.48 estimate`, `below consensus`, `beating forecasts`. */
const over = setOf('above ahead exceeds exceeding exceeded surpasses surpassing surpassed beating topping');
const under = setOf('below short missing trailing');
const isAgainst = wordTest((word) => over(word) || under(word));
const ofExpected = setOf('estimate estimates est consensus forecast forecasts expectations expected view');
const EXPECTED_REACH = 6;
const ofEarnings = setOf('eps ffo affo earnings profit shr');
const ofRevenue = setOf('revenue revenues revs rev sales');
const raises = setOf('raises lifts boosts hikes ups raised');
const lowers = setOf('cuts lowers slashes trims withdraws lowered suspends');
const disappoints = setOf('misses missed miss disappoints disappointed disappoint underwhelms');
const ofOutlook = setOf('guidance outlook forecast view');
/** Words between a verb of guidance and what it speaks of, at most: `raises FY22 earnings guidance`. */
const REACH = 5;

export function surpriseIn(words: Words): Surprise {
  if (!words.lexemes.some((lexeme) => isVerb(lexeme) || isAgainst(lexeme))) return null;
  const { lower, lexemes } = words;
  let [earnings, revenue, guided] = [0, 0, 0];
  let isInLine = false;
  let metric: 'earnings' | 'revenue' | null = null;
  let isPrint = false;
  for (const [at, word] of lower.entries()) {
    if (ofEarnings(word)) metric = 'earnings';
    else if (ofRevenue(word)) metric = 'revenue';
    else if (word === 'in' && lower[at + 1] === 'line') isInLine = true;
    else if (raises(word) || lowers(word)) {
      if (lower.slice(at + 1, at + 1 + REACH).some(ofOutlook)) guided = raises(word) ? 1 : -1;
    } else if (disappoints(word) && (lower[at + 1] === 'with' || lower[at + 1] === 'on') && lower.slice(at + 2, at + 4).some(ofOutlook)) guided = -1;
    else if ((over(word) || under(word)) && metric !== null && isAgainstExpected(words, at)) {
      isPrint = true;
      if (metric === 'revenue') revenue = over(word) ? 1 : -1;
      else earnings = over(word) ? 1 : -1;
    } else if (lexemes[at] !== undefined && isVerb(lexemes[at])) {
      // `beats by $0.06, beats on revs`: the verb names its own.
      const next = lower[at + 1] === 'on' ? (lower[at + 2] ?? '') : '';
      const isOfRevenue = ofRevenue(next) || (!ofEarnings(next) && metric === 'revenue');
      if (!(next !== '' && (ofRevenue(next) || ofEarnings(next))) && !isByAmount(words, at) && metric === null) continue;
      isPrint = true;
      if (isOfRevenue) revenue = beat(word) ? 1 : -1;
      else earnings = beat(word) ? 1 : -1;
    }
  }
  return isPrint && (earnings !== 0 || isInLine || revenue !== 0) ? together(earnings, revenue, guided) : null;
}

/** Within its clause. */
function isAgainstExpected({ lower, text, start, end }: Words, at: number): boolean {
  const to = lower.findIndex((word, place) => place > at && place <= at + EXPECTED_REACH && ofExpected(word));
  return to !== -1 && !/[;:]|,\s/.test(text.slice(end[at], start[to]));
}

/** `beats by $0.06`. */
const isByAmount = ({ lower, lexemes }: Words, at: number): boolean => lower[at + 1] === 'by' && lexemes[at + 2]?.numberKind === '<money>';

/** What is told of the time to come outweighs what was. */
function together(earnings: number, revenue: number, guided: number): Surprise {
  const printed = earnings * revenue < 0 ? 0 : Math.sign(earnings + revenue);
  if (guided < 0) return -1;
  if (guided > 0) return printed < 0 ? 0 : 1;
  return printed > 0 ? 1 : printed < 0 ? -1 : 0;
}
