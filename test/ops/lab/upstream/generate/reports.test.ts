import { describe, expect, test } from 'vitest';
import { sourceOf } from '#ops/lab/upstream/edgar/filing.ts';
import { listedCompanies } from '#ops/lab/upstream/generate/companies.ts';
import { generatedFilings } from '#ops/lab/upstream/generate/filings.ts';
import { quarterDue, quarterOf } from '#ops/lab/upstream/generate/quarters.ts';
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
});

describe('generated 8-Ks and 6-Ks', () => {
  test('name their filer, their items and the day of the event in the header', () => {
    for (const { filing, report, submission } of of('8-K')) {
      expect(submission.header).toMatchObject({ accession: filing.accession, form: '8-K', filedOn: filing.filedOn, period: report.period });
      expect(submission.header.items).toEqual(report.items);
      expect(submission.header.filers).toEqual([{ cik: filing.parties[0]?.cik, name: filing.parties[0]?.name }]);
    }
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
