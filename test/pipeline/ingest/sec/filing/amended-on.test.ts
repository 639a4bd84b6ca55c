import { expect, test } from 'vitest';
import { amendedOn } from '#pipeline/ingest/sec/filing/amended-on.ts';

test.each<readonly [string, string | null]>([
  [
    'EXPLANATORY NOTE\nThis Amendment No. 1 on Form 8-K/A amends the Current Report on Form 8-K filed by Acme Inc. with the Securities and Exchange Commission on March 3, 2031.',
    '2031-03-03',
  ],
  [
    'On February 27, 2031, Acme Corp completed the purchase of Brackmoor (the “Merger”). On March 3,\n2031, Acme filed a Current Report on Form 8-K (the “Original Report”). This Amendment adds the financial statements.',
    '2031-03-03',
  ],
  ['(Amendment No. 2)\nDate of report: February 27, 2031\nThis amendment corrects a clerical error in the original report.', null],
  ['This amendment corrects the report filed on March 30, 2031.', null],
  ['This amendment corrects the report filed on February 31, 2031.', null],
  ['Acme filed a registration statement on March 3, 2031.', null],
])('%s', (text, day) => expect(amendedOn(text, '2031-03-20')).toBe(day));
