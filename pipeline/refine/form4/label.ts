/**
 * How a trade was made, as the form itself says (contract.md 6): in the market, or as a lot of a plan (10b5-1, dividend
 * reinvestment, payroll), an allocation of an offering (underwritten, by subscription or rights), or by private agreement.
 */
import Big from 'big.js';
import type { Form4Transaction } from '#schemas/raw.ts';
import type { TransactionContext } from '#schemas/vocabulary.ts';
import { isSwap } from './swap.ts';

export type PurchaseLabel = 'plan' | 'offering';
/**
 * `unknown`: nothing says otherwise, and there is no price that a market could have made. `shared_price`: nothing says
 * otherwise, and another insider bought at the very price that day, as of an offering. `swap`: through an equity swap.
 */
export type TradeContext = 'open_market' | 'swap' | 'offering' | 'shared_price' | 'private_purchase' | 'plan' | 'unknown';

const offering =
  /\b(?:(?:initial )?public offering|\bIPO\b|directed share program|reserved share program|underwrit(?:ten|ers?)|registered (?:direct|public) offering|concurrent offering|rights offering|(?:over-?)?subscri(?:ption|bed)\b|direct(?:ly)? from the (?:issuer|company)|purchased from the (?:issuer|company)|equity financing|follow-?on offering|confidentially marketed|standby purchase|backstop|(?:participat\w+|purchased|acquired|bought|shares?|units?) in (?:the|an?|its|this) (?:\w+ ){0,4}offering|offering price)/i;
const privately =
  /\b(?:private placements?|PIPE\b|(?:stock|share|securities|unit|note|investment|forward) purchase agreement|private(?:ly)?[\s-](?:negotiated|transaction|purchase|sale|agreement|acquired|purchased)|off[\s-]market|block (?:trade|purchase) (?:from|with)|tender offer|business combination agreement|(?:purchased|acquired|bought) from (?:an?|the|another) (?:\w+ ){0,3}(?:stock|share)holder)/i;
const plan =
  /\b(?:dividend[\s-]re-?investment|\bDRIP\b|employee (?:stock|share) purchase plan|\bESPP\b|(?:direct )?(?:stock|share) purchase plan|payroll deduction|401\(k\)|automatic(?:ally)? (?:re-?invest|purchase)|deferred compensation plan|savings plan|director(?:s['’]?|['’]s)? (?:stock|fee) (?:purchase )?plan)/i;
/** Speaks of what was held before, or of who holds it, not of how these shares were bought. */
const ofHoldings =
  /^\W*(?:(?:also|total(?: holdings)?|balance adjusted to) )?(?:includes?|including|of the shares held|this (?:number|amount|total)|the (?:amount|number|total)|represents (?:shares|securities) (?:held|owned)|reflects (?:shares|the)? ?(?:held|owned))/i;
const ofPast =
  /\b(?:prior to|following|since|before|after|upon (?:the )?(?:closing|completion) of) (?:the|its|our) (?:issuer['’]s )?(?:initial public offering|IPO)\b/i;
/** "Not purchased in the offering": the words of an offering, and none of it. */
const denied =
  /\b(?:open[\s-]market|on the (?:nasdaq|nyse|new york stock exchange))\b|\b(?:not|other than) (?:\w+ ){0,4}(?:in|from|part of|pursuant to|connection with)\b/i;

type Said = Exclude<TradeContext, 'open_market' | 'swap' | 'shared_price' | 'unknown'>;

function says(text: string): Said | null {
  if (ofHoldings.test(text)) return null;
  if (plan.test(text)) return 'plan';
  if (denied.test(text)) return null;
  // A placement whose price an offering set is told by its agreement; both count alike.
  if (offering.test(text) && !ofPast.test(text)) return 'offering';
  return privately.test(text) ? 'private_purchase' : null;
}

/** What decides holds for more than half of the shares. */
export function tradeContext(tranches: readonly Form4Transaction[], is10b51: boolean | null): TradeContext {
  const sharesOf = (those: readonly Form4Transaction[]): Big => those.reduce((sum, { shares }) => sum.plus(shares), new Big(0));
  const total = sharesOf(tranches);
  if (sharesOf(tranches.filter(isSwap)).times(2).gt(total)) return 'swap';
  if (is10b51 === true) return 'plan';
  for (const context of ['offering', 'private_purchase', 'plan'] as const) {
    const saying = tranches.filter(({ footnotes, footnotes_of_holdings: ofHeld = [] }) =>
      footnotes.some((text) => says(text) === context && !(context === 'plan' && ofHeld.includes(text))),
    );
    if (sharesOf(saying).times(2).gt(total)) return context;
  }
  return tranches.some(({ price }) => price !== null && new Big(price).gt(0)) ? 'open_market' : 'unknown';
}

/** A private purchase and a swap count as little as a lot of an offering. */
const labels: Readonly<Record<TradeContext, PurchaseLabel | null>> = {
  open_market: null,
  unknown: null,
  plan: 'plan',
  offering: 'offering',
  shared_price: 'offering',
  private_purchase: 'offering',
  swap: 'offering',
};

/** contract.md 4. A price that insiders share is that of an offering, a swap is agreed upon with a bank; null: a disposition to the issuer, of which nothing is read. */
export function contextOnWire(context: TradeContext | null): TransactionContext {
  if (context === null) return 'unknown';
  if (context === 'shared_price') return 'offering';
  return context === 'swap' ? 'private_purchase' : context;
}

export const labelOf = (context: TradeContext): PurchaseLabel | null => labels[context];
