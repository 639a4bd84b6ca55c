/**
 * Checks that net income over earnings per share gives the number of shares that the statement prints. Three separately read figures must
 * then fit together; only this check detects a wrong column, row or sign.
 */
import { fullValue, lastDigit, type Candidate } from './candidates.ts';
import { namesBasic, namesDiluted, namesShareCount } from './labels.ts';

export type ShareCheck = 'fits' | 'differs' | 'unknown';

/** Preferred dividends and participating securities take a little from common holders. */
const toleranceRatio = 0.04;
/** Counts are printed in ones, thousands or millions, next to amounts in any scale. */
const powers = [0, 3, 6];

export function checkShares(income: Candidate, perShare: Candidate): ShareCheck {
  const counts = shareCounts(perShare);
  const eps = Math.abs(fullValue(perShare));
  const amount = Math.abs(fullValue(income));
  const epsUnit = lastDigit(perShare);
  if (counts.length === 0 || eps <= epsUnit * 2 || amount === 0) return 'unknown';
  const low = amount / (eps + epsUnit * 0.5);
  const high = amount / (eps - epsUnit * 0.5);
  const slack = 1 + toleranceRatio;
  return counts.some((count) => powers.some((power) => count * 10 ** power >= low / slack && count * 10 ** power <= high * slack))
    ? 'fits'
    : 'differs';
}

function shareCounts({ section, roles, metric }: Candidate): number[] {
  const wanted = metric === 'eps_basic' ? namesBasic : namesDiluted;
  const counts = section.block.rows.flatMap((row) => {
    const words = `${row.path.join(' ')} ${row.label}`;
    const figure = row.figures[roles.current];
    return namesShareCount(words) && figure && !figure.isPercent && Number(figure.value) > 1 ? [{ words, count: Number(figure.value) }] : [];
  });
  const named = counts.filter(({ words }) => wanted(words));
  return (named.length > 0 ? named : counts).map(({ count }) => count);
}
