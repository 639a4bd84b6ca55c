/** Fetches a listed disclosure. For an amended Schedule 13D or 13G it also fetches the filing before, which states the earlier stake. */
import type { RawDisclosure } from '#schemas/raw.ts';
import type { DisclosureSource } from '#schemas/vocabulary.ts';
import type { EdgarAccess } from '../access/edgar-access.ts';
import type { StakeFacts } from '../disclosure/schedule13.ts';
import type { FilingFetch, FilingOutcome } from './fetch-filing.ts';
import { createSubmissionFetch } from './fetch-submission.ts';

function stakeIn(outcome: FilingOutcome): (RawDisclosure & { readonly facts: StakeFacts }) | null {
  if (outcome.outcome !== 'read' || outcome.message.kind !== 'disclosure') return null;
  const { facts } = outcome.message;
  return facts.about === 'stake' ? { ...outcome.message, facts } : null;
}

/** Returns whether `before` directly precedes the amendment. Some amendments name the first filing instead, whose stake is outdated. */
const isJustBefore = (before: StakeFacts, { amendment }: StakeFacts): boolean =>
  !/^\d+$/.test(amendment ?? '') || Number(before.amendment ?? 0) === Number(amendment) - 1;

export function createDisclosureFetch(source: DisclosureSource, edgar: EdgarAccess): FilingFetch {
  const fetchOne = createSubmissionFetch(source, 'disclosure', edgar);
  return async (filing) => {
    const outcome = await fetchOne(filing);
    const stake = stakeIn(outcome);
    const amends = stake?.facts.amends ?? null;
    if (stake === null || amends === null || amends === filing.accession) return outcome;
    const earlier = await fetchOne({ ...filing, accession: amends, cik: stake.issuer.cik, form: '' });
    // Some amendments name a filing that does not exist, so only the first failure delays the amendment.
    if (earlier.outcome === 'retry' && filing.failures === 0) return earlier;
    const before = stakeIn(earlier);
    if (before === null || before.issuer.cik !== stake.issuer.cik || !isJustBefore(before.facts, stake.facts)) return outcome;
    return { outcome: 'read', message: { ...stake, facts: { ...stake.facts, before: before.facts.holders } } };
  };
}
