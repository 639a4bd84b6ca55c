/** Runs a disclosure through the steps below. The result is a row with fixed sentences, or a drop with its reason. */
import type { FeedDrop, FeedRow } from '#schemas/feed-log.ts';
import { filingIdentity } from '#schemas/identity.ts';
import type { KeyEntity } from '#schemas/item.ts';
import type { RawDisclosure } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import { actionabilityOf } from '../actionability.ts';
import type { RefineContext } from '../context.ts';
import { entitiesMax, filedDrop, filedItem, headOf, issuerName, publishedAt } from '../filed-record.ts';
import { resolveIssuer, type IssuerDirectory } from '../form4/issuer.ts';
import { companyName, isOrganization } from '../form4/names.ts';
import { withPredictions } from '../sentiment/outlook.ts';
import { throughSteps, type Step } from '../step.ts';
import { lateText } from './late.ts';
import { saleText } from './sale.ts';
import { stakeText } from './stake.ts';
import { formName, type DisclosureText } from './text.ts';

export const scoreVersion = 'disclosure-4';

export type DisclosureContext = Pick<RefineContext, 'refinedAt' | 'claimUid'> & { readonly directory: IssuerDirectory };

/** A disclosure between steps. A field that no step has set yet is null. */
interface DisclosureDraft {
  readonly raw: RawDisclosure;
  readonly uid: string;
  readonly issuer: SymbolEntry | null;
  readonly text: DisclosureText | null;
}

export const disclosureSteps: readonly Step<DisclosureDraft, DisclosureContext>[] = [
  { name: 'issuer', drops: ['unlisted_issuer'], run: putIssuer },
  { name: 'text', run: putText },
];

function putIssuer(draft: DisclosureDraft, { directory }: DisclosureContext): Outcome<DisclosureDraft> {
  const { cik, name } = draft.raw.issuer;
  const issuer = resolveIssuer({ cik, name, symbol: '' }, directory);
  return issuer === null ? drop('unlisted_issuer', `${name}, CIK ${cik}`) : keep({ ...draft, issuer });
}

function putText(draft: DisclosureDraft): Outcome<DisclosureDraft> {
  const { raw, issuer } = draft;
  const { facts, form } = raw;
  const input = { company: issuerName(raw.issuer.name, issuer!), ticker: issuer!.symbol, form };
  switch (facts.about) {
    case 'sale':
      return keep({ ...draft, text: saleText(facts, raw.issuer.cik, input) });
    case 'stake':
      return keep({ ...draft, text: stakeText(facts, input) });
    case 'late':
      return keep({ ...draft, text: lateText(facts, input) });
  }
}

function rowOf({ raw, uid, ...draft }: DisclosureDraft, refinedAt: string): FeedRow {
  const [issuer, text] = [draft.issuer!, draft.text!];
  const { relevance, category, sentiment, confidence, reasoning, impact, novelty } = text;
  const analysis = {
    ticker: issuer.symbol,
    relevance_context: `Issuer in the filing (CIK ${raw.issuer.cik}).`,
    impact_analysis: { sentiment, confidence, reasoning, summary: impact },
  };
  const entities: KeyEntity[] = [
    { name: issuerName(raw.issuer.name, issuer), type: 'company', description: `Issuer, CIK ${raw.issuer.cik}, ticker ${issuer.symbol}` },
    ...text.people.map(({ name, description }) => ({ name, type: isOrganization(name) ? 'organization' : 'person', description })),
  ];
  return {
    type: 'row',
    ...headOf(raw, { uid, identity: filingIdentity(raw.accession), refinedAt }),
    item: filedItem({
      uid,
      url: raw.url,
      text,
      source: `SEC ${raw.form.startsWith('NT') ? 'Form ' : ''}${formName(raw.form.replace(/\/A$/, ''))}`,
      sourceType: raw.source,
      ownershipForm: null,
      times: { publishedAt: publishedAt(raw), createdAt: refinedAt, updatedAt: refinedAt },
      topics: [{ topic: `form ${raw.form.toLowerCase()}`, relevance: 1 }, ...text.topics.map((topic) => ({ topic, relevance: 1 }))],
      category,
      score: { relevance, novelty, actionability: actionabilityOf(relevance) },
      analyses: withPredictions([analysis], { relevance, category }),
      scoreVersion,
      insider: null,
      filing: null,
    }),
    key_entities: entities.slice(0, entitiesMax),
    story_id: uid,
    ...(raw.is_history === true && { is_history: true as const }),
  };
}

export function refineDisclosure(raw: RawDisclosure, context: DisclosureContext): FeedRow | FeedDrop | null {
  const { refinedAt } = context;
  const identity = filingIdentity(raw.accession);
  const uid = context.claimUid(identity);
  if (uid === null) return null;
  const { draft, drop: dropped } = throughSteps(disclosureSteps, { raw, uid, issuer: null, text: null }, context);
  if (dropped === null) return rowOf(draft, refinedAt);
  return filedDrop(raw, { uid, identity, refinedAt }, dropped, { filers: companyName(raw.issuer.name), sourceType: raw.source });
}
