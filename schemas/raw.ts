/**
 * Messages of the stream RAW: documents as the ingest stages read them, one schema per kind. The message id derives from `identity`, so
 * publishing a document again changes nothing.
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { packedTextMax } from './source-text.ts';
import { form6kReasons } from './filing.ts';
import { Accession, AmendedFiling, Cik, DateOnly, Decimal, Domain, HttpUrl, Instant, Uid } from './primitives.ts';
import { StatedReport } from './report-date.ts';
import { collectedForms, disclosureSources, refusalReasons, surfacedItems, type DisclosureForm } from './vocabulary.ts';

const envelope = {
  /** Distinguishes the document from every other (identity.ts). */
  identity: z.string().min(1).max(4096),
  /** Id of the configured source or stage that delivered it: `cnbc`, `sec_form4`. */
  source: z.string().min(1).max(100),
  /** When a feed or index first listed the document. */
  seen_at: Instant,
  /** When the document had been received. */
  fetched_at: Instant,
};

/**
 * Present on a document of a backfill or of a source that lists old documents. It never appears in delta mode, and a Form 4 becomes a trade
 * without an article.
 */
const is_history = z.literal(true).optional();

export const RawArticle = z.object({
  kind: z.literal('article'),
  ...envelope,
  is_history,
  url: HttpUrl,
  title: z.string().max(2_000),
  summary: z.string().max(20_000),
  /** Main text of the article if the feed or page has it, else null. It is scored but never served. */
  body: z.string().max(200_000).nullable(),
  /** Name of the outlet, for an aggregator's entry the one that the aggregator gives. */
  outlet: z.string().max(300),
  /** Domain of the outlet, for an aggregator's entry that of the named outlet; absent if it is the link's domain. */
  outlet_domain: Domain.nullish(),
  authors: z.array(z.string().max(300)).max(50),
  topics: z.array(z.string().max(200)).max(50),
  /** BCP 47 tag in the feed or entry, or null. */
  declared_language: z.string().max(35).nullable(),
  banner_image: HttpUrl.nullable(),
  /** Null if absent, unreadable or implausible. */
  published_at: Instant.nullable(),
  updated_at: Instant.nullable(),
  /** Present if the feed listed the article before with another headline or an earlier modification time. */
  is_edit: z.literal(true).optional(),
  /** The exchange's code for the trading halt that the article reports; absent if it reports none. */
  halt_reason: z.string().max(20).optional(),
});
export type RawArticle = z.infer<typeof RawArticle>;

export const Form4Owner = z.object({
  cik: Cik,
  name: z.string().max(300),
  is_director: z.boolean(),
  is_officer: z.boolean(),
  is_ten_percent_owner: z.boolean(),
  is_other: z.boolean(),
  /** Officer title as filed, with `See Remarks` replaced by the title in the remarks; '' if none. */
  title: z.string().max(500),
});

export const Form4Transaction = z.object({
  security_title: z.string().max(500),
  transaction_date: DateOnly,
  code: z.string().length(1),
  acquired_disposed: z.enum(['A', 'D']),
  shares: Decimal,
  /** USD per share; null if the form states none or only a footnote. */
  price: Decimal.nullable(),
  /** Present if the form marks that an equity swap was involved. Messages of earlier releases lack this and the next field. */
  equity_swap: z.literal(true).optional(),
  /** Present on a purchase if the owner acquired warrants on the same day. */
  with_warrants: z.literal(true).optional(),
  ownership_form: z.enum(['direct', 'indirect']),
  nature_of_ownership: z.string().max(1_000),
  shares_after: Decimal.nullable(),
  footnotes: z.array(z.string().max(8_000)).max(100),
  /** Those of `footnotes` that only the holdings after the transaction refer to. Absent in messages of earlier releases. */
  footnotes_of_holdings: z.array(z.string().max(8_000)).max(100).optional(),
});

export const RawForm4 = z.object({
  kind: z.literal('form4'),
  ...envelope,
  is_history,
  form: z.enum(['4', '4/A']),
  /** Only on a 4/A: the filing date of the original, as the 4/A states it. */
  original_filed_on: DateOnly.nullish(),
  accession: Accession,
  url: HttpUrl,
  /** When EDGAR accepted the filing; null if neither header nor feed states it. */
  accepted_at: Instant.nullable(),
  /** The filing date that EDGAR assigned; null if neither header nor index states it. */
  filed_on: DateOnly.nullable(),
  period_of_report: DateOnly,
  issuer: z.object({ cik: Cik, name: z.string().max(300), symbol: z.string().max(200) }),
  owners: z.array(Form4Owner).min(1).max(100),
  /** The Rule 10b5-1(c) checkbox; null on forms before April 2023, which lack it. */
  aff10b5_one: z.boolean().nullable(),
  not_subject_to_section16: z.boolean(),
  remarks: z.string().max(20_000),
  transactions: z.array(Form4Transaction).max(1_000),
});
export type RawForm4 = z.infer<typeof RawForm4>;
export type Form4Owner = z.infer<typeof Form4Owner>;
export type Form4Transaction = z.infer<typeof Form4Transaction>;

/** The outcome of reading a filing's earnings release. `analysis.ticker` is '' until refine sets it. */
export const EarningsOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    analysis: EarningsAnalysis,
    /** The text to which the offsets refer, packed (source-text.ts). Absent in messages of earlier releases. */
    source_text: z.string().max(packedTextMax).optional(),
  }),
  z.object({ kind: z.literal('refused'), reason: z.enum(readRefusals) }),
]);
export type EarningsOutcome = z.infer<typeof EarningsOutcome>;

/** An 8-K or 6-K. Ingest reads its documents, because the whole submission may have hundreds of megabytes. */
export const RawFiling = z.object({
  kind: z.literal('filing'),
  ...envelope,
  is_history,
  form: z.enum(['8-K', '8-K/A', '6-K', '6-K/A']),
  accession: Accession,
  /** Index page of the filing on EDGAR. */
  url: HttpUrl,
  accepted_at: Instant.nullable(),
  filed_on: DateOnly.nullable(),
  /** Period of report in the header, on an 8-K the date of the event. */
  event_date: DateOnly.nullable(),
  filers: z
    .array(z.object({ cik: Cik, name: z.string().max(300) }))
    .min(1)
    .max(100),
  /** Trading symbols on the cover page, in order; filings before 2019 have none. */
  symbols: z.array(z.string().max(20)).max(30),
  /** Item numbers of an 8-K as filed, in order (`2.02`, before 23 August 2004 `12`); empty on a 6-K. */
  items: z.array(z.string().max(10)).max(50),
  /** The most important surfaced item (`primaryOrder`); null if there is none, and on a 6-K. */
  primary_item: z.enum(surfacedItems).nullable(),
  /** Present number of the item that `lead` was taken from; absent if it was taken from an exhibit, and in messages of older releases. */
  told_item: z.string().max(10).optional(),
  /** `earnings` on a 6-K that is an earnings release, on others the reason why it is not; null on an 8-K. */
  form6k: z.enum(['earnings', ...form6kReasons]).nullable(),
  /** The press release or another exhibit 99, else the main document. */
  document: z.object({ type: z.string().max(50), url: HttpUrl, is_exhibit: z.boolean() }).nullable(),
  headline: z.string().max(500),
  /** Beginning of the document's text without cover and boilerplate. */
  lead: z.string().max(8_000),
  earnings: EarningsOutcome.nullable(),
  /** The date on which the company will report results, if the filing states one. */
  report_time: StatedReport.optional(),
  amends: AmendedFiling.optional(),
});
export type RawFiling = z.infer<typeof RawFiling>;

/** An intended sale of one class through one broker (Form 144, section 3). */
const IntendedSale = z.object({
  security: z.string().max(300),
  shares: Decimal,
  /** Market value; null if the form states none, as for the next field. */
  value_usd: Decimal.nullable(),
  outstanding: Decimal.nullable(),
  sale_on: DateOnly.nullable(),
  broker: z.string().max(300),
});

/** A person who reports a stake (Schedules 13D and 13G, cover page). Figures that the page lacks are null. */
const StakeHolder = z.object({
  name: z.string().max(300),
  shares: Decimal.nullable(),
  percent: Decimal.nullable(),
  /** The form's codes for the type of person: `IN`, `IA`, `HC`. */
  types: z.array(z.string().max(10)).max(20),
});

/** The statements of a disclosure. Texts and figures are unchanged. */
export const DisclosureFacts = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('sale'),
    seller: z.string().max(300),
    relations: z.array(z.string().max(300)).max(20),
    sales: z.array(IntendedSale).min(1).max(100),
    plan_adopted_on: z.array(DateOnly).max(20),
    names_plan: z.boolean(),
  }),
  z.object({
    about: z.literal('stake'),
    security: z.string().max(300),
    event_on: DateOnly.nullable(),
    amendment: z.string().max(10).nullable(),
    amends: Accession.nullable(),
    /** The stake in the amended filing; null if there is none or it cannot be read. */
    before: z.array(StakeHolder).max(200).nullable(),
    holders: z.array(StakeHolder).min(1).max(200),
    /** Purpose of the transaction (Schedule 13D, Item 4); '' if not stated, and on a 13G. */
    purpose: z.string().max(40_000),
    /** All percentages in the items about the stake, also those that measure something else. */
    item_percents: z.array(Decimal).max(100),
    /** Outstanding shares of the class; null if the items do not state them. */
    outstanding: Decimal.nullable(),
    /** Whether a Schedule 13G states that the holder no longer owns more than 5 percent. */
    is_under_five: z.boolean(),
  }),
  z.object({
    about: z.literal('late'),
    report: z.string().max(40),
    period_on: DateOnly.nullable(),
    reasons: z.string().max(20_000),
    /** Part II(b): whether the report will be filed within the extension; null if neither answer is marked. */
    is_within_extension: z.boolean().nullable(),
    /** Part IV(3): whether a significant change of results is expected; null if neither answer is marked. */
    expects_change: z.boolean().nullable(),
    /** Part IV(3): the explanation of that change, or ''. */
    change: z.string().max(20_000),
  }),
]);
export type DisclosureFacts = z.infer<typeof DisclosureFacts>;

const disclosureForms = disclosureSources.flatMap((source): readonly DisclosureForm[] => collectedForms[source]);

export const RawDisclosure = z.object({
  kind: z.literal('disclosure'),
  ...envelope,
  source: z.enum(disclosureSources),
  is_history,
  form: z.enum(disclosureForms),
  accession: Accession,
  /** Index page of the filing on EDGAR. */
  url: HttpUrl,
  accepted_at: Instant.nullable(),
  filed_on: DateOnly.nullable(),
  issuer: z.object({ cik: Cik, name: z.string().max(300) }),
  facts: DisclosureFacts,
});
export type RawDisclosure = z.infer<typeof RawDisclosure>;
export type DisclosureContent = Pick<RawDisclosure, 'issuer' | 'facts'>;

/** A document that could not be read. It becomes a drop, so that it is counted. */
export const RawRefusal = z.object({
  kind: z.literal('refusal'),
  ...envelope,
  url: z.string().max(4_096),
  reason: z.enum(refusalReasons),
  detail: z.string().max(1_000),
});
export type RawRefusal = z.infer<typeof RawRefusal>;

export const RawWithdrawal = z.object({
  kind: z.literal('withdrawal'),
  ...envelope,
  url: HttpUrl,
  uid: Uid,
  reason: z.string().min(1).max(500),
});
export type RawWithdrawal = z.infer<typeof RawWithdrawal>;

export const RawMessage = z.discriminatedUnion('kind', [RawArticle, RawForm4, RawFiling, RawDisclosure, RawRefusal, RawWithdrawal]);
export type RawMessage = z.infer<typeof RawMessage>;
export type RawFiled = RawForm4 | RawFiling | RawDisclosure | RawRefusal;
