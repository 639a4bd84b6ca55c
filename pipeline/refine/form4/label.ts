/**
 * Reads from the form how a trade was made (specification.md C6): in the market, as a lot of a plan (10b5-1, dividend reinvestment,
 * payroll), as an allocation of an offering (underwritten, by subscription or rights), or by private agreement.
 */
import Big from 'big.js';
import type { Form4Transaction } from '#schemas/raw.ts';
import type { TransactionContext } from '#schemas/vocabulary.ts';
import { isSwap } from './swap.ts';

export type PurchaseLabel = 'plan' | 'offering';
/**
 * `unknown`: no other context is stated, and no price that a market could have made. `shared_price`: no other context is
 * stated, and another insider bought at exactly this price that day, as in an offering. `units`: no other context is stated, and
 * warrants were acquired with the shares, as issuers sell them. `swap`: through an equity swap.
 * `obliged`: by a merger, a tender offer, an option of another or a rule on taxes, not by a decision on that day.
 */
export type TradeContext = 'open_market' | 'swap' | 'offering' | 'shared_price' | 'units' | 'private_purchase' | 'plan' | 'obliged' | 'unknown';

const offering =
  /\b(?:(?:initial )?public offering|\bIPO\b|directed share program|reserved share program|underwrit(?:ten|ers?)|registered (?:direct|public) offering|direct placement|concurrent offering|rights offering|(?:over-?)?subscri(?:ption|bed)\b|direct(?:ly)? from the (?:issuer|company)|purchased from the (?:issuer|company)|equity financing|follow-?on offering|confidentially marketed|standby purchase|backstop|(?:participat\w+|purchased|acquired|bought|shares?|units?) in (?:the|an?|its|this) (?:[\w'’-]+ ){0,4}offering|offering price)/i;
const privately =
  /\b(?:private placements?|PIPE\b|(?:stock|share|securities|unit|note|investment|forward) (?:re)?purchase agreement|(?:repurchased by|sold to) the (?:issuer|company)\b|private(?:ly)?[\s-](?:negotiated|transaction|purchase|sale|agreement|acquired|purchased)|off[\s-]market|block (?:trade|purchase) (?:from|with)|business combination agreement|(?:purchased|acquired|bought) from (?:an?|the|another) (?:\w+ ){0,3}(?:stock|share)holder)/i;
const obliged =
  /\b(?:converted into (?:and exchanged for )?the right to receive|tender offer|tendered|(?:merger|transaction) consideration|(?:assignment|exercise) of (?:\w+ ){0,4}(?:written|call|put) |(?:call|put) options? (?:\w+ ){0,2}written|sell[\s-]to[\s-]cover|non-?discretionary|not (?:represent )?a discretionary|to (?:satisfy|cover|pay)\b[^.;]{0,60}\b(?:tax|withholding))/i;
const plan =
  /\b(?:dividend[\s-]re-?investment|re-?invest\w* (?:of )?(?:cash )?(?:dividends?|distributions?)|\bDRIP\b|employee (?:stock|share) purchase plan|\bESPP\b|(?:direct )?(?:stock|share) purchase plan|payroll deduction|401\(k\)|automatic(?:ally)? (?:re-?invest|purchase)|deferred compensation plan|savings plan|director(?:s['’]?|['’]s)? (?:stock|fee) (?:purchase )?plan)/i;
/** Matches notes on shares owned before or on their holder, not on how these shares were bought. */
const ofHoldings =
  /^\W*(?:(?:also|total(?: holdings)?|balance adjusted to) )?(?:includes?|including|of the shares held|this (?:number|amount|total)|the (?:amount|number|total)|represents (?:shares|securities) (?:held|owned)|reflects (?:shares|the)? ?(?:held|owned))/i;
const ofPast =
  /\b(?:prior to|following|since|before|after|upon (?:the )?(?:closing|completion) of) (?:the|its|our) (?:issuer['’]s )?(?:initial public offering|IPO)\b/i;
/** Matches a denial in the words of an offering: "Not purchased in the offering". */
const denied =
  /\b(?:open[\s-]market|on the (?:nasdaq|nyse|new york stock exchange))\b|\b(?:not|other than) (?:\w+ ){0,4}(?:in|from|part of|pursuant to|connection with)\b/i;

type StatedContext = Exclude<TradeContext, 'open_market' | 'swap' | 'shared_price' | 'units' | 'unknown'>;

function says(text: string): StatedContext | null {
  if (ofHoldings.test(text)) return null;
  if (plan.test(text)) return 'plan';
  if (obliged.test(text)) return 'obliged';
  if (denied.test(text)) return null;
  // A private placement that is described as an offering counts as an offering.
  if (offering.test(text) && !ofPast.test(text)) return 'offering';
  return privately.test(text) ? 'private_purchase' : null;
}

const isOfUnit = ({ with_warrants }: Form4Transaction): boolean => with_warrants === true;

/** Returns how a trade was made: a context decides when it applies to more than half of the shares. */
export function tradeContext(tranches: readonly Form4Transaction[], is10b51: boolean | null): TradeContext {
  const sharesOf = (those: readonly Form4Transaction[]): Big => those.reduce((sum, { shares }) => sum.plus(shares), new Big(0));
  const total = sharesOf(tranches);
  const areMost = (those: readonly Form4Transaction[]): boolean => sharesOf(those).times(2).gt(total);
  if (areMost(tranches.filter(isSwap))) return 'swap';
  if (is10b51 === true) return 'plan';
  for (const context of ['obliged', 'offering', 'private_purchase', 'plan'] as const) {
    const saying = tranches.filter(({ footnotes, footnotes_of_holdings: holdingNotes = [] }) =>
      footnotes.some((text) => says(text) === context && !holdingNotes.includes(text)),
    );
    if (areMost(saying)) return context;
  }
  if (areMost(tranches.filter(isOfUnit))) return 'units';
  return tranches.some(({ price }) => price !== null && new Big(price).gt(0)) ? 'open_market' : 'unknown';
}

/** Label of each context; a purchase outside the market counts as little as a lot of an offering. */
const labels: Readonly<Record<TradeContext, PurchaseLabel | null>> = {
  open_market: null,
  unknown: null,
  plan: 'plan',
  offering: 'offering',
  shared_price: 'offering',
  units: 'offering',
  private_purchase: 'offering',
  swap: 'offering',
  obliged: 'offering',
};

/** Returns the served context (specification.md C4): `offering` for a shared price or units, private for a swap, which is agreed with a bank. */
export function contextOnWire(context: TradeContext | null): TransactionContext {
  if (context === null || context === 'obliged') return 'unknown';
  if (context === 'shared_price' || context === 'units') return 'offering';
  return context === 'swap' ? 'private_purchase' : context;
}

/** Returns the served label of a trade's context; null without one. */
export const labelOf = (context: TradeContext): PurchaseLabel | null => labels[context];
