/**
 * Whether a trading desk wants an article at all: a trained judge beside the rules of kinds, which see one word at a time.
 * Where it says no, the rules' score is cut down; it never raises one.
 */
import { titleEvidence } from '../category/evidence.ts';
import { createDeskModel } from '../model/desk-model.ts';
import { loadModel } from '../model/weights.ts';
import { wordsUpTo, type Words } from '../text/words.ts';

const model = createDeskModel(loadModel('desk'));
const LEAD_WORDS_MAX = 30;

/** Chances below which nobody wants an article that names no listed company, and one that does. */
const MARKET_WIDE_MIN = 0.8;
const COMPANY_MIN = 0.25;
/** A lead that speaks of markets plainly outweighs a headline about a company that does not. */
const COMPANY_LEAD_MIN = 0.8;
/** A lead this far from markets outweighs a headline that is not sure. */
const LEAD_MIN = 0.25;
const SURE = 0.97;

const chanceOf = (words: Words): number => model.chance(words, titleEvidence(words).sums);

/** `isMarketWide`: no company is what it is about, even where one is named (an outlet whose host speaks of an election). */
export function isWanted(title: Words, lead: Words, isMarketWide: boolean): boolean {
  const ofTitle = chanceOf(title);
  const hasLead = lead.lower.length > 0;
  if (!isMarketWide) return ofTitle >= COMPANY_MIN || (hasLead && chanceOf(beginningOf(lead)) >= COMPANY_LEAD_MIN);
  if (ofTitle < MARKET_WIDE_MIN) return false;
  return ofTitle >= SURE || !hasLead || chanceOf(beginningOf(lead)) >= LEAD_MIN;
}

const beginningOf = (lead: Words): Words => (lead.lower.length <= LEAD_WORDS_MAX ? lead : wordsUpTo(lead, lead.end[LEAD_WORDS_MAX - 1] ?? 0));
