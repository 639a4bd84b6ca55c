/**
 * Reads a daily index file of EDGAR (`form.20250318.idx`, or the pipe-separated `master.20250318.idx`): the filings of the wanted forms,
 * each once, or a refusal.
 */
import { refusalPage, refused, type Refused } from '../refusal.ts';

export interface IndexEntry {
  readonly accession: string;
  readonly form: string;
  /** CIK, ten digits, of one of the filers. */
  readonly cik: string;
  readonly filedOn: string;
}

export interface DailyIndex {
  readonly ok: true;
  readonly entries: readonly IndexEntry[];
  /** Number of lines with entries, whatever their form. */
  readonly listed: number;
  readonly unreadable: number;
}

/** The widths of the columns differ from file to file, so a line is parsed from both ends. */
const formHead = /^\S+(?: \S+)*(?=\s\s)/;
const formTail = /\s(\d{1,10})\s+(\d{4}-?\d{2}-?\d{2})\s+edgar\/data\/\d+\/(?:\d{18}\/)?(\d{10}-\d{2}-\d{6})\.txt\s*$/;
const masterLine = /^(\d{1,10})\|[^|]*\|([^|]+)\|(\d{4}-?\d{2}-?\d{2})\|edgar\/data\/\d+\/(?:\d{18}\/)?(\d{10}-\d{2}-\d{6})\.txt\s*$/;

function readLine(line: string): IndexEntry | null {
  const [head, tail] = [formHead.exec(line)?.[0] ?? null, formTail.exec(line)];
  const isForm = head !== null && tail !== null && tail.index >= head.length + 2;
  const byMaster = isForm ? null : masterLine.exec(line);
  const [form, cik, date, accession] = isForm ? [head, ...tail.slice(1)] : byMaster ? [byMaster[2], byMaster[1], byMaster[3], byMaster[4]] : [];
  if (!form || !cik || !date || !accession) return null;
  return { accession, form, cik: cik.padStart(10, '0'), filedOn: date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3') };
}

export function readDailyIndex(body: Buffer, forms: ReadonlySet<string>): DailyIndex | Refused {
  const page = refusalPage(body);
  if (page) return page;
  const lines = body.toString('latin1').split(/\r?\n/);
  const rule = lines.findIndex((line) => /^-{20,}\s*$/.test(line));
  const heading = lines.slice(0, Math.max(rule, 0)).join(' ');
  if (rule < 0 || !/Form Type\s+Company Name|CIK\|Company Name\|Form Type/.test(heading))
    return refused('unknown_format', `not a form or master index: ${lines[0] ?? ''}`, true);
  const filled = lines.slice(rule + 1).filter((line) => line.trim() !== '');
  const all = filled.map(readLine);
  if (all.at(-1) === null) return refused('malformed', `cut short: ${filled.at(-1)?.slice(0, 100)}`, true);
  const byAccession = new Map<string, IndexEntry>();
  for (const entry of all) if (entry && forms.has(entry.form) && !byAccession.has(entry.accession)) byAccession.set(entry.accession, entry);
  return { ok: true, entries: [...byAccession.values()], listed: all.length, unreadable: all.filter((entry) => entry === null).length };
}

export function dailyIndexPath(date: string): string {
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  return `/Archives/edgar/daily-index/${date.slice(0, 4)}/QTR${quarter}/form.${date.replaceAll('-', '')}.idx`;
}
