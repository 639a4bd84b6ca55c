/**
 * Reads the parts of revenue: rows of one group whose amounts add up to the published revenue, to the last printed digit. Other rows are not
 * served.
 */
import type { SegmentFigure } from '#schemas/earnings.ts';
import { fullValue, type Candidate } from './candidates.ts';
import { changeOf } from '../change.ts';
import { assignRoles } from '../tables/columns.ts';
import type { Figure } from '../tables/figure.ts';
import type { GridRow } from '../tables/grid.ts';
import { factor } from '../tables/scale.ts';
import { directionOf, statesCause } from '../prose/narrative.ts';
import { statedScale, type Section } from '../tables/sections.ts';
import type { Sentence } from '../prose/sentences.ts';

const partsMax = 15;

/** Returns the parts of the revenue of a period of `months` months; none if no rows add up. */
export function readSegments(sections: readonly Section[], revenue: Candidate, months: number, sentences: readonly Sentence[]): SegmentFigure[] {
  for (const section of sections) {
    const roles = assignRoles(section.columns, months, 'reported');
    if (roles === null || roles.period.year !== revenue.roles.period.year || roles.period.month !== revenue.roles.period.month) continue;
    if (statedScale(section) !== revenue.scale) continue;
    const parts = findParts(section.block.rows, roles.current, revenue);
    if (parts.length > 0)
      return parts.map(({ label, figures, figure }) => {
        const [prior, quarterBefore] = [figures[roles.priorYear ?? -1] ?? null, figures[roles.priorQuarter ?? -1] ?? null];
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

/** Returns the first sentence that names the segment and a cause and does not contradict the direction of its figures; null if there is none. */
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

interface Part extends GridRow {
  readonly figure: Figure;
}

/** Returns the fewest labelled rows, at least two, directly above a total that add up to the revenue, or none if no rows do. */
function findParts(rows: readonly GridRow[], column: number, revenue: Candidate): Part[] {
  const total = fullValue(revenue);
  const unit = factor[revenue.scale ?? 'ones'];
  for (const [end, { figures }] of rows.entries()) {
    const whole = figures[column];
    if (!whole || whole.isPercent || Number(whole.value) * unit !== total) continue;
    const parts: Part[] = [];
    let sum = 0;
    for (const row of rows.slice(Math.max(0, end - partsMax), end).toReversed()) {
      const figure = row.figures[column];
      if (!figure || row.label === '' || figure.isPercent || /^total\b/i.test(row.label)) break;
      parts.unshift({ ...row, figure });
      sum += Number(figure.value) * unit;
      const slack = 10 ** -figure.decimals * unit * 0.5 * parts.length;
      if (parts.length >= 2 && Math.abs(sum - total) <= (figure.decimals > 0 ? slack : unit * 0.5)) return parts;
    }
  }
  return [];
}
