/**
 * Sections in, the parts of revenue out, where they prove themselves: rows of one group whose amounts add
 * up to the published revenue, to the last printed digit. What does not add up is not told.
 */
import type { SegmentFigure } from '#schemas/earnings.ts';
import type { z } from 'zod';
import { fullValue, type Candidate } from './candidates.ts';
import { assignRoles } from './columns.ts';
import type { Figure } from './figure.ts';
import { factor, type Scale } from './scale.ts';
import { statedScale, type Section } from './sections.ts';

export type Segment = z.infer<typeof SegmentFigure>;

const partsMax = 15;

export function readSegments(sections: readonly Section[], revenue: Candidate, months: number, unit: string): Segment[] {
  for (const section of sections) {
    const roles = assignRoles(section.columns, months, 'reported');
    if (roles === null || roles.period.year !== revenue.roles.period.year || roles.period.month !== revenue.roles.period.month) continue;
    const scale = statedScale(section);
    if (scale !== revenue.scale) continue;
    const rows = section.block.rows.map((row) => ({
      label: row.label,
      figure: row.figures[roles.current] ?? null,
      prior: roles.priorYear === null ? null : (row.figures[roles.priorYear] ?? null),
    }));
    const parts = findParts(rows, revenue, scale);
    if (parts.length > 0)
      return parts.map(({ label, figure, prior }) => ({
        name: label,
        metric: 'Revenue',
        value: figure.printed,
        prior_year: prior?.printed ?? null,
        numeric: Number(figure.value) * factor[scale ?? 'ones'],
        unit,
        scale,
        evidence: { start: figure.start, end: figure.end },
      }));
  }
  return [];
}

interface Part {
  readonly label: string;
  readonly figure: Figure;
  readonly prior: Figure | null;
}

/** The shortest run of at least two labelled rows right above a total, whose sum is the revenue. */
function findParts(rows: readonly { label: string; figure: Figure | null; prior: Figure | null }[], revenue: Candidate, scale: Scale | null): Part[] {
  const total = fullValue(revenue);
  const unit = factor[scale ?? 'ones'];
  for (const [end, row] of rows.entries()) {
    if (row.figure === null || row.figure.isPercent || Number(row.figure.value) * unit !== total) continue;
    const parts: Part[] = [];
    let sum = 0;
    for (let at = end - 1; at >= 0 && parts.length < partsMax; at--) {
      const { label, figure, prior } = rows[at] ?? {};
      if (figure === null || figure === undefined || label === undefined || label === '' || figure.isPercent || /^total\b/i.test(label)) break;
      parts.unshift({ label, figure, prior: prior ?? null });
      sum += Number(figure.value) * unit;
      const slack = 10 ** -figure.decimals * unit * 0.5 * parts.length;
      if (parts.length >= 2 && Math.abs(sum - total) <= (figure.decimals > 0 ? slack : unit * 0.5)) return parts;
    }
  }
  return [];
}
