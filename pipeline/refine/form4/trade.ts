/** Builds the stored trade (specification.md 2.5) of a Form 4 event. */
import type { InsiderTrade } from '#schemas/insider.ts';
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { InsiderEvent } from './events.ts';
import { contextOnWire } from './label.ts';
import { officeTitle, ownerName } from './names.ts';
import { footnoteSentences, tradeWord } from './plan.ts';

/** Matches a sentence that reports something that the original omitted. */
const addition =
  /\b(?:inadvertently|mistakenly|erroneously)?\s*(?:omitted|not (?:reported|included)|failed to (?:report|include))\b|\badditional transactions?\b|\bto (?:report|add|include) (?:an? |the )?(?:additional|omitted|other)\b/i;
/** Matches a sentence about an omitted detail of a trade, such as its price: the amendment then replaces the trade and adds none. */
const detail =
  /\b(?:omitted|failed to (?:report|include)|include|report) (?:the )?(?:correct )?(?:[\w-]+ ){0,2}(?:prices?|number of shares|footnotes?)\b|(?<!\b(?:at|for) (?:an? )?(?:[\w-]+ ){0,3})\b(?:prices?|number of shares|footnotes?)\b[^.;]{0,60}\bomitted\b/i;

/** Returns whether the amendment says that the original omitted a trade. Footnotes on holdings are about other shares. */
const statesAddition = ({ remarks, transactions }: RawForm4): boolean =>
  [
    remarks,
    ...transactions.flatMap(({ footnotes, footnotes_of_holdings: holdingNotes = [] }) => footnotes.filter((text) => !holdingNotes.includes(text))),
  ]
    .flatMap(footnoteSentences)
    .some((sentence) => addition.test(sentence) && tradeWord.test(sentence) && !detail.test(sentence));

interface TradeParts {
  readonly raw: RawForm4;
  readonly event: InsiderEvent;
  readonly ticker: string;
  readonly issuerName: string;
  readonly filedAt: string;
}

export const servedOwner = ({ cik, name, title, is_officer, is_director, is_ten_percent_owner }: Form4Owner): InsiderTrade['owners'][number] => ({
  cik,
  name: ownerName(name),
  title: officeTitle(title),
  is_officer,
  is_director,
  is_ten_percent_owner,
});

export const tradeOf = ({ raw, event, ticker, issuerName, filedAt }: TradeParts): InsiderTrade => ({
  issuer_cik: raw.issuer.cik,
  issuer_name: issuerName,
  ticker,
  accession_number: raw.accession,
  form: raw.form,
  accepted_at: raw.accepted_at,
  filed_at: filedAt,
  owners: raw.owners.map(servedOwner),
  ...(event.holders.length > 0 && { holders: [...event.holders] }),
  transaction_code: event.code,
  side: event.side,
  ownership_form: event.ownershipForm,
  security_title: event.securityTitles.join(', '),
  first_date: event.firstDate,
  last_date: event.lastDate,
  shares: event.shares,
  avg_price_usd: event.averagePriceUsd,
  total_value_usd: event.totalValueUsd,
  value_basis: event.valueBasis,
  shares_after: event.sharesAfter,
  stake_change_pct: event.stakeChangePct,
  tranches: event.tranches.map(({ date, shares, priceUsd }) => ({ transaction_date: date, shares, price_usd: priceUsd })),
  is_10b5_1: event.is10b51,
  is_10b5_1_basis: event.planEvidence,
  transaction_context: contextOnWire(event.context),
  late_filing: event.isLate,
  ...(raw.form === '4/A' && { amends: { filed_on: raw.original_filed_on ?? null, is_addition: statesAddition(raw) } }),
  label: event.label,
});
