/** Runs an 8-K or 6-K through the steps below. The result is a row, or a drop with its reason. */
import type { z } from 'zod';
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { FeedDrop, FeedRow } from '#schemas/feed-log.ts';
import { itemCategory, itemToday, primaryOrder, type SurfacedItem } from '#schemas/filing.ts';
import { filingIdentity } from '#schemas/identity.ts';
import type { FilingBlock, KeyEntity, StoredItem } from '#schemas/item.ts';
import type { RawFiling } from '#schemas/raw.ts';
import type { Category, SourceType } from '#schemas/vocabulary.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import { entitiesMax, filedDrop, filedItem, headOf, issuerName, publishedAt } from '../filed-record.ts';
import { companyName } from '../form4/names.ts';
import { readerVersion } from '../reader/card.ts';
import { isMajor } from '#schemas/major-tickers.ts';
import { withPredictions } from '../sentiment/outlook.ts';
import { throughSteps, type Step } from '../step.ts';
import { listedFilers, type ListedFiler } from './issuers.ts';
import { otherEventTopics } from './other-events.ts';
import { readEvent, type ReadEvent } from './read-event.ts';
import { scoreFiling, type FilingScore } from './score.ts';
import { filingSentiment, type FilingSentiment } from './sentiment.ts';
import { leadItem, writeFilingText, type FilingText } from './text.ts';

export type FilingContext = Pick<RefineContext, 'refinedAt' | 'claimUid' | 'directory'> & {
  readonly settings: Pick<RefineContext['settings'], 'majorTickers' | 'surfacedItems'>;
};

/** Returns the version that a row stores with its score: of the rules and of the reader's weights. */
const scoreVersion = (): string => `filing-7+reader-${readerVersion()}`;

const sources: Readonly<Record<'8-K' | '6-K', { readonly label: string; readonly type: SourceType }>> = {
  '8-K': { label: 'SEC EDGAR 8-K', type: 'sec_form8k' },
  '6-K': { label: 'SEC EDGAR 6-K', type: 'sec_form6k' },
};
const formOf = ({ form }: RawFiling): '8-K' | '6-K' => (form.startsWith('6-K') ? '6-K' : '8-K');

/** A filing between steps. A field that no step has set yet is empty or null. */
interface FilingDraft {
  readonly raw: RawFiling;
  readonly uid: string;
  /** Registrants with an active symbol, the main one first. */
  readonly listed: readonly ListedFiler[];
  /** Figures of the earnings release; null without one. */
  readonly analysis: EarningsAnalysis | null;
  readonly text: FilingText | null;
  /** The event that the title states; null when the title states figures or only names the item. */
  readonly event: ReadEvent | null;
  readonly score: FilingScore | null;
  readonly bearing: FilingSentiment | null;
}

export const filingSteps: readonly Step<FilingDraft, FilingContext>[] = [
  { name: 'surface', drops: ['not_earnings', 'no_surfaced_item'], run: surface },
  { name: 'issuer', drops: ['unlisted_issuer'], run: putIssuers },
  { name: 'earnings', run: putEarnings },
  { name: 'text', run: putText },
  { name: 'event', run: putEvent },
  { name: 'score', run: putScore },
  { name: 'sentiment', run: putSentiment },
];

/** Keeps an earnings 6-K, and an 8-K with an item that the operator surfaces. The most important of these items becomes the primary item. */
function surface(draft: FilingDraft, { settings }: FilingContext): Outcome<FilingDraft> {
  const { raw } = draft;
  if (formOf(raw) === '6-K') return raw.form6k === 'earnings' ? keep(draft) : drop('not_earnings', `${raw.form6k ?? 'other'}: ${raw.headline}`);
  const { primary_item: first, items } = raw;
  const primaryItem = first === null || settings.surfacedItems.includes(first) ? first : nextPrimary(items, settings.surfacedItems);
  if (primaryItem === null) return drop('no_surfaced_item', items.length === 0 ? 'no item' : `items ${items.join(', ')}`);
  return keep({ ...draft, raw: { ...raw, primary_item: primaryItem } });
}

function nextPrimary(items: readonly string[], surfaced: readonly SurfacedItem[]): SurfacedItem | null {
  const today = items.map(itemToday);
  return primaryOrder.find((item) => surfaced.includes(item) && today.includes(item)) ?? null;
}

function putIssuers(draft: FilingDraft, { directory }: FilingContext): Outcome<FilingDraft> {
  const { raw } = draft;
  const listed = listedFilers(raw, directory);
  if (listed.length > 0) return keep({ ...draft, listed });
  return drop('unlisted_issuer', raw.filers.map(({ name, cik }) => `${name}, CIK ${cik}`).join('; '));
}

function putEarnings(draft: FilingDraft): Outcome<FilingDraft> {
  return keep({ ...draft, analysis: analysisOf(draft.raw, draft.uid, draft.listed[0]!) });
}

function putText(draft: FilingDraft): Outcome<FilingDraft> {
  const { raw, listed, analysis } = draft;
  const first = listed[0]!;
  return keep({ ...draft, text: writeFilingText({ raw, company: nameOf(first), ticker: first.entry.symbol, analysis }) });
}

function putEvent(draft: FilingDraft, { directory }: FilingContext): Outcome<FilingDraft> {
  const { raw, listed, analysis, text } = draft;
  const event = analysis === null ? (text?.event ?? null) : null;
  if (event === null) return keep(draft);
  return keep({ ...draft, event: readEvent(event, { listed, lead: raw.lead, summary: text!.summary, category: categoryOf(raw), directory }) });
}

function putScore(draft: FilingDraft): Outcome<FilingDraft> {
  const { raw, analysis, event } = draft;
  const { primary_item: primaryItem, lead } = raw;
  const isAmendment = raw.form.endsWith('/A');
  return keep({ ...draft, score: scoreFiling({ primaryItem, leadItem: leadItem(raw), lead, isAmendment, hasRead: analysis !== null, event }) });
}

function putSentiment(draft: FilingDraft): Outcome<FilingDraft> {
  const { raw, analysis, event } = draft;
  return keep({ ...draft, bearing: filingSentiment({ analysis, item: leadItem(raw), items: raw.items, lead: raw.lead, event }) });
}

const categoryOf = ({ primary_item: item }: RawFiling): Category => (item === null ? 'earnings' : itemCategory(item));

const nameOf = ({ name, entry }: ListedFiler): string => issuerName(name, entry);

const blockOf = (raw: RawFiling, refinedAt: string): z.infer<typeof FilingBlock> | null =>
  raw.primary_item === null
    ? null
    : {
        items: raw.items,
        primary_item: raw.primary_item,
        accession_number: raw.accession,
        filed_at: raw.accepted_at ?? refinedAt,
        event_date: raw.event_date,
        exhibit_url: raw.document?.is_exhibit === true ? raw.document.url : null,
        ...(raw.amends !== undefined && { amends: raw.amends }),
      };

/** Returns the figures with the row's company name and ticker; null when there are none. */
const analysisOf = (raw: RawFiling, uid: string, first: ListedFiler): EarningsAnalysis | null =>
  raw.earnings?.kind !== 'read'
    ? null
    : {
        ...raw.earnings.analysis,
        company: nameOf(first),
        ticker: first.entry.symbol,
        headline: raw.headline === '' ? raw.earnings.analysis.headline : raw.headline,
        source_text_url: raw.earnings.source_text === undefined ? null : `/api/news/${uid}/source-text/`,
      };

function earningsOf(raw: RawFiling, analysis: EarningsAnalysis | null, first: ListedFiler, context: FilingContext): Partial<FeedRow> {
  if (raw.earnings === null) return {};
  if (raw.earnings.kind === 'refused') return { earnings_refusal: raw.earnings.reason };
  if (!isMajor(first.entry, context.settings.majorTickers)) return { earnings_refusal: 'not_major' };
  if (analysis === null) return {};
  const { source_text } = raw.earnings;
  return { earnings: analysis, ...(source_text !== undefined && { source_text }) };
}

function itemOf({ raw, uid, listed, score, text, event, bearing }: ScoredDraft, refinedAt: string): StoredItem {
  const source = sources[formOf(raw)];
  const category = categoryOf(raw);
  const { sentiment, confidence, reasoning } = bearing;
  const analyses = listed.map((filer) => ({
    ticker: filer.entry.symbol,
    relevance_context: `Registrant of the filing (CIK ${filer.cik}).`,
    impact_analysis: { sentiment, confidence, reasoning, summary: text.impact },
  }));
  return filedItem({
    scoreVersion: scoreVersion(),
    uid,
    url: raw.url,
    text,
    source: source.label,
    sourceType: source.type,
    ownershipForm: null,
    times: { publishedAt: publishedAt(raw), createdAt: refinedAt, updatedAt: refinedAt },
    topics: [
      { topic: `form ${raw.form.toLowerCase()}`, relevance: 1 },
      ...raw.items.map((item) => ({ topic: `item ${item}`, relevance: item === raw.primary_item ? 1 : 0.5 })),
      ...(leadItem(raw) === '8.01' ? otherEventTopics(raw.headline, raw.lead) : []).map((topic) => ({ topic, relevance: 1 })),
    ],
    category,
    score,
    analyses: withPredictions([...analyses, ...(event?.parties ?? [])], { relevance: score.relevance, category }),
    insider: null,
    filing: blockOf(raw, refinedAt),
  });
}

const entitiesOf = (raw: RawFiling, listed: readonly ListedFiler[]): KeyEntity[] => {
  const listedByCik = new Map(listed.map((filer) => [filer.cik, filer]));
  return raw.filers
    .map(({ cik, name }) => {
      const filer = listedByCik.get(cik);
      const ticker = filer === undefined ? '' : `, ticker ${filer.entry.symbol}`;
      return { name: filer === undefined ? companyName(name) : nameOf(filer), type: 'company', description: `Registrant, CIK ${cik}${ticker}` };
    })
    .filter(({ name }) => name !== '')
    .slice(0, entitiesMax);
};

type ScoredDraft = FilingDraft & { readonly score: FilingScore; readonly text: FilingText; readonly bearing: FilingSentiment };

function rowOf(draft: ScoredDraft, context: FilingContext): FeedRow {
  const { raw, uid, listed, analysis, event } = draft;
  const { refinedAt } = context;
  const filers = listed.map(({ entry }) => entry.symbol);
  return {
    type: 'row',
    ...headOf(raw, { uid, identity: filingIdentity(raw.accession), refinedAt }),
    item: itemOf(draft, refinedAt),
    key_entities: entitiesOf(raw, listed),
    story_id: uid,
    ...(raw.is_history === true && { is_history: true as const }),
    ...(event !== null && event.parties.length > 0 && { filers }),
    ...earningsOf(raw, analysis, listed[0]!, context),
  };
}

export function refineFiling(raw: RawFiling, context: FilingContext): FeedRow | FeedDrop | null {
  const uid = context.claimUid(filingIdentity(raw.accession));
  if (uid === null) return null;
  const begun = { raw, uid, listed: [], analysis: null, text: null, event: null, score: null, bearing: null };
  const { draft, drop: dropped } = throughSteps(filingSteps, begun, context);
  if (dropped === null) return rowOf({ ...draft, score: draft.score!, text: draft.text!, bearing: draft.bearing! }, context);
  const company = companyName(raw.filers[0]?.name ?? '');
  const filers = raw.headline === '' ? company : `${company}, ${raw.headline}`;
  const decided = { uid, identity: filingIdentity(raw.accession), refinedAt: context.refinedAt };
  return filedDrop(raw, decided, dropped, { filers, sourceType: sources[formOf(raw)].type });
}
