/** 8-Ks with faults from practice (shared/data/cases): the result is that of expected.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inspectFiling } from '#ops/scripts/inspect/inspect-filing.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { writeFilingText } from '#pipeline/refine/filing/text.ts';
import { dataDir } from '#test/support/data.ts';

const Case = z.object({
  file: z.string(),
  want: z.looseObject({
    title_has: z.array(z.string()).optional(),
    title_any: z.array(z.string()).optional(),
    earnings: z.record(z.string(), z.string()).optional(),
  }),
});

const folder = dataDir('cases');
const cases = folder === null ? [] : z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
const titled = cases.filter(({ file, want }) => file.startsWith('8k/') && want.title_has !== undefined);

const withFigures = cases.filter(({ file, want }) => file.startsWith('8k/') && want.earnings !== undefined);

/** Metric labels by the names that the cases give them. */
const metricNames: Readonly<Record<string, string>> = { revenue: 'Revenue', eps: 'Diluted EPS', net_income: 'Net income' };

function readCase(file: string) {
  const body = readFileSync(join(folder!, file));
  const accession = splitSubmission(body).header.accession!;
  const read = inspectFiling({ body, accession, at: '2026-11-24T21:30:00.000Z', directory: { byTicker: () => undefined } });
  if (read?.ok !== true) throw new Error(`${file} was not read`);
  return read.filing;
}

test.skipIf(folder === null)('the folder has filings whose figures are known', () => expect(withFigures.length).toBeGreaterThan(0));

test.each(withFigures.map(({ file, want }) => [file, want.earnings!] as const))('%s gives its figures', (file, want) => {
  const { earnings } = readCase(file);
  const analysis = earnings !== null && earnings.kind === 'read' ? earnings.analysis : null;
  for (const [name, printed] of Object.entries(want))
    expect(analysis?.key_metrics.find((metric) => metric.name === metricNames[name])?.value.replace('$', ''), name).toBe(printed);
});

test.skipIf(folder === null)('the folder has filings whose titles are known', () => expect(titled.length).toBeGreaterThan(0));

test.each(titled.map(({ file, want }) => [file, want] as const))('%s', (file, want) => {
  const filing = readCase(file);
  const [filer] = filing.filers;
  const { title } = writeFilingText({ raw: filing, company: filer!.name, ticker: 'F', analysis: null });
  for (const words of want.title_has ?? []) expect(title.toLowerCase()).toContain(words.toLowerCase());
  if (want.title_any !== undefined)
    expect(
      want.title_any.some((words) => title.includes(words)),
      title,
    ).toBe(true);
});
