import { describe, expect, test } from 'vitest';
import { sourceOf } from '#ops/lab/upstream/edgar/filing.ts';
import { listedCompanies } from '#ops/lab/upstream/generate/companies.ts';
import { generatedFilings } from '#ops/lab/upstream/generate/filings.ts';
import { quarterDue, quarterOf, sumOf } from '#ops/lab/upstream/generate/quarters.ts';
import { createLane } from '#ops/lab/upstream/lane.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';

const lane = createLane();
lane.open({ from: 0, startAt: Date.UTC(2026, 4, 6, 15), perSecond: 0, burst: 1_200, spreadMs: 3_600_000 });
const shelf = generatedFilings(9, lane);
const reports = Array.from({ length: 1_200 }, (_, index) => shelf.at(index)).flatMap((filing) => {
  const report = shelf.report(filing);
  return report === null ? [] : [{ filing, report, submission: splitSubmission(shelf.papers(filing).submission ?? Buffer.alloc(0)) }];
});
const of = (form: string) => reports.filter(({ filing }) => filing.form === form);

describe('generated quarters', () => {
  test('add up, whatever the company and the quarter', () => {
    for (const company of listedCompanies) {
      const s = quarterOf(company, quarterDue('2026-05-06'));
      expect([s.products + s.services, s.revenue - s.costOfRevenue]).toEqual([s.revenue, s.grossProfit]);
      expect(s.grossProfit - s.research - s.selling).toBe(s.operatingIncome);
      expect(s.operatingIncome - s.interest - s.taxes).toBe(s.netIncome);
      expect(s.netIncome + s.addedBack - s.taxOnAddedBack).toBe(s.adjustedNetIncome);
    }
  });

  test('of several together are their sum', () => {
    const [company] = listedCompanies;
    const quarters = [0, 1, 2].map((back) => quarterOf(company!, 8_100 - back));
    expect(sumOf(quarters).revenue).toBe(quarters.reduce((sum, { revenue }) => sum + revenue, 0));
  });

  test('are due some weeks after they end', () => {
    expect(quarterDue('2026-05-06')).toBe(2026 * 4);
    expect(quarterDue('2026-01-05')).toBe(2025 * 4 + 2);
    expect(quarterDue('2026-01-20')).toBe(2025 * 4 + 3);
  });
});

describe('generated 8-Ks and 6-Ks', () => {
  test('name their filer, their items and the day of the event in the header', () => {
    for (const { filing, report, submission } of of('8-K')) {
      expect(submission.header).toMatchObject({ accession: filing.accession, form: '8-K', filedOn: filing.filedOn, period: report.period });
      expect(submission.header.items).toEqual(report.items);
      expect(submission.header.filers).toEqual([{ cik: filing.parties[0]?.cik, name: filing.parties[0]?.name }]);
    }
  });

  test('carry a readable cover first, press releases in many spellings, and tails that are no text', () => {
    const types = new Set(reports.flatMap(({ submission }) => submission.documents.map(({ type }) => type)));
    expect([...types]).toEqual(expect.arrayContaining(['8-K', '6-K', 'EX-99.1', 'EX-99', 'EX-99.01', 'EX-101.SCH', 'GRAPHIC', 'XML', 'ZIP']));
    for (const { filing, submission } of reports) {
      expect(submission.documents[0]).toMatchObject({ type: filing.form, sequence: 1, skipped: null });
      for (const { type, source } of submission.documents) if (/GRAPHIC|ZIP|XML|EX-101/.test(type)) expect(source).toBeNull();
    }
    expect(reports.some(({ submission }) => submission.documents[0]?.source?.includes('<ix:nonNumeric'))).toBe(true);
  });

  test('hold results and other events, and 6-Ks that only speak of results', () => {
    const kinds = (form: string) => new Set(of(form).map(({ report }) => report.truth.kind));
    expect(kinds('8-K').size).toBeGreaterThan(10);
    expect([...kinds('6-K')]).toEqual(expect.arrayContaining(['results', 'call_notice', 'meeting']));
  });

  test('come from companies of their kind: foreign ones file no 8-K, and some filers are listed nowhere', () => {
    const ofForeign = (form: string) => of(form).filter(({ report }) => /\b(?:PLC|LTD)\b/i.test(report.company.name)).length;
    expect([ofForeign('8-K'), ofForeign('6-K')]).toEqual([0, of('6-K').length]);
    expect(of('8-K').some(({ report }) => report.company.tickers.length === 0)).toBe(true);
  });

  test('print in a release the figures that the truth names, and the year-ago ones of the release before', () => {
    for (const { filing, report, submission } of reports) {
      const earnings = report.truth.earnings as { revenue: number; diluted_eps: number } | null;
      if (earnings === null) continue;
      const text = submission.documents.map(({ source }) => source ?? '').join('\n');
      const scale = /\(in millions|in millions, except/i.test(text) ? 1e6 : 1e3;
      expect([filing.accession, text.includes(Math.abs(earnings.revenue / scale).toLocaleString('en-US'))]).toEqual([filing.accession, true]);
      expect([filing.accession, text.includes(Math.abs(earnings.diluted_eps).toFixed(2))]).toEqual([filing.accession, true]);
    }
    expect(reports.filter(({ report }) => report.truth.earnings !== null).length).toBeGreaterThan(50);
    expect(reports.every(({ filing }) => sourceOf(filing.form) !== null)).toBe(true);
  });
});
