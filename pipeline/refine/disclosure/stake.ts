/**
 * Writes and scores a Schedule 13D or 13G. A filing of several persons makes one row with the largest aggregate. A 13D scores higher, because
 * its holder may want to influence the company.
 */
import Big from 'big.js';
import type { DisclosureFacts } from '#schemas/raw.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText } from '../normalise/clean.ts';
import { sentencesOf } from '../text/sentences.ts';
import { enumeration, grouped, longDate } from '../text/format-figures.ts';
import { headlineCase, ownerName } from '../form4/names.ts';
import { formName, isAmendment, quote, type DisclosureText, type TextInput } from './text.ts';

type StakeFacts = Extract<DisclosureFacts, { about: 'stake' }>;
type Holder = StakeFacts['holders'][number];

/** Percent of a class above which a holder must file. */
const threshold = 5;
/** A first report below this percentage states a fraction as a percentage; an amendment may. */
const fractionMax = 1;
/** Maximum ratio between the stated percentage and shares over outstanding. Options and warrants count in a holder's own percentage. */
const ratioMax = 1.5;
/** Maximum difference in percentage points that is accepted whatever the ratio. */
const pointsMax = 1;

/** The largest aggregate that a filing states. */
interface Stake {
  readonly holder: string;
  readonly shares: string | null;
  /** Percent of the class; null when it is not stated or contradicts the shares. */
  readonly percent: Big | null;
  readonly isImplausible: boolean;
}

const byPercent = (a: Holder, b: Holder): number => Number(b.percent ?? -1) - Number(a.percent ?? -1);

function isImplausible({ shares, percent }: Holder, outstanding: string | null, isFirst: boolean): boolean {
  if (percent === null) return false;
  const stated = Number(percent);
  if (stated > 100 || (isFirst && stated < fractionMax)) return true;
  if (shares === null) return false;
  if (Number(shares) === 0) return stated > 0;
  if (outstanding === null || Number(outstanding) === 0) return false;
  const computed = (Number(shares) / Number(outstanding)) * 100;
  const ratio = Math.max(stated, computed) / Math.max(Math.min(stated, computed), 1e-9);
  return ratio > ratioMax && Math.abs(stated - computed) > pointsMax;
}

/** Returns whether no cover page states the group's aggregate: all persons have separate shares, and an item states a larger percentage. */
function isDivided(holders: readonly Holder[], itemPercents: readonly string[]): boolean {
  const amounts = holders.flatMap(({ shares }) => (shares === null || Number(shares) === 0 ? [] : [Number(shares)]));
  const largest = Math.max(...holders.map(({ percent }) => Number(percent ?? 0)));
  return holders.length > 1 && new Set(amounts).size === amounts.length && itemPercents.some((percent) => Number(percent) > largest + rounding);
}
const rounding = 0.1;

/** Returns the stake of the person with the largest percentage, of the first among equals. */
function stakeOf({ holders, outstanding, item_percents }: Pick<StakeFacts, 'holders' | 'outstanding' | 'item_percents'>, isFirst: boolean): Stake {
  const largest = holders.toSorted(byPercent)[0]!;
  if (isDivided(holders, item_percents)) return { holder: ownerName(holders[0]!.name), shares: null, percent: null, isImplausible: false };
  const isWrong = isImplausible(largest, outstanding, isFirst);
  return {
    holder: ownerName(largest.name),
    shares: largest.shares,
    percent: isWrong || largest.percent === null ? null : new Big(largest.percent),
    isImplausible: isWrong,
  };
}

/** Matches an action of a holder that seeks influence. */
const influence =
  /\b(?:nominat\w+ (?:[\w,]+ ){0,8}?(?:directors?|candidates?|nominees?|individuals|persons|slate)|proxy (?:contest|solicitation|statement|fight)|consent solicitation|tender offer|(?:acquire|purchase|acquisition of) all (?:of )?(?:the )?(?:issued|outstanding|shares|common|remaining)|mergers?(?: agreement)?|business combination|going[- ]private|take[- ]private|(?:non-?binding|unsolicited|preliminary) (?:\w+ ){0,3}(?:proposal|offer|indication)|change (?:of|in) control|(?:changes? (?:in|to)|reconstitut\w+|replac\w+|refresh\w*) (?:\w+ ){0,4}(?:board|management|chief executive)|strategic (?:alternatives|review)|sale of the (?:company|issuer)|letter to (?:\w+ ){0,4}(?:board|chair\w*|chief)|(?:board|director) (?:representation|seats?)|representation on the board|cooperation agreement)/i;
/** Matches a reservation of rights or a denial, which every Item 4 contains, and a purpose that was given up. */
const reserved =
  /\b(?:abandon(?:ed|s|ing)?|withdr(?:ew|aw|aws|awn|awing)|terminated|rescinded|ceased|may|might|could|reserves?|reserved|not|no|neither|nor|none|except|other than|from time to time|would (?:result|relate)|relate to or|if)\b/i;
/** Matches `not already owned by them`, which describes the shares that an offer is for and denies nothing. */
const notOwned =
  /\b(?:(?:do|does) not (?:already |currently |beneficially |directly )?(?:own|hold)|not (?:already |currently |otherwise |beneficially )?(?:owned|held))\b/gi;
const takeover =
  /\b(?:merger|business combination|tender offer|going[- ]private|take[- ]private|acquire all|purchase all|acquisition of all|non-?binding)\b/i;
const sentencesMax = 60;
/** Matches a sentence that only refers to another text. */
const pointer = /\b(?:is|are) (?:hereby )?(?:amended|supplemented|restated)\b|\bincorporated (?:herein )?by reference\b/i;

/** Matches shares or board seats that were obtained or given up in a completed deal. */
const obtained =
  /\b(?:acquired|received|issued|obtained|converted|exchanged)\b[^;]{0,160}?\b(?:(?:upon|at|following) (?:the )?(?:closing|completion|consummation)|as (?:\w+ )?consideration|in the (?:merger|business combination))\b|\btendered (?:all|its|their|his|her|the)\b|\bha(?:s|ve) (?:an? )?(?:board|director) (?:representation|seats?)\b/i;

/** Returns the sentence of Item 4 that states a purpose of influence or control; '' when none does. */
const influenceOf = (purpose: string): string =>
  sentencesOf(cleanText(purpose), sentencesMax).find(
    (sentence) => influence.test(sentence) && !obtained.test(sentence) && !reserved.test(sentence.replaceAll(notOwned, '')),
  ) ?? '';

/**
 * Returns the stake, without a percentage that cannot be right: one above five although the filing says five or less, or a fraction that was
 * typed as a percentage. A percentage below one and below a tenth of the earlier one counts as such a fraction, if the holder kept half of the
 * shares and shares over outstanding do not confirm it.
 */
function statedStake(facts: StakeFacts, before: Stake | null, isFirst: boolean): Stake {
  const stake = stakeOf(facts, isFirst);
  const { shares, percent } = stake;
  if (percent === null) return stake;
  const isContradicted = facts.is_under_five && percent.gt(threshold);
  const isFraction =
    shares !== null &&
    percent.lt(fractionMax) &&
    !isConfirmed(shares, percent, facts.outstanding) &&
    typeof before?.shares === 'string' &&
    before.percent !== null &&
    new Big(shares).times(2).gte(before.shares) &&
    percent.times(10).lt(before.percent);
  return isContradicted || isFraction ? { ...stake, percent: null, isImplausible: true } : stake;
}

const isConfirmed = (shares: string, percent: Big, outstanding: string | null): boolean =>
  outstanding !== null && Number(outstanding) > 0 && Math.abs((Number(shares) / Number(outstanding)) * 100 - percent.toNumber()) <= rounding;

const sumOf = (holders: readonly Holder[]): Big => holders.reduce((sum, { percent }) => sum.plus(percent ?? 0), new Big(0));

type Move = 'crossing' | 'exit' | 'raise' | 'cut' | 'same' | 'unknown';

/** Returns what the filing reports; `exit` means a stake of 5 percent or less. */
function moveOf(now: Stake, before: Stake | null, facts: Pick<StakeFacts, 'is_under_five' | 'holders' | 'item_percents'>, amends: boolean): Move {
  // A first report below the threshold is a correction, a group member's report or an error.
  if (!amends) return facts.is_under_five || now.shares === '0' || (now.percent?.lt(threshold) ?? false) ? 'unknown' : 'crossing';
  // Members of a group can hold separate shares, so their sum decides about an exit. Persons that report the same shares hold them together.
  const areShared = new Set(facts.holders.map(({ shares }) => shares)).size === 1;
  const isSmall =
    now.percent !== null &&
    facts.holders.every(({ percent }) => percent !== null) &&
    (areShared ? now.percent : sumOf(facts.holders)).lte(threshold) &&
    !facts.item_percents.some((percent) => Number(percent) > threshold);
  if (isSmall || (facts.is_under_five && !now.isImplausible)) return 'exit';
  if (now.percent === null || before === null || before.percent === null) return 'unknown';
  const moved = now.percent.cmp(before.percent);
  if (moved === 0) return 'same';
  // An issue or a buyback of the company also changes the percentage.
  if (now.shares !== null && before.shares !== null && new Big(now.shares).cmp(before.shares) !== moved) return 'unknown';
  return moved > 0 ? 'raise' : 'cut';
}

const notablePoints = 1;

function relevanceOf(isD: boolean, move: Move, { now, before, hasInfluence }: { now: Stake; before: Stake | null; hasInfluence: boolean }): number {
  const was = before?.percent ?? null;
  const points = now.percent === null || was === null ? 0 : Number(now.percent.minus(was).abs());
  if (isD) return move === 'exit' ? 7 : move === 'crossing' ? (hasInfluence ? 9 : 8) : hasInfluence || points >= notablePoints ? 8 : 7;
  if (move === 'crossing') return now.percent?.gte(10) ? 6 : 5;
  return move === 'exit' || points >= notablePoints ? 4 : 3;
}

const percentText = (percent: Big): string => `${grouped(percent.toFixed())}%`;

const moves: Readonly<Record<Move, { readonly sentiment: Sentiment; readonly one: string; readonly several: string }>> = {
  crossing: { sentiment: 'positive', one: 'reports a stake of', several: 'report a stake of' },
  exit: { sentiment: 'negative', one: 'falls to', several: 'fall to' },
  raise: { sentiment: 'positive', one: 'raises its stake to', several: 'raise their stake to' },
  cut: { sentiment: 'negative', one: 'cuts its stake to', several: 'cut their stake to' },
  same: { sentiment: 'neutral', one: 'keeps its stake of', several: 'keep their stake of' },
  unknown: { sentiment: 'neutral', one: 'reports a stake of', several: 'report a stake of' },
};

const ordinaryCase = (title: string): string => (/[a-z]/.test(title) ? title : headlineCase(title));

const ended = (text: string): string => (/[.!?]”?$/.test(text) ? text : `${text}.`);

export function stakeText(facts: StakeFacts, input: TextInput): DisclosureText {
  const isD = input.form.startsWith('SCHEDULE 13D');
  const amends = isAmendment(input);
  const before = facts.before === null ? null : stakeOf({ holders: facts.before, outstanding: null, item_percents: [] }, false);
  const now = statedStake(facts, before, !amends);
  const move = moveOf(now, before, facts, amends);
  const said = influenceOf(facts.purpose);
  const { shares, percent } = now;
  const persons = new Map(facts.holders.map(({ name, types }) => [ownerName(name), types] as const).filter(([name]) => name !== ''));
  const others = new Set([now.holder, ...persons.keys()]).size - 1;
  const form = formName(input.form);
  const verb = moves[move][others === 0 ? 'one' : 'several'];
  const who = others === 0 ? now.holder : `${now.holder} and others`;
  const unstated = move === 'exit' ? '5% or less' : 'unstated size';
  const size = percent === null ? (shares === null ? unstated : `${grouped(shares)} shares`) : percentText(percent);
  const earlier = before?.percent ?? null;
  const was = earlier === null || percent === null || move === 'same' ? '' : `, from ${percentText(earlier)}`;
  const names = [...persons.keys()].filter((name) => name !== now.holder);
  const joint =
    others === 0
      ? ''
      : ` ${ended(`Filed jointly with ${enumeration(names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names)}`)}`;
  const owned =
    shares === null
      ? 'The cover page states no number of shares'
      : `${now.holder} beneficially owns ${grouped(shares)} ${facts.security === '' ? 'shares' : `of the ${ordinaryCase(facts.security)}`}`;
  const share =
    percent === null
      ? now.isImplausible
        ? '; the stated percentage contradicts the shares and is left out'
        : '; no percentage is stated'
      : `, ${percentText(percent)} of the class`;
  const amended = amends
    ? ` ${facts.amendment === null ? 'This is an amendment' : `This is amendment ${facts.amendment}`}${facts.amends === null ? '' : ` of filing ${facts.amends}${earlier === null ? '' : `, which reported ${percentText(earlier)}`}`}.`
    : '';
  const first = said !== '' ? said : (sentencesOf(cleanText(facts.purpose), sentencesMax).find((one) => !pointer.test(one)) ?? '');
  const purpose = first === '' ? '' : ` The stated purpose: ${ended(quote(first))}`;
  const { sentiment } = moves[move];
  const confidence = isD && move === 'crossing' && said !== '' ? 'medium' : 'low';
  const category: Category = isD && takeover.test(said) ? 'mergers_acquisitions' : 'insider';
  const relevance = relevanceOf(isD, move, { now, before, hasInfluence: said !== '' });
  return {
    title: `${input.company} (${input.ticker}): ${who} ${verb} ${size}${was} (${form})`,
    summary: `${owned} of ${input.company} (${input.ticker})${share}, according to a ${form}${facts.event_on === null ? '' : ` on the event of ${longDate(facts.event_on)}`}.${joint}${amended}${purpose}`,
    impact: `${form}: ${who} ${verb} ${size} of ${input.ticker}${was}.`,
    reasoning: `${who} ${verb} ${size}${was}. ${isD ? 'A Schedule 13D is filed by a holder that may seek influence.' : 'A Schedule 13G is filed by a passive holder.'}${said === '' ? '' : ` It says ${ended(quote(said))}`} Read as ${sentiment} with ${confidence} confidence.`,
    sentiment,
    confidence,
    relevance,
    novelty: move === 'crossing' ? 8 : move === 'same' || move === 'unknown' ? 4 : 6,
    category,
    topics: ['beneficial ownership', ...(said === '' ? [] : ['activism'])],
    people: [...persons].map(([name, types]) => ({
      name,
      description: `Reporting person${types.length === 0 ? '' : `, type ${types.join(', ')}`}`,
    })),
  };
}
