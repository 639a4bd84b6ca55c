/**
 * What a form itself says of a purchase that makes it no free decision (contract.md 6): a lot of a plan (10b5-1,
 * dividend reinvestment, payroll), or an allocation of an offering (underwritten, private, by subscription or rights).
 */
import Big from 'big.js';
import type { Form4Transaction } from '#schemas/raw.ts';

export type PurchaseLabel = 'plan' | 'offering';

const offering =
  /\b(?:(?:initial )?public offering|\bIPO\b|directed share program|reserved share program|underwrit(?:ten|ers?)|private placement|registered (?:direct|public) offering|concurrent offering|rights offering|(?:over-?)?subscri(?:ption|bed)\b|(?:stock|share|securities|unit|note) purchase agreement|direct(?:ly)? from the (?:issuer|company)|purchased from the (?:issuer|company)|PIPE\b|equity financing|follow-?on offering|confidentially marketed|standby purchase|backstop)/i;
const plan =
  /\b(?:dividend[\s-]re-?investment|\bDRIP\b|employee (?:stock|share) purchase plan|\bESPP\b|(?:direct )?(?:stock|share) purchase plan|payroll deduction|401\(k\)|automatic(?:ally)? (?:re-?invest|purchase)|deferred compensation plan|savings plan|director(?:s['’]?|['’]s)? (?:stock|fee) (?:purchase )?plan)/i;
/** Speaks of what was held before, or of who holds it, not of how these shares were bought. */
const ofHoldings =
  /^\W*(?:includes?|including|total includes|this (?:number|amount|total)|the (?:amount|number|total)|represents (?:shares|securities) (?:held|owned)|reflects (?:shares|the)? ?(?:held|owned))/i;
const ofPast =
  /\b(?:prior to|following|since|before|after|upon (?:the )?(?:closing|completion) of) (?:the|its|our) (?:issuer['’]s )?(?:initial public offering|IPO)\b/i;

const says = (text: string): PurchaseLabel | null => {
  if (ofHoldings.test(text)) return null;
  if (plan.test(text)) return 'plan';
  return offering.test(text) && !ofPast.test(text) ? 'offering' : null;
};

/** Decides where it holds for more than half of the shares. */
export function purchaseLabel(tranches: readonly Form4Transaction[], is10b51: boolean | null): PurchaseLabel | null {
  if (is10b51 === true) return 'plan';
  const total = tranches.reduce((sum, { shares }) => sum.plus(shares), new Big(0));
  for (const label of ['offering', 'plan'] as const) {
    const labelled = tranches.filter(({ footnotes }) => footnotes.some((text) => says(text) === label));
    if (
      labelled
        .reduce((sum, { shares }) => sum.plus(shares), new Big(0))
        .times(2)
        .gt(total)
    )
      return label;
  }
  return null;
}
