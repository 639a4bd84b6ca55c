/** An agency's document to its reading; and which agency's it is, by what stands in it. */
import type { Agency } from '#schemas/calendar.ts';
import { readBea } from './bea.ts';
import { readBls } from './bls.ts';
import { readCensus } from './census.ts';
import { readDol } from './dol.ts';
import { readFomc } from './fomc.ts';
import { pageText } from './html.ts';
import { emptyReading, type Reading } from './reading.ts';

const readers: Readonly<Record<Agency, (text: string) => Reading>> = {
  bls: readBls,
  bea: readBea,
  census: readCensus,
  fed: readFomc,
  dol: readDol,
};

export function readCalendarDocument({ body, agency }: { readonly body: Buffer; readonly agency: Agency }): Reading {
  const text = pageText(body);
  return text === null ? emptyReading('bytes that are no text') : readers[agency](text);
}

const signs: readonly (readonly [agency: Agency, sign: RegExp])[] = [
  ['bls', /^\s*BEGIN:VCALENDAR\b/i],
  ['fed', /\b20\d{2} FOMC Meetings\b|\bfomc-meeting__(?:month|date)\b|\bMeeting - 20\d{2}\s*<\/h\d>/i],
  [
    'bea',
    /\bid=["']?release-schedule-table\b|<t[dh]\b[^>]*>\s*(?:<[^>]{1,200}>\s*)*(?:(?:GDP|Gross Domestic Product)\b[^<]{0,80}\bEstimate|Personal Income and Outlays\b)/i,
  ],
  ['census', /<t[dh]\b[^>]*>\s*(?:<[^>]{1,300}>\s*)*Advance Monthly (?:Sales for Retail|Retail)/i],
  [
    'dol',
    /\bembargoed until\b[^]{0,2000}\bunemployment insurance weekly claims\b|\/newsroom\/releases\/eta\/[^]{0,400}\bunemployment insurance weekly claims\b/i,
  ],
];

/** Null: it is no calendar of any of them. */
export function agencyOf(body: Buffer): Agency | null {
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null;
}
