/** One Form 4 to what the feed log holds for it: a row for each event, or one drop with its reason. Pure. */
import type { FeedDrop, FeedRecord, FeedRow, Instants } from '#schemas/feed-log.ts';
import { easternInstant } from '#schemas/edgar-calendar.ts';
import { filingIdentity, form4EventIdentity } from '#schemas/identity.ts';
import type { InsiderBlock, KeyEntity, NewsItem } from '#schemas/item.ts';
import type { Form4Owner, RawForm4 } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { DropReason } from '#schemas/vocabulary.ts';
import type { z } from 'zod';
import type { RefineContext } from '../context.ts';
import { readEvents, type InsiderEvent } from './events.ts';
import { resolveIssuer, type IssuerDirectory } from './issuer.ts';
import { companyName, isOrganization, ownerName } from './names.ts';
import { kindOf, scoreEvent, scoreVersion, type Kind, type Score } from './score.ts';
import { roleOf, writeText } from './text.ts';

export type Form4Context = Pick<RefineContext, 'refinedAt' | 'uidFor'> & { readonly directory: IssuerDirectory };

const entitiesMax = 10;

const instantsOf = (raw: RawForm4, refinedAt: string): Instants => ({
  published_at: raw.accepted_at,
  seen_at: raw.seen_at,
  fetched_at: raw.fetched_at,
  refined_at: refinedAt,
});

/** When EDGAR accepted it; else the start of the day it gave the filing, else when it was here. */
const publishedAt = (raw: RawForm4): string =>
  raw.accepted_at ?? (raw.filed_on === null ? raw.fetched_at : easternInstant(`${raw.filed_on}T00:00:00`));

function dropOf(raw: RawForm4, context: Form4Context, reason: DropReason, detail: string): FeedDrop[] {
  const identity = filingIdentity(raw.accession);
  const uid = context.uidFor(identity);
  if (uid === null) return [];
  return [
    {
      type: 'drop',
      v: 1,
      uid,
      identity,
      source: raw.source,
      kind: 'form4',
      instants: instantsOf(raw, context.refinedAt),
      reason,
      detail: detail.slice(0, 1_000),
      url: raw.url,
      title:
        `Form ${raw.form}: ${companyName(raw.issuer.name, raw.issuer.symbol)}, ${raw.owners.map((owner) => ownerName(owner.name)).join(', ')}`.slice(
          0,
          500,
        ),
      source_type: 'sec_form4',
      source_domain: 'sec.gov',
      duplicate_of: null,
      story_id: null,
    },
  ];
}

function insiderBlock(raw: RawForm4, event: InsiderEvent, refinedAt: string): InsiderBlock {
  const owner = raw.owners[0]!;
  return {
    side: event.side,
    transaction_code: event.code,
    shares: event.shares,
    avg_price_usd: event.averagePriceUsd,
    total_value_usd: event.totalValueUsd,
    is_10b5_1: event.is10b51,
    insider_name: owner.name,
    insider_title: owner.title,
    is_officer: owner.is_officer,
    is_director: owner.is_director,
    is_ten_percent_owner: owner.is_ten_percent_owner,
    transaction_date: event.lastDate,
    filed_at: refinedAt,
    accepted_at: raw.accepted_at,
    late_filing: event.isLate,
    tranche_count: event.trancheCount,
    accession_number: raw.accession,
  };
}

const ownerEntity = (owner: Form4Owner): z.infer<typeof KeyEntity> => {
  const role = roleOf(owner);
  return {
    name: ownerName(owner.name),
    type: isOrganization(owner.name) ? 'organization' : 'person',
    description: `Reporting owner, CIK ${owner.cik}${role === '' ? '' : `, ${role}`}`,
  };
};

const entitiesOf = (raw: RawForm4, company: string, ticker: string): z.infer<typeof KeyEntity>[] =>
  [{ name: company, type: 'company', description: `Issuer, CIK ${raw.issuer.cik}, ticker ${ticker}` }, ...raw.owners.map(ownerEntity)].slice(
    0,
    entitiesMax,
  );

const topics: Readonly<Record<Kind, string>> = {
  buy: 'insider buying',
  buyUnderPlan: 'insider buying',
  sell: 'insider selling',
  sellUnderPlan: 'insider selling',
  other: 'disposition to issuer',
};

interface Scored {
  readonly event: InsiderEvent;
  readonly score: Score;
  readonly kind: Kind;
  readonly uid: string;
}

function itemOf(raw: RawForm4, { event, score, kind, uid }: Scored, issuer: SymbolEntry, refinedAt: string): NewsItem {
  const ticker = issuer.symbol;
  const company = nameOf(raw, issuer);
  const text = writeText({ raw, event, company, ticker, score, kind });
  return {
    original: {
      uid,
      title: text.title,
      summary: text.summary,
      time_published: publishedAt(raw),
      source: 'SEC Form 4',
      source_domain: 'sec.gov',
      url: raw.url,
      authors: [],
      created_at: refinedAt,
      updated_at: null,
      source_type: 'sec_form4',
      ownership_form: event.ownershipForm,
      banner_image: null,
      topics: [
        { topic: 'insider trading', relevance: '1.0' },
        { topic: topics[kind], relevance: '1.0' },
      ],
    },
    enrichment: {
      relevance_score: score.relevance,
      category: 'insider',
      tickers: [ticker],
      ai_trading_insights: {
        ticker_analysis: [
          {
            ticker,
            relevance_context: `Issuer of the shares in the filing (CIK ${raw.issuer.cik}).`,
            impact_analysis: { sentiment: score.sentiment, confidence: score.confidence, reasoning: text.reasoning, summary: text.impact },
          },
        ],
        news_trading_value: { actionability_score: score.actionability, information_novelty: score.novelty },
      },
    },
    insider: insiderBlock(raw, event, refinedAt),
    filing: null,
    search_match: null,
    story_id: null,
    sources_count: null,
    sources: null,
  };
}

/** The directory's name where the form writes in capitals only and the directory does not. */
function nameOf(raw: RawForm4, issuer: SymbolEntry): string {
  const filed = companyName(raw.issuer.name, issuer.symbol);
  const isSameFiler = issuer.cik === raw.issuer.cik;
  return isSameFiler && !/[a-z]/.test(raw.issuer.name) && /[a-z]/.test(issuer.name) ? companyName(issuer.name, issuer.symbol) : filed || issuer.name;
}

function rowOf(raw: RawForm4, scored: Scored, issuer: SymbolEntry, refinedAt: string): FeedRow {
  return {
    type: 'row',
    v: 1,
    uid: scored.uid,
    identity: form4EventIdentity(raw.accession, scored.event.code, scored.event.ownershipForm),
    source: raw.source,
    kind: 'form4',
    instants: instantsOf(raw, refinedAt),
    item: itemOf(raw, scored, issuer, refinedAt),
    key_entities: entitiesOf(raw, nameOf(raw, issuer), issuer.symbol),
    story_id: scored.uid,
    score_version: scoreVersion,
  };
}

/** Events that the log already holds are left out; a filing of which nothing is new makes no record at all. */
export function refineForm4(raw: RawForm4, context: Form4Context): FeedRecord[] {
  if (raw.form === '4/A') return dropOf(raw, context, 'amendment', `filed by ${raw.owners[0]!.name}`);
  const { events, invalid } = readEvents(raw);
  if (events.length === 0) {
    if (invalid.length > 0) return dropOf(raw, context, 'invalid_filing', invalid.join('; '));
    const codes = [...new Set(raw.transactions.map((row) => row.code))].join(', ');
    return dropOf(raw, context, 'no_open_market_trade', codes === '' ? 'no transactions' : `codes ${codes}`);
  }
  const issuer = resolveIssuer(raw.issuer, context.directory);
  if (issuer === null)
    return dropOf(raw, context, 'unlisted_issuer', `${raw.issuer.name}, CIK ${raw.issuer.cik}, symbol ${raw.issuer.symbol || 'none'}`);
  return events.flatMap((event) => {
    const uid = context.uidFor(form4EventIdentity(raw.accession, event.code, event.ownershipForm));
    return uid === null ? [] : [rowOf(raw, { event, score: scoreEvent(event), kind: kindOf(event), uid }, issuer, context.refinedAt)];
  });
}
