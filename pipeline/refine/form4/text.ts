/** Writes the title, summary and reasoning of an insider event: fixed sentences that state what the form states and what it omits. */
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { InsiderEvent } from './events.ts';
import { acceptedOn } from '../filed-record.ts';
import { dollars, enumeration, grouped, longDate, roundDollars } from '../text/format-figures.ts';
import type { TradeContext } from './label.ts';
import { capitalised, officeTitle, ownerName } from './names.ts';
import type { Kind, Score } from './score.ts';
import { isShare, shortTitle } from './security.ts';

export interface EventText {
  readonly title: string;
  readonly summary: string;
  /** Why the event has its sentiment, with the figures. */
  readonly reasoning: string;
  readonly impact: string;
}

interface TextInput {
  readonly raw: RawForm4;
  readonly event: InsiderEvent;
  readonly company: string;
  readonly ticker: string;
  readonly score: Score;
  readonly kind: Kind;
}

const wording: Readonly<Record<InsiderEvent['side'], { readonly verb: string; readonly noun: string; readonly to: string }>> = {
  buy: { verb: 'bought', noun: 'purchase', to: '' },
  sell: { verb: 'sold', noun: 'sale', to: '' },
  other: { verb: 'disposed of', noun: 'disposition to the issuer', to: ' to the issuer' },
};

const sharesOf = (count: string, holding = ''): string => `${grouped(count)} ${holding}${count === '1' ? 'share' : 'shares'}`;

/** Adds a full stop, unless the text ends with the full stop of a name. */
const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Returns the office as filed, else the role of the form's boxes; '' when the form gives neither. */
export function roleOf(owner: Form4Owner): string {
  const office = officeTitle(owner.title);
  if (office !== '' && !/^see\b/i.test(office)) return office;
  if (owner.is_director) return 'director';
  if (owner.is_officer) return 'officer';
  return owner.is_ten_percent_owner ? '10% owner' : '';
}

const securitiesOf = ({ securityTitles }: InsiderEvent): string => enumeration([...new Set(securityTitles.map(shortTitle))]);

/** Returns for example `1,000 shares`, for another security `1,000 of the Senior Notes due 2032`, and for several `1,000 securities`. */
function quantityOf(event: InsiderEvent, count = event.shares): string {
  if (event.securityTitles.every(isShare)) return sharesOf(count);
  return event.securityTitles.length > 1 ? `${grouped(count)} securities` : `${grouped(count)} of the ${securitiesOf(event)}`;
}

/** Returns whether the event has no price, or a price of zero. */
const isWorthless = ({ totalValueUsd }: InsiderEvent): boolean => totalValueUsd === null || Number(totalValueUsd) === 0;

const settings: Readonly<Partial<Record<TradeContext, string>>> = {
  swap: ' through an equity swap',
  offering: ' in an offering',
  private_purchase: ' by private agreement',
  units: ' together with warrants',
};
const setting = ({ context }: InsiderEvent): string => settings[context ?? 'unknown'] ?? '';

function titleOf({ event, company, ticker, raw }: TextInput): string {
  const owner = raw.owners[0]!;
  const role = roleOf(owner);
  const { verb, to } = wording[event.side];
  const value = isWorthless(event) ? '' : ` for ${roundDollars(event.totalValueUsd!)}`;
  const plan = event.is10b51 === true ? ' under a 10b5-1 plan' : '';
  const who = role === '' ? ownerName(owner.name) : `${ownerName(owner.name)}, ${role},`;
  return `${company} (${ticker}): ${who} ${verb} ${quantityOf(event)}${to}${value}${plan || setting(event)}`;
}

const missingPrice: Readonly<Record<InsiderEvent['valueBasis'], string>> = {
  stated: 'the price field has no price in dollars',
  unpriced: 'the price field has no price in dollars',
  implausible: 'the filed price cannot be the price of one share and is left out',
  per_receipt: 'the filed price is the price of a depositary receipt and is left out',
};

function priceOf(event: InsiderEvent): string {
  if (event.averagePriceUsd === null || event.totalValueUsd === null) return `; ${missingPrice[event.valueBasis]}`;
  if (Number(event.totalValueUsd) === 0) return ' at a stated price of zero';
  const price = event.trancheCount > 1 ? 'an average price of' : 'a price of';
  const part = event.pricedShares === event.shares ? '' : ` (priced: ${quantityOf(event, event.pricedShares)})`;
  return ` at ${price} ${dollars(event.averagePriceUsd)}, for a total of ${dollars(event.totalValueUsd)}${part}`;
}

const whenOf = (event: InsiderEvent): string => {
  const span =
    event.firstDate === event.lastDate ? `on ${longDate(event.lastDate)}` : `between ${longDate(event.firstDate)} and ${longDate(event.lastDate)}`;
  return event.trancheCount > 1 ? `${span} in ${event.trancheCount} trades` : span;
};

const settingSentence = (event: InsiderEvent): string => {
  const { noun } = wording[event.side];
  if (event.context === 'swap') return ` The ${noun} was made through an equity swap.`;
  if (event.context === 'offering') return ` According to the footnotes, the ${noun} was part of an offering.`;
  if (event.context === 'units') return ' Warrants were acquired on the same day, as in an offering of units.';
  if (event.context === 'private_purchase') return ` According to the footnotes, the ${noun} was made by private agreement.`;
  if (event.context === 'obliged')
    return ` According to the footnotes, the ${noun} followed from a merger, a tender offer, an option or a tax, not from a decision on that day.`;
  if (event.context === 'shared_price') return ' Another insider bought at the same price that day, which is typical of an offering.';
  return event.label === 'plan' && event.is10b51 !== true ? ` According to the footnotes, the ${noun} was made under a plan.` : '';
};

const planSentence = (event: InsiderEvent): string => {
  const { noun } = wording[event.side];
  if (event.is10b51 === true) return `The ${noun} was made under a Rule 10b5-1 trading plan.`;
  if (event.is10b51 === false) return `The ${noun} was not reported as made under a Rule 10b5-1 plan.`;
  return 'The form does not say whether a Rule 10b5-1 plan applied.';
};

function othersSentence(owners: readonly Form4Owner[]): string {
  const others = owners.slice(1);
  if (others.length === 0) return '';
  const names = others.slice(0, 3).map((owner) => ownerName(owner.name));
  const rest = others.length - names.length;
  return ` ${sentence(`The form was filed jointly with ${enumeration(rest > 0 ? [...names, `${rest} more`] : names)}`)}`;
}

function lateSentence(raw: RawForm4, event: InsiderEvent): string {
  if (event.isLate !== true) return '';
  // Lateness is judged by the original filing, not by the amendment.
  if (raw.form === '4/A') {
    const first = raw.original_filed_on ?? null;
    return ` The original filing was made${first === null ? '' : ` on ${longDate(first)},`} after the two-business-day deadline.`;
  }
  return ` The filing was accepted on ${longDate(acceptedOn(raw)!)}, after the two-business-day deadline.`;
}

const amendedSentence = (raw: RawForm4): string => (raw.form === '4/A' ? ' Reported in an amended filing (Form 4/A).' : '');

function quantityAndHolding(event: InsiderEvent): string {
  const holding = event.ownershipForm === 'direct' ? 'directly held' : 'indirectly held';
  const security = securitiesOf(event);
  if (event.securityTitles.every(isShare)) return `${sharesOf(event.shares, `${holding} `)}${security === '' ? '' : ` (${security})`}`;
  return event.securityTitles.length > 1 ? `${quantityOf(event)} (${security}), ${holding},` : `${quantityOf(event)}, ${holding},`;
}

function summaryOf({ raw, event, company, ticker }: TextInput): string {
  const owner = raw.owners[0]!;
  const role = roleOf(owner);
  const { verb, to } = wording[event.side];
  const who = role === '' ? `${ownerName(owner.name)}, an insider of` : `${ownerName(owner.name)}, ${role} of`;
  const what = `${quantityAndHolding(event)}${to}`;
  return `${who} ${company} (${ticker}), ${verb} ${what} ${whenOf(event)}${priceOf(event)}. ${planSentence(event)}${settingSentence(event)}${othersSentence(raw.owners)}${lateSentence(raw, event)}${amendedSentence(raw)}`;
}

type Meaning = Kind | 'buyUnpriced' | 'sellOutside' | 'sellObliged' | 'free';

function meaningKind(event: InsiderEvent, kind: Kind): Meaning {
  if (event.side === 'other' || kind === 'buyUnderPlan' || kind === 'sellUnderPlan') return kind;
  if (event.totalValueUsd !== null && Number(event.totalValueUsd) === 0) return 'free';
  if (event.context === 'open_market' || event.context === 'plan') return kind;
  if (event.side === 'buy') return event.context === 'unknown' ? 'buyUnpriced' : kind;
  return event.context === 'obliged' ? 'sellObliged' : event.context === 'unknown' ? kind : 'sellOutside';
}

const meaningFor = (what: 'shares' | 'securities'): Readonly<Record<Meaning, string>> => ({
  buy: `An insider bought the ${what} at the market price, which suggests that the insider expects them to rise.`,
  buyUnpriced: `An insider bought the ${what} at a price that the form does not give, so the purchase says less.`,
  buyOffered: 'The price was set by an offering or an agreement, not by the market, so the purchase says less.',
  buyUnderPlan: 'The purchase was settled in advance under a plan, so it says little about the present.',
  sell: 'An insider reduced a position. Sales have many motives, so only the size matters.',
  sellOutside: 'An insider reduced a position outside the market. Sales have many motives, so only the size matters.',
  sellObliged: 'The insider did not choose the time of the sale, so it says little.',
  free: `No money was paid for the ${what}, so this says nothing of what the insider expects.`,
  sellUnderPlan: 'The sale was settled in advance under a Rule 10b5-1 plan, so it says little about the present.',
  other: `${capitalised(what)} went back to the issuer. This is not a market trade and gives no direction.`,
});
const meaning = { shares: meaningFor('shares'), securities: meaningFor('securities') };

/** Beginnings of the reasoning. Only a trade without another context is called open-market. */
const openings: Readonly<Record<TradeContext, (noun: string) => string>> = {
  open_market: (noun) => `Open-market ${noun}`,
  offering: (noun) => `${capitalised(noun)} in an offering`,
  units: (noun) => `${capitalised(noun)}, together with warrants as in an offering,`,
  private_purchase: (noun) => `Private ${noun}`,
  swap: (noun) => `${capitalised(noun)} through an equity swap`,
  shared_price: (noun) => `${capitalised(noun)} at the same price that another insider paid that day, as in an offering,`,
  plan: capitalised,
  obliged: capitalised,
  unknown: capitalised,
};

function reasoningOf({ event, kind, score }: TextInput): string {
  const hasShares = event.securityTitles.every(isShare);
  const priced = isWorthless(event)
    ? 'at a stated price of zero'
    : `${dollars(event.totalValueUsd ?? '0')} at ${dollars(event.averagePriceUsd ?? '0')} ${hasShares ? 'a share' : 'each'}`;
  const size = event.totalValueUsd === null ? missingPrice[event.valueBasis] : priced;
  const unknownPlan = event.is10b51 === null && event.side === 'sell' ? ' Whether a plan applied is not known.' : '';
  const doubt = event.contradictsDirection ? " The form's acquired/disposed mark contradicts its transaction code; the code is used." : '';
  const opening = event.context === null ? 'Disposition to the issuer' : openings[event.context](wording[event.side].noun);
  return `${opening} of ${quantityOf(event)} (${size}). ${meaning[hasShares ? 'shares' : 'securities'][meaningKind(event, kind)]}${unknownPlan}${doubt} Read as ${score.sentiment} with ${score.confidence} confidence.`;
}

function impactOf({ event, ticker, raw }: TextInput): string {
  const { noun } = wording[event.side];
  const value = isWorthless(event) ? '' : ` worth ${roundDollars(event.totalValueUsd!)}`;
  const role = roleOf(raw.owners[0]!);
  return `${event.side === 'other' ? 'Disposition to the issuer' : `Insider ${noun}`} of ${quantityOf(event)} of ${ticker}${value}${role === '' ? '' : ` (${role})`}.`;
}

export const writeText = (input: TextInput): EventText => ({
  title: titleOf(input),
  summary: summaryOf(input),
  reasoning: reasoningOf(input),
  impact: impactOf(input),
});
