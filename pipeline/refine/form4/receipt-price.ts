/** Detects a price per depositary receipt beside a number of shares: their product is too large by the shares of one receipt. */
import type { Form4Transaction } from '#schemas/raw.ts';

const receipt = String.raw`["“(]{0,3}(?:(?:American|Global) deposit[ao]ry (?:shares?|receipts?)|AD[SR]s?|GD[SR]s?|deposit[ao]ry (?:shares?|receipts?))\b`;
const isReceipt = new RegExp(String.raw`\b(?:(?:American|Global) deposit[ao]ry|AD[SR]s?|GD[SR]s?)\b`, 'i');
const perReceipt = new RegExp(
  String.raw`\bper[\s-](?:(?:one|each|single) )?${receipt}|\bprices?\b[^.;]{0,80}\b(?:of|for) (?:(?:one|an?|each|the) )?${receipt}|\bAD[SR] (?:sale |purchase )?prices?\b`,
  'i',
);
const oneForOne = new RegExp(
  String.raw`\b(?:each|one|an) ${receipt}[^.;]{0,60}\brepresent\w*[^.;]{0,20}\b(?:one|1)\b(?![\s-]*(?:half|third|quarter|tenth|hundred|thousand|[\d/,.]*\d))`,
  'i',
);
/** Matches a note that the form's shares are counted in receipts. */
const countsReceipts = new RegExp(
  String.raw`(?:^|[.;] )(?:represents|reflects|consists? of|(?:the|these) (?:reported )?(?:securities|shares)(?: reported)? (?:are|consist of)) (?:[\d,]+ )?${receipt}`,
  'i',
);
const converted =
  /\b(?:divid(?:ed|ing)|convert(?:ed|ing)|conversion|equivalent|adjust(?:ed|ing)|recalculated|per (?:class [a-z] )?(?:ordinary|common|underlying) share)\b/i;
const statedPrices = new RegExp(
  String.raw`\$ ?([\d,]{1,20}(?:\.\d{1,8})?|\.\d{1,8})(?: ?(?:to|and|-|–) ?\$ ?([\d,]{1,20}(?:\.\d{1,8})?|\.\d{1,8}))?(?:,? inclusive,?)? per ${receipt}`,
  'gi',
);

export const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

/** Returns whether the price is per receipt. Stated prices decide; without any, a footnote on a conversion means a price per share. */
export function statesReceiptPrice({ security_title, price, footnotes }: Form4Transaction): boolean {
  if (price === null || isReceipt.test(security_title)) return false;
  const notes = footnotes.join(' ');
  if (!perReceipt.test(notes) || oneForOne.test(notes) || countsReceipts.test(notes)) return false;
  const ranges = [...notes.matchAll(statedPrices)].map(([, low = '', high = low]) => [numberOf(low), numberOf(high)] as const);
  if (ranges.length > 0) return ranges.some(([low, high]) => Number(price) >= low * 0.99 && Number(price) <= high * 1.01);
  return !converted.test(notes);
}
