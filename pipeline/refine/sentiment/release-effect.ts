/**
 * Returns how a central bank's decision or a surprising macro figure moves interest rates: up for data above expectations, down for higher
 * unemployment. A figure without a word on what was expected points nowhere.
 */
import type { MarketEffect } from '#schemas/item.ts';
import { rateDecisionIn, statisticIn } from '../article/score-bands.ts';

const LEAVES = /^(?:holds|keeps|leaves)$/i;
const LIFTS = /^(?:raises|hikes|lifts|increases)$/i;
const RISES =
  /\b(?:ris\w{1,3}|rose|climb\w{0,3}|gr[eo]w\w{0,3}|increas\w{1,3}|jump\w{0,3}|surg\w{1,3}|gain\w{0,3}|accelerat\w{1,3}|quicken\w{0,3}|up)\b/i;
const FALLS =
  /\b(?:f[ae]ll\w{0,3}|drop\w{0,4}|declin\w{1,3}|slow\w{0,3}|eas\w{1,3}|cool\w{0,3}|sh?r[aiu]nk\w{0,3}|decreas\w{1,3}|slid\w{0,3}|plung\w{1,3}|down)\b/i;
/** More of these is a weaker economy. */
const SLACK = /^(?:unemployment|jobless claims|trade deficit)$/i;
/** Surprises of results, not of a statistic. */
const OF_COMPANIES = /\b(?:earnings|profits?|results|stocks|shares|wall street)\b/i;

const EXPECTED = '(?:expected|forecast|estimated|anticipated)';
const FORECASTS = String.raw`(?:[\w’'-]+ ){0,2}(?:estimates?|forecasts?|expectations?|consensus)`;
const STRONGER = new RegExp(
  String.raw`\b(?:stronger|hotter|higher|bigger|larger)[- ]than[- ]${EXPECTED}\b|\b(?:above|beat(?:s|ing)?|tops?|topping|exceed(?:s|ed|ing)?) ${FORECASTS}\b`,
  'i',
);
const WEAKER = new RegExp(
  String.raw`\b(?:weaker|softer|cooler|lower|smaller|fewer)[- ]than[- ]${EXPECTED}\b|\b(?:below|miss(?:es|ed|ing)?|short of) ${FORECASTS}\b`,
  'i',
);
/** These compare the size of the change that the headline names: `fall more than expected`. */
const FURTHER = new RegExp(String.raw`\b(?:more|faster|sharply more)[- ]than[- ]${EXPECTED}\b`, 'i');
const LESS = new RegExp(String.raw`\b(?:less|slower)[- ]than[- ]${EXPECTED}\b`, 'i');

/** Returns the effect on rates; null where the headline reports none. */
export function releaseEffectOf(title: string): MarketEffect | null {
  const decision = rateDecisionIn(title);
  if (decision !== null) return ofDecision(decision);
  const statistic = statisticIn(title);
  const surprise = statistic === null || OF_COMPANIES.test(title) ? null : surpriseIn(title);
  if (statistic === null || surprise === null) return null;
  const isUp = surprise.isMore !== SLACK.test(statistic);
  return {
    market: 'rates',
    direction: isUp ? 'positive' : 'negative',
    reasoning: `The headline says “${surprise.words}” about ${statistic}, and ${isUp ? 'stronger' : 'weaker'} data point interest rates ${isUp ? 'up' : 'down'}.`,
  };
}

function ofDecision(verb: string): MarketEffect {
  if (LEAVES.test(verb)) return { market: 'rates', direction: 'neutral', reasoning: 'The central bank leaves its rates where they were.' };
  return {
    market: 'rates',
    direction: LIFTS.test(verb) ? 'positive' : 'negative',
    reasoning: `The headline says “${verb}” about the central bank’s rates.`,
  };
}

/** Returns whether there is more of the statistic than was expected, and the words that say so; null where nothing does. */
function surpriseIn(title: string): { readonly words: string; readonly isMore: boolean } | null {
  const [stronger, weaker] = [STRONGER.exec(title), WEAKER.exec(title)];
  if (stronger !== null || weaker !== null) return { words: (stronger ?? weaker)![0], isMore: stronger !== null };
  const [further, less] = [FURTHER.exec(title), LESS.exec(title)];
  const change = further ?? less;
  const before = title.slice(0, change?.index ?? 0);
  const isRise = RISES.test(before);
  return change === null || isRise === FALLS.test(before) ? null : { words: change[0], isMore: isRise === (further !== null) };
}
