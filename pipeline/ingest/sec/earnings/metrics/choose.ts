/**
 * Chooses at most one candidate per metric. A figure is kept where the best proof
 * stands alone, or where what competes says the same; where two proofs of equal standing differ and
 * the release's own sentences do not decide, the metric is dropped.
 */
import { agree } from '../tables/figure.ts';
import { fullValue, isPerShare, lastDigit, metricIds, saidAs, type Candidate, type MetricId } from './candidates.ts';
import { isSaid, isSaidRoundly, type ProseAmount } from '../prose/amounts.ts';
import type { MetricRefusal } from '#schemas/earnings.ts';

export interface Choice {
  readonly chosen: ReadonlyMap<MetricId, Candidate>;
  readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
}

const saysTheSame = (a: Candidate, b: Candidate): boolean => agree(fullValue(a), lastDigit(a), fullValue(b), lastDigit(b));

export function chooseMetrics(candidates: readonly Candidate[], amounts: readonly ProseAmount[]): Choice {
  const chosen = new Map<MetricId, Candidate>();
  const dropped = new Map<MetricId, MetricRefusal>();
  for (const metric of metricIds) {
    const claims = candidates.filter((candidate) => candidate.metric === metric);
    if (claims.length === 0) continue;
    const outcome = chooseOne(claims, amounts);
    if (typeof outcome === 'string') dropped.set(metric, outcome);
    else chosen.set(metric, outcome);
  }
  // Net income without its scale in one place is not told by the net income of a part in another.
  const netIncomes = metricIds.filter((metric) => metric.startsWith('net_income'));
  if (netIncomes.some((metric) => dropped.get(metric) === 'scale_unstated'))
    for (const metric of netIncomes) if (chosen.delete(metric)) dropped.set(metric, 'scale_unstated');
  return { chosen, dropped };
}

/** A smaller amount in whole units is hardly a listed company's. */
const wholeUnitsMin = 100_000;

function chooseOne(claims: readonly Candidate[], amounts: readonly ProseAmount[]): Candidate | MetricRefusal {
  const first = claims[0] as Candidate;
  const said = (claim: Candidate): boolean => isSaid(amounts, saidAs(claim));
  // Whole units are not stated either: only words that print the same amount tell them from thousands.
  const scaled = isPerShare(first.metric)
    ? claims
    : claims.filter((claim) => claim.scale !== null || (Math.abs(fullValue(claim)) >= wholeUnitsMin && isSaidRoundly(amounts, saidAs(claim))));
  const best = Math.max(...claims.map((claim) => claim.rank));
  // The best proof without its scale is not replaced by a lesser one, which may be of a part.
  if (!scaled.some((claim) => claim.rank === best)) return 'scale_unstated';
  const top = scaled.filter((claim) => claim.rank === best);
  const answers = distinct(top);
  const answer = answers.length === 1 ? answers[0] : only(answers.filter(said));
  if (answer === undefined) return 'two_answers';
  // Lower proofs may differ (a part, a rounding, a segment), but not when only they are in the words.
  const others = scaled.filter((claim) => claim.rank < best && claim.rank >= best - 10 && !saysTheSame(claim, answer));
  if (others.some(said) && !said(answer)) return 'contradiction';
  return answer;
}

function distinct(claims: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = [];
  for (const claim of claims) {
    const same = found.findIndex((other) => saysTheSame(other, claim));
    if (same === -1) found.push(claim);
    // Of two that agree the finer one; then the one that knows the year before.
    else if (isBetter(claim, found[same] as Candidate)) found[same] = claim;
  }
  return found;
}

const isBetter = (a: Candidate, b: Candidate): boolean =>
  lastDigit(a) < lastDigit(b) || (lastDigit(a) === lastDigit(b) && a.priorYear !== null && b.priorYear === null);

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);
