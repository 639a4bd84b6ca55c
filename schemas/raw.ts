/**
 * Messages of RAW: an upstream's document as its ingest stage normalised it, one message type per kind. The message id derives from
 * `identity`, so publishing the same document again changes nothing.
 */
import { z } from 'zod';
import { EarningsAnalysis, readRefusals } from './earnings.ts';
import { packedTextMax } from './source-text.ts';
import { form6kReasons } from './filing.ts';
import { Accession, AmendedFiling, Cik, DateOnly, Decimal, Domain, HttpUrl, Instant, Uid } from './primitives.ts';
import { StatedReport } from './report-date.ts';
import { collectedForms, disclosureSources, refusalReasons, surfacedItems, type DisclosureForm } from './vocabulary.ts';

const envelope = {
  /** Text that identifies the document: no other document has it (identity.ts). */
  identity: z.string().min(1).max(4096),
  /** Id of the configured source or stage that delivered it: `cnbc`, `sec_form4`. */
  source: z.string().min(1).max(100),
  /** When a listing (feed, index) first named it. */
  seen_at: Instant,
  /** When its bytes had arrived. */
  fetched_at: Instant,
};

/**
 * Present on a document that a backfill replays from EDGAR's past, or that a source of old documents lists. It enters no delta page, and a
 * Form 4 becomes no article.
 */
const is_history = z.literal(true).optional();

export const RawArticle = z.object({
  kind: z.literal('article'),
  ...envelope,
  is_history,
  /** The publisher's link, resolved against the feed's base. */
  url: HttpUrl,
  title: z.string().max(2_000),
  /** Lead or description, plain text. */
  summary: z.string().max(20_000),
  /** Main text where feed or page carries it, else null; scored, never served. */
  body: z.string().max(200_000).nullable(),
  /** Outlet name for display: the source's, or the one that an aggregator names. */
  outlet: z.string().max(300),
  /** Domain under which it is served: the source's, or for an aggregator's entry that of the named outlet. Absent: the link's own. */
  outlet_domain: Domain.nullish(),
  authors: z.array(z.string().max(300)).max(50),
  /** Topics or sections the publisher names. */
  topics: z.array(z.string().max(200)).max(50),
  /** BCP 47 tag that feed or entry declares, or null. */
  declared_language: z.string().max(35).nullable(),
  banner_image: HttpUrl.nullable(),
  /** Publication time; null when absent, unreadable or implausible. */
  published_at: Instant.nullable(),
  updated_at: Instant.nullable(),
  /** Present when the feed listed the article before with another headline or an earlier modification time. */
  is_edit: z.literal(true).optional(),
  /** The exchange's code of a trading halt, where the article reports one; absent: it does not. */
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
  /** Officer title as filed, `See Remarks` already resolved; '' when none. */
  title: z.string().max(500),
});

export const Form4Transaction = z.object({
  security_title: z.string().max(500),
  transaction_date: DateOnly,
  code: z.string().length(1),
  acquired_disposed: z.enum(['A', 'D']),
  shares: Decimal,
  /** USD a share; null where the form gives none (a footnote only): unpriced, not zero. */
  price: Decimal.nullable(),
  /** The form's mark that an equity swap was involved; absent: not marked, or a message of an earlier release. */
  equity_swap: z.literal(true).optional(),
  /** On a purchase: its owner acquired warrants on the same day. Absent: none, or a message of an earlier release. */
  with_warrants: z.literal(true).optional(),
  ownership_form: z.enum(['direct', 'indirect']),
  nature_of_ownership: z.string().max(1_000),
  /** Holdings after the transaction, or null. */
  shares_after: Decimal.nullable(),
  footnotes: z.array(z.string().max(8_000)).max(100),
  /** Those footnotes that appear only beside the shares held after the trade; absent: none, or a message of an earlier release. */
  footnotes_of_holdings: z.array(z.string().max(8_000)).max(100).optional(),
});

export const RawForm4 = z.object({
  kind: z.literal('form4'),
  ...envelope,
  is_history,
  form: z.enum(['4', '4/A']),
  /** On a 4/A: the date its original was filed, as the form states it. */
  original_filed_on: DateOnly.nullish(),
  accession: Accession,
  url: HttpUrl,
  /** When EDGAR accepted it; null where neither header nor feed says. */
  accepted_at: Instant.nullable(),
  /** The date that EDGAR assigned to the filing; null where neither header nor index says. */
  filed_on: DateOnly.nullable(),
  period_of_report: DateOnly,
  issuer: z.object({ cik: Cik, name: z.string().max(300), symbol: z.string().max(200) }),
  owners: z.array(Form4Owner).min(1).max(100),
  /** The Rule 10b5-1(c) checkbox; null on forms older than it (before April 2023). */
  aff10b5_one: z.boolean().nullable(),
  not_subject_to_section16: z.boolean(),
  remarks: z.string().max(20_000),
  /** Rows of the non-derivative table, in order, whatever their code. */
  transactions: z.array(Form4Transaction).max(1_000),
});
export type RawForm4 = z.infer<typeof RawForm4>;
export type Form4Owner = z.infer<typeof Form4Owner>;
export type Form4Transaction = z.infer<typeof Form4Transaction>;

/** The outcome of reading a filing's earnings release. `ticker` of the analysis is still unknown; refine sets it. */
export const EarningsOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    analysis: EarningsAnalysis,
    /** The text that its offsets refer to (source-text.ts); absent in messages of releases that did not store it. */
    source_text: z.string().max(packedTextMax).optional(),
  }),
  z.object({ kind: z.literal('refused'), reason: z.enum(readRefusals) }),
]);
export type EarningsOutcome = z.infer<typeof EarningsOutcome>;

/** An 8-K or 6-K whose documents are already read, because the whole submission may be hundreds of megabytes. */
export const RawFiling = z.object({
  kind: z.literal('filing'),
  ...envelope,
  is_history,
  form: z.enum(['8-K', '8-K/A', '6-K', '6-K/A']),
  accession: Accession,
  /** The filing's index page on EDGAR. */
  url: HttpUrl,
  /** When EDGAR accepted it; null where neither header nor feed says. */
  accepted_at: Instant.nullable(),
  filed_on: DateOnly.nullable(),
  /** The header's period of report: the date of the event an 8-K reports. */
  event_date: DateOnly.nullable(),
  /** Registrants, in the header's order. */
  filers: z
    .array(z.object({ cik: Cik, name: z.string().max(300) }))
    .min(1)
    .max(100),
  /** Trading symbols that the cover page names, in order; none before 2019. */
  symbols: z.array(z.string().max(20)).max(30),
  /** 8-K: numbers as filed, in order (`2.02`, or `12` before 23 August 2004); empty on a 6-K. */
  items: z.array(z.string().max(10)).max(50),
  /** The surfaced item an 8-K is mainly about; null when it has none, and on a 6-K. */
  primary_item: z.enum(surfacedItems).nullable(),
  /** Present number of the item whose text `lead` is; absent where another document supplied it, and in messages of older releases. */
  told_item: z.string().max(10).optional(),
  /** 6-K: `earnings`, or the reason why it is not an earnings release; null on an 8-K. */
  form6k: z.enum(['earnings', ...form6kReasons]).nullable(),
  /** The document a reader wants to open: the press release or another exhibit 99, else the main document. */
  document: z.object({ type: z.string().max(50), url: HttpUrl, is_exhibit: z.boolean() }).nullable(),
  /** Headline of the press release; '' where none was found. */
  headline: z.string().max(500),
  /** Beginning of that document's own prose, without boilerplate and cover. */
  lead: z.string().max(8_000),
  /** Present only where the filing contains an earnings release; else null. */
  earnings: EarningsOutcome.nullable(),
  /** When the company says it will report its results; absent: it does not say. */
  report_time: StatedReport.optional(),
  /** Only on an 8-K/A or 6-K/A: the filing that it amends. */
  amends: AmendedFiling.optional(),
});
export type RawFiling = z.infer<typeof RawFiling>;

/** An intended sale of one class through one broker (Form 144, section 3). */
const IntendedSale = z.object({
  security: z.string().max(300),
  shares: Decimal,
  /** Market value in dollars; null where the form gives none. */
  value_usd: Decimal.nullable(),
  /** Shares of the class outstanding; null where the form gives none. */
  outstanding: Decimal.nullable(),
  sale_on: DateOnly.nullable(),
  broker: z.string().max(300),
});

/** A person who reports a stake (Schedules 13D and 13G, cover page); figures are null where the page gives none. */
const StakeHolder = z.object({
  name: z.string().max(300),
  shares: Decimal.nullable(),
  percent: Decimal.nullable(),
  /** Types of the person as the form codes them: `IN`, `IA`, `HC`. */
  types: z.array(z.string().max(10)).max(20),
});

/** The statements of a disclosure; every text and figure is as the document has it. */
export const DisclosureFacts = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('sale'),
    seller: z.string().max(300),
    relations: z.array(z.string().max(300)).max(20),
    sales: z.array(IntendedSale).min(1).max(100),
    /** Days on which 10b5-1 plans were adopted. */
    plan_adopted_on: z.array(DateOnly).max(20),
    /** Whether the remarks name Rule 10b5-1. */
    names_plan: z.boolean(),
  }),
  z.object({
    about: z.literal('stake'),
    security: z.string().max(300),
    event_on: DateOnly.nullable(),
    amendment: z.string().max(10).nullable(),
    amends: Accession.nullable(),
    /** The stake in the amended filing; null where no filing is amended, or it cannot be read. */
    before: z.array(StakeHolder).max(200).nullable(),
    holders: z.array(StakeHolder).min(1).max(200),
    /** Schedule 13D: the purpose of the transaction (Item 4); '' where none is stated, and on a 13G. */
    purpose: z.string().max(40_000),
    /** Every percentage in the items about the stake, whatever it measures. */
    item_percents: z.array(Decimal).max(100),
    /** Shares of the class outstanding, where the items state them. */
    outstanding: Decimal.nullable(),
    /** Schedule 13G: true when the form says that the holder ceased to own more than 5 percent. */
    is_under_five: z.boolean(),
  }),
  z.object({
    about: z.literal('late'),
    /** The late report as the form names it: `Form 10-K`. */
    report: z.string().max(40),
    period_on: DateOnly.nullable(),
    /** Part III: why it is late. */
    reasons: z.string().max(20_000),
    /** Part II(b): whether it will be filed within the extension; null where neither answer is marked. */
    is_within_extension: z.boolean().nullable(),
    /** Part IV(3): whether a significant change of results is expected; null where neither answer is marked. */
    expects_change: z.boolean().nullable(),
    /** Part IV(3): the explanation of that change; '' without one. */
    change: z.string().max(20_000),
  }),
]);
export type DisclosureFacts = z.infer<typeof DisclosureFacts>;

const disclosureForms = disclosureSources.flatMap((source): readonly DisclosureForm[] => collectedForms[source]);

/** A Form 144, a Schedule 13D or 13G, or an NT 10-K or NT 10-Q, read from its XML or text. */
export const RawDisclosure = z.object({
  kind: z.literal('disclosure'),
  ...envelope,
  source: z.enum(disclosureSources),
  is_history,
  form: z.enum(disclosureForms),
  accession: Accession,
  /** The filing's index page on EDGAR. */
  url: HttpUrl,
  accepted_at: Instant.nullable(),
  filed_on: DateOnly.nullable(),
  /** The company whose shares or reports it is about. */
  issuer: z.object({ cik: Cik, name: z.string().max(300) }),
  facts: DisclosureFacts,
});
export type RawDisclosure = z.infer<typeof RawDisclosure>;
/** The part of a disclosure that its document states. */
export type DisclosureContent = Pick<RawDisclosure, 'issuer' | 'facts'>;

/** A document that could not be read at all. It cannot become a row, but it is counted. */
export const RawRefusal = z.object({
  kind: z.literal('refusal'),
  ...envelope,
  url: z.string().max(4_096),
  reason: z.enum(refusalReasons),
  detail: z.string().max(1_000),
});
export type RawRefusal = z.infer<typeof RawRefusal>;

/** An operator's order to serve an article no longer. */
export const RawWithdrawal = z.object({
  kind: z.literal('withdrawal'),
  ...envelope,
  url: HttpUrl,
  /** uid of the article's row. */
  uid: Uid,
  reason: z.string().min(1).max(500),
});
export type RawWithdrawal = z.infer<typeof RawWithdrawal>;

export const RawMessage = z.discriminatedUnion('kind', [RawArticle, RawForm4, RawFiling, RawDisclosure, RawRefusal, RawWithdrawal]);
export type RawMessage = z.infer<typeof RawMessage>;
/** A message that one filing on EDGAR becomes. */
export type RawFiled = RawForm4 | RawFiling | RawDisclosure | RawRefusal;
