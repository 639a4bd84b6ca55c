/** Formats evaluations of earnings reads and filings for the terminal. */
import type { EarningsReport, Score } from './earnings.ts';
import type { BinaryScore } from './filings.ts';

const percent = (value: number | null): string => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);
const told = (name: string, { precision, recall, right_yes, wrong_yes, missed, right_no }: BinaryScore): string =>
  `${name}: precision ${percent(precision)}, recall ${percent(recall)} (${right_yes} found, ${missed} missed, ${wrong_yes} wrongly taken, ${right_no} rightly left)`;

function table({ metrics }: Score): string[] {
  const head = ['metric', 'expected', 'published', 'right', 'precision', 'coverage', 'year-ago', 'right'];
  const rows = Object.entries(metrics).map(([name, m]) =>
    [name, m.expected, m.published, m.right, percent(m.precision), percent(m.coverage), m.prior_year_published, m.prior_year_right].map(String),
  );
  const widths = head.map((word, index) => Math.max(word.length, ...rows.map((row) => row[index]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row.map((word, index) => (index === 0 ? word.padEnd(widths[index] ?? 0) : word.padStart(widths[index] ?? 0))).join('  '),
  );
}

const counts = (reasons: Record<string, number>): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ') || 'none';

const summary = (name: string, score: Score): string =>
  `${name}: ${score.published} of ${score.releases} releases published (${percent(score.share_published)}); ${score.figures_right} of ${score.figures_published} figures right (precision ${percent(score.precision)})`;

export function printEarnings(report: EarningsReport, withErrors: boolean): string {
  const { all, halves, filings } = report;
  const lines = [
    summary('all', all),
    summary('first half by hash', halves.first),
    summary('second half by hash', halves.second),
    '',
    ...table(all),
    '',
    `reads refused: ${counts(all.refusals)}`,
    `metrics left out: ${counts(all.metric_refusals)}`,
    `speed: ${report.releases_per_cpu_second ?? '-'} releases per CPU second`,
  ];
  if (filings !== null) {
    if (filings.items.known > 0) lines.push(`8-K items right: ${filings.items.right} of ${filings.items.known}`);
    if (filings.releases_8k.precision !== null) lines.push(told('8-K earnings releases', filings.releases_8k));
    if (filings.form_6k.precision !== null) lines.push(told('6-K earnings releases', filings.form_6k), `6-K left out: ${counts(filings.reasons_6k)}`);
  }
  if (withErrors) {
    lines.push(
      '',
      ...report.mistakes.map(
        ({ file, metric, problem, published, expected }) =>
          `${file} ${metric} ${problem}: published ${published ?? '-'}, expected ${expected ?? '-'}`,
      ),
    );
    lines.push(...(filings?.mistakes.map(({ file, what }) => `${file} ${what}`) ?? []));
  }
  return `${lines.join('\n')}\n`;
}
