/**
 * Chooses at most one candidate per metric, the one with the best evidence, then the line of net income that the release headlines. If
 * several candidates are equally good and differ, the sentences of the release decide; if they do not, the metric is dropped.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { wholeUnitsMin } from '../../../../earnings-figure-text.ts';
import { isInProse, lastDigitShareMax, type ProseAmount } from '../prose/amounts.ts';
import { fullValue, lastDigit, metricIds, statedAmount, statesSameAmount, type Candidate, type MetricId } from './candidates.ts';

/** Returns the chosen candidates, and the reasons of metrics whose candidates were all dropped. */
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
  // If one line of net income has no scale, none is used, because another line may be only a part.
  const netIncomes = metricIds.filter((metric) => metric.startsWith('net_income'));
  if (netIncomes.some((metric) => dropped.get(metric) === 'scale_unstated'))
    for (const metric of netIncomes) if (chosen.delete(metric)) dropped.set(metric, 'scale_unstated');
  return { chosen, dropped };
}

function chooseOne(claims: readonly Candidate[], amounts: readonly ProseAmount[]): Candidate | MetricRefusal {
  const said = (claim: Candidate): boolean => isInProse(amounts, statedAmount(claim));
  // A table in whole units states no scale either; only prose with the same amount tells it from one in thousands.
  const scaled = claims.filter(
    (claim) =>
      claim.scale !== null || (Math.abs(fullValue(claim)) >= wholeUnitsMin && isInProse(amounts, statedAmount(claim), lastDigitShareMax.scale)),
  );
  const best = Math.max(...claims.map((claim) => claim.rank));
  const top = scaled.filter((claim) => claim.rank === best);
  // Weaker evidence does not replace the best evidence without a scale, because it may be a part.
  if (top.length === 0) return 'scale_unstated';
  const answers = distinct(top);
  const [answer, ...ties] = answers.length === 1 ? answers : answers.filter(said);
  if (answer === undefined || ties.length > 0) return 'two_answers';
  // Weaker evidence may differ (a part, a rounding, a segment), unless the prose confirms it and not the answer.
  const others = scaled.filter((claim) => claim.rank < best && claim.rank >= best - 10 && !statesSameAmount(claim, answer));
  if (others.some(said) && !said(answer)) return 'contradiction';
  return answer;
}

function distinct(claims: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const claim of claims) {
    const same = chosen.findIndex((other) => statesSameAmount(other, claim));
    if (same === -1) chosen.push(claim);
    // The finer of two that agree is preferred, then the one with a prior year.
    else if (isBetter(claim, chosen[same] as Candidate)) chosen[same] = claim;
  }
  return chosen;
}

const isBetter = (a: Candidate, b: Candidate): boolean =>
  lastDigit(a) < lastDigit(b) || (lastDigit(a) === lastDigit(b) && a.priorYear !== null && b.priorYear === null);

const lead = /\bnet (?:\(?loss\)?|income|earnings|profit|result)|\bprofit\b|\bearnings\b|\bnet loss\b/i;
const leadCharacters = 160;

/**
 * Returns the served lines of net income, each under its own name. If the lines differ, the sentences decide which one is headlined; if they
 * do not, it is the parent's, or none if there is also one of common holders.
 */
export function readNetIncome(
  chosen: ReadonlyMap<MetricId, Candidate>,
  amounts: readonly ProseAmount[],
  text: string,
): readonly (readonly [MetricId, Candidate])[] {
  const [plain, parent, common, including] = (['net_income', 'net_income_parent', 'net_income_common', 'net_income_incl_nci'] as const).map((id) =>
    chosen.get(id),
  );
  const present = [parent, common, plain].filter((line) => line !== undefined);
  const headline = areOne(present) ? present[0] : (firstSaid(present, amounts, text) ?? (common === undefined ? parent : undefined));
  // The line of common holders may differ by preferred dividends; only a row of noncontrolling interests shows that others share.
  const isShared = plain !== undefined && (parent !== undefined || (common !== undefined && headline === common && namesOthersShare(plain)));
  const whole = headline === undefined ? undefined : (including ?? (isShared ? plain : undefined));
  return [
    ...(headline === undefined ? [] : [['net_income', headline] as const]),
    ...(whole === undefined || whole === headline ? [] : [['net_income_incl_nci', whole] as const]),
    ...(common === undefined || common === headline ? [] : [['net_income_common', common] as const]),
  ];
}

const namesOthersShare = ({ section }: Candidate): boolean => section.block.rows.some(({ label }) => /non-?controlling|minority/i.test(label));

const areOne = (lines: readonly Candidate[]): boolean => lines.every((line) => statesSameAmount(line, lines[0]!));

/** Returns the line whose amount is the first after words of net income. An amount too coarse to tell two lines apart does not count. */
function firstSaid(lines: readonly Candidate[], amounts: readonly ProseAmount[], text: string): Candidate | undefined {
  for (const { value: said, lastDigit: unit, start } of amounts) {
    const matches = lines.filter((line) => {
      const value = Math.abs(fullValue(line));
      return value > 0 && Math.abs(said - value) <= Math.max(unit, lastDigit(line)) * 0.5000001;
    });
    if (matches.length > 0 && areOne(matches) && lead.test(text.slice(Math.max(0, start - leadCharacters), start))) return matches[0];
  }
  return undefined;
}
