/** The examples of earnings reads in the OpenAPI document. */
import type { z } from 'zod';
import type { EarningsAnalysis, EarningsPointer } from '#schemas/earnings.ts';

const analysis: z.input<typeof EarningsAnalysis> = {
  company: 'NVIDIA Corporation',
  ticker: 'NVDA',
  fiscal_period: 'Q3 FY2027',
  period_end: '2026-10-25',
  headline: 'NVIDIA Announces Financial Results for Third Quarter Fiscal 2027',
  verdict: 'strong',
  verdict_reason: 'Revenue up 22.1% and diluted EPS up 25.4% on the year.',
  key_metrics: [
    {
      name: 'Revenue',
      value: '69,612',
      basis: 'GAAP',
      prior_year: '57,006',
      prior_quarter: '64,100',
      yoy_change: '+22.1%',
      qoq_change: '+8.6%',
      change_basis: 'computed',
      numeric: 69_612,
      unit: 'USD',
      scale: 'millions',
      evidence: { start: 4_120, end: 4_126 },
    },
  ],
  segments: [],
  guidance: null,
  vs_prior_guidance: [],
  capital_returns: [],
  balance_sheet_cash_flow: [],
  drivers: [],
  concerns: [],
  what_to_watch: [],
  quotes: [],
  analysis: 'Revenue up on the year.',
  missing_items: [],
  numbers_verified_from_document: true,
  table_scale: 'millions',
  source_text_url: null,
};

const row = { uid: '3b1f60c2d98ae475', time_published: '2026-11-18T21:20:14.000Z', title: analysis.headline, fiscal_period: analysis.fiscal_period };

export const earningsPointerExample: z.input<typeof EarningsPointer> = { ...row, verdict: analysis.verdict, headline: analysis.headline };
export const earningsListExample = {
  ticker: 'NVDA',
  reports: [{ ...row, source_type: 'sec_form8k', ticker: 'NVDA', analysis }],
  next_report_date: '2027-02-24',
  next_report_time: null,
};
