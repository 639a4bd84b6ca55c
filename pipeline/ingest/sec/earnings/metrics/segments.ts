/**
 * Reads the parts of revenue: rows of one group whose amounts add up to the published revenue, to the last printed digit. Other rows are not
 * served.
 */
import type { SegmentFigure } from '#schemas/earnings.ts';
import { fullValue, type Candidate } from './candidates.ts';
import { changeOf } from '../change.ts';
import { assignRoles } from '../tables/columns.ts';
import type { Figure } from '../tables/figure.ts';
import { factor, type Scale } from '../tables/scale.ts';
import { directionOf, statesCause } from '../prose/narrative.ts';
import { statedScale, type Section } from '../tables/sections.ts';
import type { Sentence } from '../prose/sentences.ts';

const partsMax = 15;

/** Returns the parts of the revenue of a period of `months` months; none if no rows add up. */
export function readSegments(sections: readonly Section[], revenue: Candidate, months: number, sentences: readonly Sentence[]): SegmentFigure[] {
  for (const section of sections) {
    const roles = assignRoles(section.columns, months, 'reported');
    if (roles === null || roles.period.year !== revenue.roles.period.year || roles.period.month !== revenue.roles.period.month) continue;
    const scale = statedScale(section);
    if (scale !== revenue.scale) continue;
    const rows = section.block.rows.map((row) => ({
      label: row.label,
      figure: row.figures[roles.current] ?? null,
      prior: roles.priorYear === null ? null : (row.figures[roles.priorYear] ?? null),
      quarterBefore: roles.priorQuarter === null ? null : (row.figures[roles.priorQuarter] ?? null),
    }));
    const parts = findParts(rows, revenue, scale);
    if (parts.length > 0)
      return parts.map(({ label, figure, prior, quarterBefore }) => {
        const [onYear, onQuarter] = [changeOf({ section }, figure, prior).text, changeOf({ section }, figure, quarterBefore).text];
        return {
          name: label,
          revenue: figure.printed,
          yoy_change: onYear,
          qoq_change: onQuarter,
          driver: driverOf(label, wayOf(figure, prior ?? quarterBefore), sentences) ?? '',
          evidence: { start: figure.start, end: figure.end },
        };
      });
  }
  return [];
}

type Way = ReturnType<typeof directionOf>;

function wayOf(figure: Figure, before: Figure | null): Way {
  const change = before === null ? 0 : Number(figure.value) - Number(before.value);
  return change === 0 ? null : change > 0 ? 'up' : 'down';
}

/** Returns the first sentence that names the segment and a cause and does not contradict the direction of its figures; null without one. */
function driverOf(label: string, way: Way, sentences: readonly Sentence[]): string | null {
  const name = label.replace(/(?<!\s)\s*\([^()]*\)\s*$/, '').toLowerCase();
  if (name.length < segmentNameMin) return null;
  const isContrary = (text: string): boolean => {
    const said = directionOf(text);
    return way !== null && said !== null && said !== way;
  };
  return sentences.find(({ text }) => hasWords(text.toLowerCase(), name) && statesCause(text) && !isContrary(text))?.text ?? null;
}

/** Returns whether the text has the name as whole words: "sub-license" does not name a license. */
function hasWords(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\d_/-]$/u.test(text.slice(0, at)) && !/^[\p{L}\d_]/u.test(text.slice(at + name.length))) return true;
  return false;
}
const segmentNameMin = 4;

interface Row {
  readonly label: string;
  readonly figure: Figure | null;
  readonly prior: Figure | null;
  readonly quarterBefore: Figure | null;
}

interface SegmentRow extends Row {
  readonly figure: Figure;
}

/** Returns the fewest labelled rows, at least two, directly above a total that add up to the revenue; none otherwise. */
function findParts(rows: readonly Row[], revenue: Candidate, scale: Scale | null): SegmentRow[] {
  const total = fullValue(revenue);
  const unit = factor[scale ?? 'ones'];
  for (const [end, row] of rows.entries()) {
    if (row.figure === null || row.figure.isPercent || Number(row.figure.value) * unit !== total) continue;
    const parts: SegmentRow[] = [];
    let sum = 0;
    for (let at = end - 1; at >= 0 && parts.length < partsMax; at--) {
      const { label, figure, prior, quarterBefore } = rows[at] ?? {};
      if (figure === null || figure === undefined || label === undefined || label === '' || figure.isPercent || /^total\b/i.test(label)) break;
      parts.unshift({ label, figure, prior: prior ?? null, quarterBefore: quarterBefore ?? null });
      sum += Number(figure.value) * unit;
      const slack = 10 ** -figure.decimals * unit * 0.5 * parts.length;
      if (parts.length >= 2 && Math.abs(sum - total) <= (figure.decimals > 0 ? slack : unit * 0.5)) return parts;
    }
  }
  return [];
}
