/** Pages with dates moved, cells dropped, columns swapped and markup changed: the reading is what the page said, or a problem. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import type { ParsedSchedule } from '#pipeline/ingest/calendar/parsed-schedule.ts';
import type { Agency } from '#schemas/calendar.ts';
import { dataDir } from '#test/support/data.ts';

interface Page {
  readonly name: string;
  readonly agency: Agency;
  readonly text: string;
}

const synthetic = fileURLToPath(new URL('../../../fixtures/documents/macro/', import.meta.url));
const pagesIn = (folder: string | null): Page[] =>
  folder === null || !existsSync(folder)
    ? []
    : readdirSync(folder).flatMap((name) => {
        const body = readFileSync(join(folder, name));
        const agency = agencyOf(body);
        if (agency === null || read(agency, body.toString()).occurrences.length === 0) return [];
        return [{ name: `${folder === synthetic ? 'synthetic' : 'recorded'} ${name}`, agency, text: body.toString() }];
      });

const read = (agency: Agency, text: string): ParsedSchedule => readCalendarDocument({ body: Buffer.from(text), agency });
const lineOf = ({ uid, scheduled_at }: ParsedSchedule['occurrences'][number]): string => `${uid} ${scheduled_at}`;
const official = ({ occurrences }: ParsedSchedule) => occurrences.filter(({ schedule_basis }) => schedule_basis === 'official');

const pages = [...pagesIn(synthetic), ...pagesIn(dataDir('macro'))];
const byAgency = (...agencies: Agency[]) => pages.filter(({ agency }) => agencies.includes(agency)).map((page) => [page.name, page] as const);
/** The number of places to spoil, evenly spread; a page has hundreds. */
const placesMax = 14;
const some = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % Math.ceil(all.length / placesMax) === 0);

const truths = new Map<string, ReadonlySet<string>>();
function truthOf(agency: Agency, text: string): ReadonlySet<string> {
  const truth = truths.get(text) ?? new Set(read(agency, text).occurrences.map(lineOf));
  truths.set(text, truth);
  return truth;
}

/** Expects the reading of a spoiled page to contain only what the original said. */
function expectNothingWrong({ agency, text }: Page, spoiled: string, what: string): void {
  const truth = truthOf(agency, text);
  const found = official(read(agency, spoiled)).map(lineOf);
  expect(
    found.filter((line) => !truth.has(line)),
    what,
  ).toEqual([]);
}

test('every agency has a page to spoil', () => {
  expect(new Set(pages.filter(({ name }) => name.startsWith('synthetic')).map(({ agency }) => agency)).size).toBe(5);
});

describe.each(byAgency('bea', 'census'))('tables: %s', (_, page) => {
  const rows = some([...page.text.matchAll(/<tr\b[^]*?<\/tr>/g)].filter(([row]) => /GDP|Personal Income|Advance Monthly/.test(row)));
  const cellsOf = (row: string): string[] => row.match(/<td\b[^]*?<\/td>/g) ?? [];

  test('the text of a piece dropped', () => {
    for (const [row] of rows)
      for (const [piece] of row.matchAll(/>[^<>]*\w[^<>]*</g)) expectNothingWrong(page, page.text.replace(row, row.replace(piece, '><')), piece);
  });

  test('two columns swapped, in a row and in all of them', () => {
    const swapped = (row: string): string[] => {
      const cells = cellsOf(row);
      return cells.flatMap((first, a) =>
        cells.slice(a + 1).map((second) =>
          row
            .replace(first, '\0')
            .replace(second, () => first)
            .replace('\0', () => second),
        ),
      );
    };
    for (const [row] of rows)
      for (const other of swapped(row))
        expectNothingWrong(
          page,
          page.text.replace(row, () => other),
          other,
        );
    const all = page.text.replace(/<tr\b[^]*?<\/tr>/g, (row) => swapped(row).at(-1) ?? row);
    expectNothingWrong(page, all, 'all rows');
  });

  test('the dates of two rows swapped: each release has the date of its row, or none', () => {
    for (const [at, [next]] of rows.slice(1).entries()) {
      const [row] = rows[at]!;
      const [own, other] = [row, next].map((one) => /[A-Z][a-z]+ \d{1,2}(?=[<,])/.exec(one)![0]) as [string, string];
      const [a, b] = [row.replaceAll(own, other), next.replaceAll(other, own)];
      const spoiled = page.text
        .replace(row, '\0')
        .replace(next, () => b)
        .replace('\0', () => a);
      const pair = (text: string): string[] => read(page.agency, text).occurrences.map(lineOf);
      const untouched = new Set(pair(page.text.replace(row, '').replace(next, '')));
      const alone = new Set([...pair(page.text.replace(row, () => a)), ...pair(page.text.replace(next, () => b))]);
      expect(pair(spoiled).filter((line) => !untouched.has(line) && !alone.has(line))).toEqual([]);
    }
  });

  test('other elements in place of cells, rows and tables', () => {
    for (const [from, to] of [
      ['td', 'div'],
      ['td', 'th'],
      ['tr', 'div'],
      ['table', 'section'],
      ['th', 'div'],
    ] as const)
      expectNothingWrong(page, page.text.replace(new RegExp(`(</?)${from}\\b`, 'g'), `$1${to}`), `${from} to ${to}`);
    expectNothingWrong(page, page.text.replace(/class="[^"]*"/g, ''), 'without classes');
    expectNothingWrong(page, page.text.replace(/<[^>]+>/g, ' '), 'without markup');
  });

  test('the year changed: dates of another year are of no period', () => {
    const year = /Year (20\d{2})/.exec(page.text)?.[1];
    if (year === undefined) return;
    for (const other of [Number(year) - 1, Number(year) + 1, 20])
      expect(official(read(page.agency, page.text.replace(`Year ${year}`, `Year ${other}`)))).toEqual([]);
  });
});

describe.each(byAgency('fed'))('meetings: %s', (_, page) => {
  const rows = some([
    ...page.text.matchAll(
      /<div class="(?:fomc-meeting--shaded )?row fomc-meeting"[^]*?(?=<div class="(?:fomc-meeting--shaded )?row fomc-meeting"|<div class="panel-footer)/g,
    ),
  ]);
  const parts = /<div class="[^"]*fomc-meeting__(?:month|date)[^]*?<\/div>/g;

  test('month or days dropped, or their words alone', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const [row] of rows)
      for (const [part] of row.matchAll(parts)) {
        expectNothingWrong(page, page.text.replace(row, row.replace(part, '')), part);
        expectNothingWrong(page, page.text.replace(row, row.replace(part, part.replace(/>[^<>]*\w[^<>]*</, '><'))), part);
      }
  });

  test('month and days swapped', () => {
    for (const [row] of rows) {
      const [month, days] = [...row.matchAll(parts)].map(([part]) => />([^<>]*\w[^<>]*)</.exec(part)?.[1] ?? '') as [string, string];
      expectNothingWrong(page, page.text.replace(row, row.replace(month, '\0').replace(days, month).replace('\0', days)), row.slice(0, 200));
    }
  });

  test('days moved within a week and by an impossible number', () => {
    const truth = new Set(read('fed', page.text).occurrences.map(lineOf));
    for (const [row] of rows)
      for (const by of [-3, -2, -1, 1, 2, 3]) {
        const spoiled = row.replace(
          /(fomc-meeting__date[^>]*>)(\d+)-(\d+)/,
          (__, head: string, first: string, second: string) => `${head}${Number(first) + by}-${Number(second) + by}`,
        );
        const found = official(read('fed', page.text.replace(row, spoiled)));
        const wrong = found.filter((one) => !truth.has(lineOf(one)));
        // A November meeting may be on Wednesday and Thursday, so a date there may be off by a day.
        expect(wrong.filter(({ uid }) => !/-11$/.test(uid)).map(lineOf), `${row.slice(0, 300)} by ${by}`).toEqual([]);
      }
  });

  test('panels under another year, headings lost, classes renamed', () => {
    const years = [...page.text.matchAll(/(20\d{2}) FOMC Meetings/g)].map(([, year]) => year!);
    for (const year of years) {
      for (const other of [Number(year) - 1, Number(year) + 1, Number(year) + 5])
        expectNothingWrong(page, page.text.replace(`${year} FOMC Meetings`, `${other} FOMC Meetings`), `${year} as ${other}`);
      expectNothingWrong(page, page.text.replace(`${year} FOMC Meetings`, 'Meetings'), `${year} lost`);
    }
    for (const name of ['row fomc-meeting', 'fomc-meeting__month', 'fomc-meeting__date', 'fomc-meeting__minutes'])
      expectNothingWrong(page, page.text.replaceAll(name, 'renamed'), name);
  });

  test('a release of minutes on another day of another month is none', () => {
    for (const [row] of rows) expectNothingWrong(page, page.text.replace(row, row.replace(/\(Released \w+/, '(Released June')), row.slice(0, 200));
  });
});

describe.each(byAgency('bls'))('iCalendar: %s', (_, page) => {
  const events = some(
    [...page.text.matchAll(/BEGIN:VEVENT[^]*?END:VEVENT\r?\n/g)].filter(([event]) =>
      /^SUMMARY:(?:Consumer Price Index|Producer Price Index|Employment Situation|Job Openings and Labor Turnover Survey)\r?$/m.test(event),
    ),
  );

  test('a line dropped', () => {
    for (const [event] of events)
      for (const line of event.match(/^(?:BEGIN|UID|DTSTART|SUMMARY|END).*\r?\n/gm)!)
        expectNothingWrong(page, page.text.replace(event, event.replace(line, '')), line);
  });

  test('values swapped', () => {
    for (const [event] of events) {
      const start = /^DTSTART[^:]*:(.*?)\r?$/m.exec(event)![1]!;
      const name = /^SUMMARY:(.*?)\r?$/m.exec(event)![1]!;
      expectNothingWrong(page, page.text.replace(event, event.replace(start, '\0').replace(name, start).replace('\0', name)), event);
    }
  });

  test('a date moved, into another month too: the release keeps its month, and the others theirs', () => {
    const truth = read('bls', page.text);
    const known = new Set(truth.occurrences.map(lineOf));
    let kept = 0;
    for (const [event] of events) {
      const [line = '', day = ''] = /^DTSTART;TZID=US-Eastern:(\d{8})/m.exec(event) ?? [];
      const id = /^UID:(.*?)\r?$/m.exec(event)![1]!;
      const own = truth.occurrences.find(({ source_id }) => source_id === id)!;
      for (const by of [-21, -14, -7, -1, 1, 7, 14, 21, 28, 35, 49]) {
        const moved = Temporal.PlainDate.from(day).add({ days: by }).toString();
        const reading = read('bls', page.text.replace(event, event.replace(line, `DTSTART;TZID=US-Eastern:${moved.replaceAll('-', '')}`)));
        const wrong = reading.occurrences.filter((one) => !known.has(lineOf(one)) && !(one.uid === own.uid && one.scheduled_at.startsWith(moved)));
        expect(wrong.map(lineOf), `${own.uid} by ${by}`).toEqual([]);
        if (reading.occurrences.some((one) => one.uid === own.uid && one.scheduled_at.startsWith(moved))) kept += 1;
      }
    }
    expect(kept).toBeGreaterThan(events.length * 3);
  });

  test('a calendar that is cut off anywhere has no occurrences', () => {
    for (const part of [0.1, 0.5, 0.9, 0.999]) expect(read('bls', page.text.slice(0, page.text.length * part)).occurrences).toEqual([]);
  });
});

describe.each(byAgency('dol'))('list of releases: %s', (_, page) => {
  test('dates dropped, moved or swapped with the next entry', () => {
    for (const [date] of page.text.matchAll(/[A-Z][a-z]+ \d{1,2}, 20\d{2}/g)) {
      expectNothingWrong(page, page.text.replace(date, ''), date);
      expectNothingWrong(page, page.text.replace(date, date.replace(/\d+,/, '7,')), date);
    }
    expectNothingWrong(page, page.text.replace(/(<p class="dol-date-text">[^<]*<\/p>)([^]*?)(<h3>[^]*?<\/h3>)/g, '$3$2$1'), 'title before date');
    expectNothingWrong(page, page.text.replace(/<\/?p\b[^>]*>/g, ' '), 'without paragraphs');
  });
});
