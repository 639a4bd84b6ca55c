/** Fetches a listed disclosure, and for an amended stake also the filing that it amends, which says how large the stake was before. */
import type { RawDisclosure } from '#schemas/raw.ts';
import type { DisclosureSource } from '#schemas/vocabulary.ts';
import type { PendingFiling } from '../filing-progress.ts';
import type { FilingFetch, FilingFetchOptions, FilingOutcome } from './fetch-filing.ts';
import { createSubmissionFetch } from './fetch-submission.ts';

type StakeFacts = Extract<RawDisclosure['facts'], { about: 'stake' }>;

function stakeIn(outcome: FilingOutcome): (RawDisclosure & { readonly facts: StakeFacts }) | null {
  if (outcome.outcome !== 'read' || outcome.message.kind !== 'disclosure') return null;
  const { facts } = outcome.message;
  return facts.about === 'stake' ? { ...outcome.message, facts } : null;
}

/** Whether the filing comes right before the amendment: some amendments name the first filing, whose stake is that of long ago. */
const isJustBefore = (before: StakeFacts, { amendment }: StakeFacts): boolean =>
  !/^\d+$/.test(amendment ?? '') || Number(before.amendment ?? 0) === Number(amendment) - 1;

/** Returns the fetch of a source of disclosures. */
export function createDisclosureFetch(source: DisclosureSource, options: FilingFetchOptions): FilingFetch {
  const fetchOne = createSubmissionFetch(source, 'disclosure', options);
  return async (filing: PendingFiling) => {
    const outcome = await fetchOne(filing);
    const stake = stakeIn(outcome);
    const amends = stake?.facts.amends ?? null;
    if (stake === null || amends === null || amends === filing.accession) return outcome;
    const earlier = await fetchOne({ ...filing, accession: amends, cik: stake.issuer.cik, form: null });
    // Filers also type numbers of filings that do not exist, so a second failure does not hold the amendment back.
    if (earlier.outcome === 'retry' && filing.failures === 0) return earlier;
    const before = stakeIn(earlier);
    if (before === null || before.issuer.cik !== stake.issuer.cik || !isJustBefore(before.facts, stake.facts)) return outcome;
    return { outcome: 'read', message: { ...stake, facts: { ...stake.facts, before: before.facts.holders } } };
  };
}
