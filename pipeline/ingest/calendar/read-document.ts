/** Parses an agency's document, and detects by its content which agency a document is from. */
import type { Agency } from '#schemas/calendar.ts';
import { decodePage } from '../publishers/format/encoding.ts';
import { readBea } from './agencies/bea.ts';
import { readBls } from './agencies/bls.ts';
import { readCensus } from './agencies/census.ts';
import { readDol } from './agencies/dol.ts';
import { readFomc } from './agencies/fomc.ts';
import { NestedTooDeepError } from '../parse/parse-html.ts';
import { emptySchedule, type ParsedSchedule } from './parsed-schedule.ts';

const readers: Readonly<Record<Agency, (text: string) => ParsedSchedule>> = {
  bls: readBls,
  bea: readBea,
  census: readCensus,
  fed: readFomc,
  dol: readDol,
};

export function readCalendarDocument({ body, agency }: { readonly body: Buffer; readonly agency: Agency }): ParsedSchedule {
  const text = decodePage(body, null);
  if (text === null) return emptySchedule('the document is not text');
  try {
    const schedule = readers[agency](text);
    const isCut = /<html[\s>]/i.test(text) && !/<\/html\s*>/i.test(text);
    // The lost rows are unknown; the added problem keeps releases from counting as missing.
    return isCut ? { ...schedule, problems: [...schedule.problems, 'the page is cut short'] } : schedule;
  } catch (error) {
    if (error instanceof NestedTooDeepError) return emptySchedule(error.message);
    throw error;
  }
}

const signs: readonly (readonly [agency: Agency, sign: RegExp])[] = [
  ['bls', /^\s*BEGIN:VCALENDAR\b/i],
  [
    'fed',
    /\bclass=["'][^"'>]{0,200}\bfomc-meeting__(?:month|date)\b|<h\d[^>]{0,200}>\s{0,20}(?:<[^>]{1,200}>\s{0,20}){0,4}20\d{2} FOMC Meetings\s{0,20}</i,
  ],
  [
    'bea',
    /\bid=["']?release-schedule-table\b|<t[dh]\b[^>]{0,300}>\s{0,40}(?:<[^>]{1,200}>\s{0,40}){0,4}(?:(?:GDP|Gross Domestic Product)\b[^<]{0,80}\bEstimate|Personal Income and Outlays\b)/i,
  ],
  ['census', /<t[dh]\b[^>]{0,300}>\s{0,40}(?:<[^>]{1,300}>\s{0,40}){0,4}Advance Monthly (?:Sales for Retail|Retail)/i],
  ['dol', /\/newsroom\/releases\/eta\/[^]{0,400}\bunemployment insurance weekly claims\b/i],
];

/** Phrases that identify a page whose markup has changed. The parser then reports the problem. */
const words: readonly (readonly [agency: Agency, of: RegExp, times: number])[] = [
  ['fed', /\b20\d{2} FOMC Meetings\s{0,20}</g, 2],
  ['bea', /\bPersonal Income and Outlays,? [A-Z][a-z]{2,8} 20\d{2}\b/g, 2],
  ['census', /\bAdvance Monthly Sales for Retail and Food Services\b/g, 3],
  ['dol', /\bUnemployment Insurance Weekly Claims Report\b/gi, 3],
];

const bodyBytesMax = 12_000_000;

/** Returns the agency whose schedule this is; null for any other document, and for one over 12 MB. */
export function agencyOf(body: Buffer): Agency | null {
  if (body.length > bodyBytesMax) return null;
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  const signed = signs.find(([, sign]) => sign.test(text)) ?? words.find(([, of, times]) => (text.match(of)?.length ?? 0) >= times);
  return signed?.[0] ?? null;
}
