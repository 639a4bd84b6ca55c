/**
 * Chooses at most one candidate per metric. It keeps a figure when its evidence is the best, or when its competitors state the same. When
 * equal evidence differs and the release's sentences do not decide, it drops the metric.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { wholeUnitsMin } from '../../../../earnings-figure-text.ts';
import { isSaid, roughness, type ProseAmount } from '../prose/amounts.ts';
import { fullValue, lastDigit, metricIds, saidAs, saysTheSame, type Candidate, type MetricId } from './candidates.ts';

/** Returns the chosen candidates, and why metrics with candidates have none. */
export function chooseMetrics(
  candidates: readonly Candidate[],
  amounts: readonly ProseAmount[],
): { readonly chosen: ReadonlyMap<MetricId, Candidate>; readonly dropped: ReadonlyMap<MetricId, MetricRefusal> } {
  const chosen = new Map<MetricId, Candidate>();
  const dropped = new Map<MetricId, MetricRefusal>();
  for (const metric of metricIds) {
    const claims = candidates.filter((candidate) => candidate.metric === metric);
    if (claims.length === 0) continue;
    const outcome = chooseOne(claims, amounts);
    if (typeof outcome === 'string') dropped.set(metric, outcome);
    else chosen.set(metric, outcome);
  }
  // When one net income line lacks its scale none is used, because another line may describe only a part.
  const netIncomes = metricIds.filter((metric) => metric.startsWith('net_income'));
  if (netIncomes.some((metric) => dropped.get(metric) === 'scale_unstated'))
    for (const metric of netIncomes) if (chosen.delete(metric)) dropped.set(metric, 'scale_unstated');
  return { chosen, dropped };
}

function chooseOne(claims: readonly Candidate[], amounts: readonly ProseAmount[]): Candidate | MetricRefusal {
  const said = (claim: Candidate): boolean => isSaid(amounts, saidAs(claim));
  // Tables in whole units state no scale either; only prose with the same amount distinguishes them from thousands.
  const scaled = claims.filter(
    (claim) => claim.scale !== null || (Math.abs(fullValue(claim)) >= wholeUnitsMin && isSaid(amounts, saidAs(claim), roughness.scale)),
  );
  const best = Math.max(...claims.map((claim) => claim.rank));
  const top = scaled.filter((claim) => claim.rank === best);
  // The best evidence without a scale is not replaced by lesser evidence, which may describe a part.
  if (top.length === 0) return 'scale_unstated';
  const answers = distinct(top);
  const [answer, ...ties] = answers.length === 1 ? answers : answers.filter(said);
  if (answer === undefined || ties.length > 0) return 'two_answers';
  // Lesser evidence may differ (a part, a rounding, a segment), unless the prose confirms only that.
  const others = scaled.filter((claim) => claim.rank < best && claim.rank >= best - 10 && !saysTheSame(claim, answer));
  if (others.some(said) && !said(answer)) return 'contradiction';
  return answer;
}

function distinct(claims: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const claim of claims) {
    const same = chosen.findIndex((other) => saysTheSame(other, claim));
    if (same === -1) chosen.push(claim);
    // Prefers the finer of two that agree, then the one with a prior year.
    else if (isBetter(claim, chosen[same] as Candidate)) chosen[same] = claim;
  }
  return chosen;
}

const isBetter = (a: Candidate, b: Candidate): boolean =>
  lastDigit(a) < lastDigit(b) || (lastDigit(a) === lastDigit(b) && a.priorYear !== null && b.priorYear === null);
