/** Returns how a central bank's decision or a surprising macro figure moves rates; a figure without its expectation has no effect. */
import type { MarketEffect } from '#schemas/item.ts';
import { rateDecisionIn, statisticIn, type RateDecision } from '../article/score-bands.ts';

const RISES = /\b(?:up|rose|gr[eo]w(?:s|n|ing)?|(?:climb|jump|gain|quicken)(?:s|ed|ing)?|(?:ris|increas|surg|accelerat)(?:e[sdn]?|ing))\b/i;
const FALLS =
  /\b(?:down|f[ae]ll(?:s|en|ing)?|drop(?:s|ped|ping)?|(?:slow|cool)(?:s|ed|ing)?|(?:declin|decreas|eas|plung)(?:e[sd]?|ing)|shr[aiu]nk(?:s|ing)?|slid(?:es?|ing)?)\b/i;
/** Matches statistics that are higher in a weaker economy. */
const SLACK = /^(?:unemployment|jobless claims|trade deficit)$/i;
const NEXT_CLAUSE = /[,;:]| (?:as|while|even|but) /i;
/** Matches words for results of companies, whose surprises are not those of a statistic. */
const OF_COMPANIES = /\b(?:earnings|profits?|results|stocks|shares|wall street)\b/i;

/** Words for what a bank does next: `holds rates, signals two cuts`. */
const NEXT_MOVE = /\b(?:cut(?:s|ting)?|hik(?:es?|ing)|eas(?:e|es|ing)|tighten(?:s|ing)?|increases?|dovish|hawkish)\b/i;

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
/** Compares the size of the change in the headline: `fall more than expected`. */
const FURTHER = new RegExp(String.raw`\b(?:more|faster|sharply more)[- ]than[- ]${EXPECTED}\b`, 'i');
const LESS = new RegExp(String.raw`\b(?:less|slower)[- ]than[- ]${EXPECTED}\b`, 'i');

export function releaseEffectOf(title: string): MarketEffect | null {
  const decision = rateDecisionIn(title);
  if (decision !== null) return ofDecision(decision, title);
  const statistic = statisticIn(title);
  const surprise = statistic === null || OF_COMPANIES.test(title) ? null : surpriseIn(title, statistic);
  if (statistic === null || surprise === null) return null;
  const isUp = surprise.isMore !== SLACK.test(statistic);
  return {
    market: 'rates',
    direction: isUp ? 'positive' : 'negative',
    reasoning: `The headline says “${surprise.words}” about ${statistic}, and ${isUp ? 'stronger' : 'weaker'} data point interest rates ${isUp ? 'up' : 'down'}.`,
  };
}

/** Returns the effect of a decision; null for a hold whose headline also says what may come next, because that moves rates. */
function ofDecision({ verb, sense }: RateDecision, title: string): MarketEffect | null {
  if (sense === 'unchanged')
    return NEXT_MOVE.test(title) ? null : { market: 'rates', direction: 'neutral', reasoning: 'The central bank leaves its rates where they were.' };
  return {
    market: 'rates',
    direction: sense === 'raised' ? 'positive' : 'negative',
    reasoning: `The headline says “${verb}” about the central bank’s rates.`,
  };
}

/** Matches the end of a text before the statistic whose change it names: `drop in US inflation`. */
const CHANGE_OF = /\b(?:in|of)(?: [\w.’']+){0,2} $/;

/** Returns the words that may describe the change of the statistic: those after it, else the noun before it (`drop in US inflation`). */
function wordsOfChange(statistic: string, before: string): string {
  const at = before.indexOf(statistic);
  const [ahead, behind] = at < 0 ? [before, ''] : [before.slice(0, at), before.slice(at)];
  return !RISES.test(behind) && !FALLS.test(behind) && CHANGE_OF.test(ahead) ? ahead : behind;
}

/** Returns whether the statistic is higher than expected, and the words for it; null when no words are. */
function surpriseIn(title: string, statistic: string): { readonly words: string; readonly isMore: boolean } | null {
  const [stronger, weaker] = [STRONGER.exec(title), WEAKER.exec(title)];
  // In `adds 22,000 jobs, below forecast; unemployment rises` the surprise belongs to the other clause.
  const surprise = stronger ?? weaker;
  if (SLACK.test(statistic) && surprise !== null && NEXT_CLAUSE.test(title.slice(surprise.index, title.indexOf(statistic)))) return null;
  if (stronger !== null || weaker !== null) return { words: (stronger ?? weaker)![0], isMore: stronger !== null };
  const [further, less] = [FURTHER.exec(title), LESS.exec(title)];
  const change = further ?? less;
  if (change === null) return null;
  const said = wordsOfChange(statistic, title.slice(0, change.index));
  const [isRise, isFall] = [RISES.test(said), FALLS.test(said)];
  if (isRise !== isFall) return { words: change[0], isMore: isRise === (further !== null) };
  // Without a change, less is lower: `inflation comes in less than expected`.
  const isBehind = title.indexOf(statistic) < change.index;
  return !isRise && isBehind && less !== null ? { words: change[0], isMore: false } : null;
}
