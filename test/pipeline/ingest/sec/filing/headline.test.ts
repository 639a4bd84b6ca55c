/** The headline of a release, over several lines. */
import { expect, test } from 'vitest';
import { headlineAbove } from '#pipeline/ingest/sec/filing/headline.ts';

const above = (...paragraphs: readonly (readonly string[])[]): string => headlineAbove(paragraphs.map((lines) => ({ text: lines.join(' '), lines })));

test.each([
  [[['Acme Reports Fiscal 2012'], ['SECOND QUARTER RESULTS']], 'Acme Reports Fiscal 2012 SECOND QUARTER RESULTS'],
  [[['Acme Announces Results for the Six Months Ended'], ['JUNE 30, 2012']], 'Acme Announces Results for the Six Months Ended JUNE 30, 2012'],
  [[['Acme profits up, a third successive'], ['year of growth']], 'Acme profits up, a third successive year of growth'],
  [[['Acme Reports Third Quarter Results;'], ['Orders Grow 14 Percent']], 'Acme Reports Third Quarter Results; Orders Grow 14 Percent'],
  [[['DGAP-News: Acme announces record second quarter results']], 'Acme announces record second quarter results'],
  [
    [['Application for the Delisting of Acme Shares'], ['from Frankfurt Stock Exchange']],
    'Application for the Delisting of Acme Shares from Frankfurt Stock Exchange',
  ],
  // A name that begins with a small letter continues no line.
  [[['Acme Reports Record First Quarter Results'], ['iPhone and Services Set All-Time Records']], 'Acme Reports Record First Quarter Results'],
  // A date that completes no phrase is the date of the release.
  [[['Acme Announces Second Quarter Results'], ['JUNE 30, 2012']], 'Acme Announces Second Quarter Results'],
])('%j', (paragraphs, headline) => expect(above(...paragraphs)).toBe(headline));
