/** Classifies how a trade was made (specification.md C6): in the market, under a plan, in an offering, or by private agreement. */
import Big from 'big.js';
import type { Form4Transaction } from '#schemas/raw.ts';
import type { TransactionContext } from '#schemas/vocabulary.ts';
import { isSwap } from './swap.ts';

export type PurchaseLabel = 'plan' | 'offering';
/**
 * `obliged`: a merger, a tender offer, an option or a tax rule caused the trade. Three contexts apply only when the form states none:
 * `shared_price` when another insider bought at exactly this price that day, as in an offering; `units` when warrants were acquired with the
 * shares; `unknown` when there is no price above zero.
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
/** Matches notes about holdings, not about how these shares were bought. */
const aboutHoldings =
  /^\W*(?:(?:also|total(?: holdings)?|balance adjusted to) )?(?:includes?|including|of the shares held|this (?:number|amount|total)|the (?:amount|number|total)|represents (?:shares|securities) (?:held|owned)|reflects (?:shares|the)? ?(?:held|owned))/i;
const pastOffering =
  /\b(?:prior to|following|since|before|after|upon (?:the )?(?:closing|completion) of) (?:the|its|our) (?:issuer['’]s )?(?:initial public offering|IPO)\b/i;
/** Matches a denial that names an offering: `Not purchased in the offering`. */
const deniedOffering =
  /\b(?:open[\s-]market|on the (?:nasdaq|nyse|new york stock exchange))\b|\b(?:not|other than) (?:\w+ ){0,4}(?:in|from|part of|pursuant to|connection with)\b/i;

function contextOf(text: string): TradeContext | null {
  if (aboutHoldings.test(text)) return null;
  if (plan.test(text)) return 'plan';
  if (obliged.test(text)) return 'obliged';
  if (deniedOffering.test(text)) return null;
  if (offering.test(text) && !pastOffering.test(text)) return 'offering';
  return privately.test(text) ? 'private_purchase' : null;
}

/** Returns how a trade was made. A context decides when it applies to more than half of the shares. */
export function tradeContext(tranches: readonly Form4Transaction[], is10b51: boolean | null): TradeContext {
  const sharesOf = (those: readonly Form4Transaction[]): Big => those.reduce((sum, { shares }) => sum.plus(shares), new Big(0));
  const total = sharesOf(tranches);
  const areMost = (those: readonly Form4Transaction[]): boolean => sharesOf(those).times(2).gt(total);
  if (areMost(tranches.filter(isSwap))) return 'swap';
  if (is10b51 === true) return 'plan';
  for (const context of ['obliged', 'offering', 'private_purchase', 'plan'] as const) {
    const stating = tranches.filter(({ footnotes, footnotes_of_holdings: holdingNotes = [] }) =>
      footnotes.some((text) => contextOf(text) === context && !holdingNotes.includes(text)),
    );
    if (areMost(stating)) return context;
  }
  if (areMost(tranches.filter(({ with_warrants }) => with_warrants === true))) return 'units';
  return tranches.some(({ price }) => price !== null && new Big(price).gt(0)) ? 'open_market' : 'unknown';
}

/** Returns the served label of a purchase; null for one in the market. Every purchase outside the market counts as little as one in an offering. */
export function labelOf(context: TradeContext): PurchaseLabel | null {
  if (context === 'plan') return 'plan';
  return context === 'open_market' || context === 'unknown' ? null : 'offering';
}

/** Returns the served context (specification.md C4). A swap is served as private, because it is agreed with a bank. */
export function contextOnWire(context: TradeContext | null): TransactionContext {
  if (context === null || context === 'obliged') return 'unknown';
  if (context === 'shared_price' || context === 'units') return 'offering';
  return context === 'swap' ? 'private_purchase' : context;
}
