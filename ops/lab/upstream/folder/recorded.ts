/** Serves recorded pages at their original paths: runs of the latest-filings feed, daily indexes, article pages, schedules, batches of GDELT. */
import { join } from 'node:path';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { fileUnavailable } from '../edgar/pages.ts';
import type { GdeltShelf } from '../gdelt/files.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles } from './files.ts';

/** Answers `/__edgar/<run>/cgi-bin/browse-edgar?start=…`; past the recorded end, with the error page of that feed. */
export function recordedRuns(root: string): (path: string, query: URLSearchParams) => Reply | null {
  const files = recordedFiles(join(root, 'edgar', 'getcurrent'));
  const pages = new Map<string, string>();
  const ends = new Map<string, number>();
  for (const { path, name } of files) {
    const [, run = '', count = '', start = ''] = /^(.+)\/count(\d+)-start(\d+)\./.exec(name) ?? [];
    if (run === '') continue;
    pages.set(`${run} ${Number(start)} ${Number(count)}`, path);
    ends.set(run, Math.max(ends.get(run) ?? 0, Number(start)));
  }
  return (path, query) => {
    const run = /^\/__edgar\/([^/]+)\/cgi-bin\/browse-edgar/.exec(path)?.[1] ?? '';
    const end = ends.get(run);
    if (end === undefined) return null;
    const start = Math.max(0, Number.parseInt(query.get('start') ?? '0', 10) || 0);
    const count = Number.parseInt(query.get('count') ?? '40', 10) || 40;
    const file = pages.get(`${run} ${start} ${count}`) ?? pages.get(`${run} ${start} 100`) ?? pages.get(`${run} ${start} 40`);
    if (file === undefined) return start > end ? fileUnavailable() : null;
    const body = readRecorded(file);
    return body.subarray(0, 200).toString('latin1').trimStart().toLowerCase().startsWith('<!doctype html')
      ? reply(503, 'text/html', body)
      : reply(200, 'application/atom+xml', body);
  };
}

/** Maps the full path of a daily index on the site to the recorded file, e.g. `form.20200318.idx` or `2024-01-02.master.idx`. */
export function recordedIndexes(root: string): (path: string) => Reply | null {
  const found = new Map<string, string>();
  for (const { path, name } of recordedFiles(join(root, 'edgar', 'idx'))) {
    const kind = /\b(form|master|company|crawler)\b/.exec(name)?.[1];
    const [, year, month, day] = /(\d{4})-?(\d{2})-?(\d{2})/.exec(name) ?? [];
    if (kind === undefined || year === undefined || month === undefined || day === undefined) continue;
    found.set(`/Archives/edgar/daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/${kind}.${year}${month}${day}.idx`, path);
  }
  return (path) => {
    const file = found.get(path);
    return file === undefined ? null : reply(200, 'application/octet-stream', readRecorded(file));
  };
}

/** Answers `readability/<page>`, relative to `/articles/`, with the page as it was served. */
export function recordedArticles(root: string): (path: string) => Reply | null {
  const pages = new Map(
    recordedFiles(join(root, 'articles'))
      .filter(({ name }) => name.endsWith('.html') && !name.endsWith('.expected.html'))
      .map(({ path, name }) => [name.replace(/(\.source)?\.html$/, ''), path]),
  );
  return (path) => {
    const file = pages.get(path);
    return file === undefined ? null : reply(200, 'text/html; charset=utf-8', readRecorded(file));
  };
}

/**
 * Answers the paths that the calendar stage requests with the agencies' schedules: for each agency the last one by name. A page in which its agency's reader finds nothing is not served; the
 * generated page is used instead.
 */
export function recordedCalendar(root: string): (path: string) => Reply | null {
  const found = new Map<string, string>();
  for (const { path } of recordedFiles(join(root, 'macro'))) {
    const body = readRecorded(path);
    const agency = agencyOf(body);
    if (agency === null || readCalendarDocument({ body, agency }).occurrences.length === 0) continue;
    found.set(agencyPlans[agency].pages(0)[0]!.path, path);
  }
  return (path) => {
    const file = found.get(path);
    return file === undefined ? null : reply(200, file.endsWith('.ics') ? 'text/calendar' : 'text/html; charset=utf-8', readRecorded(file));
  };
}

/** Serves the batches in `gdelt/`, under the timestamp at the beginning of their file names. */
export function folderGdelt(root: string): GdeltShelf {
  const files = new Map<string, string>();
  for (const { name, path } of recordedFiles(join(root, 'gdelt'))) {
    const batch = /^(\d{14})\.gkg\b.*\.csv$/.exec(name)?.[1];
    if (batch !== undefined) files.set(batch, path);
  }
  const newest = [...files.keys()].sort().at(-1) ?? null;
  return {
    newest: () => newest,
    rows: (batch) => {
      const path = files.get(batch);
      return path === undefined ? null : readRecorded(path);
    },
  };
}
