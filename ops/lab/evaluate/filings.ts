/**
 * Measures how many 8-Ks of a folder have their items read correctly, and how well earnings releases are distinguished from other filings,
 * against the folder's manifest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import type { FilingHeader } from '#pipeline/ingest/sec/documents/header.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import { mainDocument } from '#pipeline/ingest/sec/filing/exhibit.ts';
import { classify6k, findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readItems } from '#pipeline/ingest/sec/filing/items.ts';
import { readRecorded } from '../upstream/folder/files.ts';
import { Manifest, type ManifestEntry } from './expected.ts';

export interface FilingReport {
  /** 8-Ks whose items the manifest states (`known`), and those whose items are read correctly. */
  items: { known: number; right: number };
  /** 8-Ks read as earnings releases, against their item 2.02 (or 12). Filings without exhibits or older than the item are left out. */
  releases_8k: BinaryScore;
  /** 6-Ks read as earnings releases, against their labels. Borderline filings are left out. */
  form_6k: BinaryScore;
  reasons_6k: Record<string, number>;
  mistakes: { file: string; what: string }[];
}

const nothing = () => ({ right_yes: 0, wrong_yes: 0, missed: 0, right_no: 0, precision: null as number | null, recall: null as number | null });
export type BinaryScore = ReturnType<typeof nothing>;

export function evaluateFilings(dir: string): FilingReport {
  const entries = Manifest.parse(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')));
  const report: FilingReport = { items: { known: 0, right: 0 }, releases_8k: nothing(), form_6k: nothing(), reasons_6k: {}, mistakes: [] };
  for (const entry of entries) {
    const submission = splitSubmission(readRecorded(join(dir, entry.file)));
    if (entry.label !== undefined) judge6k(entry, submission.documents, report);
    else if (Array.isArray(entry.items) && submission.kind === 'submission') {
      judgeNamedItems(entry, entry.items, submission, report);
      judge8k(entry, submission, report);
    } else if (entry.items !== undefined && !Array.isArray(entry.items)) judgeItems(entry, Object.keys(entry.items), submission, report);
  }
  for (const score of [report.releases_8k, report.form_6k]) {
    score.precision = share(score.right_yes, score.right_yes + score.wrong_yes);
    score.recall = share(score.right_yes, score.right_yes + score.missed);
  }
  return report;
}

/** Returns `part` / `whole` with four decimals, or null when `whole` is 0. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);

export const percent = (value: number | null): string => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);

export const formOf = ({ form }: FilingHeader): '6-K' | '8-K' => (form?.startsWith('6-K') ? '6-K' : '8-K');

function mainText(documents: Submission['documents']): string {
  const main = mainDocument(documents);
  return main?.source ? reduceDocument(main.source).text : '';
}

function judgeItems(entry: ManifestEntry, known: readonly string[], { header, documents }: Submission, report: FilingReport): void {
  const { items } = readItems({ ...header, filedOn: header.filedOn ?? entry.filed ?? null }, mainText(documents));
  report.items.known += 1;
  const wanted = [...known].sort((a, b) => Number(a) - Number(b)).join(', ');
  if (wanted === items.join(', ')) report.items.right += 1;
  else report.mistakes.push({ file: entry.file, what: `items ${items.join(', ')} for ${wanted}` });
}

/** Date since which results of operations have an item of their own (SEC Release 33-8176). */
const item12Since = '2003-03-28';

/** Judges a submission by the number of items: each description in the manifest must be recognised as an item. */
function judgeNamedItems(entry: ManifestEntry, lines: readonly string[], { header }: Submission, report: FilingReport): void {
  if (lines.length === 0 || lines.includes('')) return;
  const { items } = readItems(header, '');
  report.items.known += 1;
  if (items.length === new Set(lines.map((line) => line.toLowerCase())).size) report.items.right += 1;
  else report.mistakes.push({ file: entry.file, what: `items ${items.join(', ')} for ${lines.join('; ')}` });
}

function judge8k(entry: ManifestEntry, { header, documents }: Submission, report: FilingReport): void {
  const exhibits = documents.filter((document) => /^EX-99/.test(document.type));
  if (exhibits.length === 0 || (header.filedOn ?? '') < item12Since) return;
  const { items } = readItems(header, mainText(documents));
  const isExpected = items.includes('2.02') || items.includes('12');
  judge(report.releases_8k, isExpected, findReleases(exhibits).next().done !== true, entry.file, report);
}

function judge6k(entry: ManifestEntry, documents: Submission['documents'], report: FilingReport): void {
  const found = classify6k(documents);
  if (found.kind === 'other') report.reasons_6k[found.reason] = (report.reasons_6k[found.reason] ?? 0) + 1;
  if (entry.label === 'borderline') return;
  judge(report.form_6k, entry.label === 'earnings', found.kind === 'earnings', entry.file, report);
}

function judge(score: BinaryScore, isExpected: boolean, isFound: boolean, file: string, report: FilingReport): void {
  if (isExpected && isFound) score.right_yes += 1;
  else if (isExpected) score.missed += 1;
  else if (isFound) score.wrong_yes += 1;
  else score.right_no += 1;
  if (isExpected !== isFound) report.mistakes.push({ file, what: isFound ? 'taken for an earnings release' : 'earnings release not seen' });
}
