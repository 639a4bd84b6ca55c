/**
 * Decides whether a document is an earnings release: it has at least two families of figures (revenue, net income, per share, operating
 * income) for a period. Headings decide nothing, because call notices name results and quarters too; they only give the reason.
 */
import type { Form6kReason } from '#schemas/filing.ts';
import type { ReducedText } from '../documents/reduced-text.ts';
import type { Section } from '../earnings/tables/sections.ts';
import { isOperatingIncome, isNetInterestIncome, namesPerShare, netIncomeKind, revenueRank } from '../earnings/metrics/labels.ts';

const leadCharacters = 3_000;

/** Patterns of an amount and of a growth rate after the words of a family. */
const amountNear = String.raw`[^.;\n]{0,90}?(?:US\s?\$|RMB|HK\$|C\$|Cdn\$|NIS|EUR|Euro|€|£|¥|\$|R\$)\s?\(?\d`;
const growthNear = String.raw`[^.;]{0,60}?\b(?:up|down|increased?|decreased?|grew|rose|fell|growth|improved)\b[^.;]{0,40}?\d\s?%`;
const near = (words: string): RegExp => new RegExp(`\\b(?:${words})\\b(?:${amountNear}|${growthNear})`, 'i');
const perShare = String.raw`(?:US\s?\$|RMB|HK\$|C\$|€|£|\$)\s?\(?\d*\.\d+\)?\s+per\s+(?:\w+\s+){0,3}(?:share|ads)\b`;
const dividend = new RegExp(String.raw`\bdividends?\b[^.;\n]{0,90}?${perShare}|${perShare}[^.;\n]{0,20}?\bdividends?\b`, 'gi');
const proseFamilies: readonly (readonly [string, RegExp])[] = [
  ['revenue', near('revenues?(?: growth)?|net sales|sales|turnover')],
  [
    'net income',
    near('net (?:income|loss|earnings|profit|result)|net \\((?:loss|income)\\) (?:income|loss)|profit (?:before|after) tax|pre-?tax profit'),
  ],
  ['per share', new RegExp(String.raw`${perShare}|\b(?:EPS|earnings per share)\b${amountNear}`, 'i')],
  ['operating income', near('operating (?:income|profit|loss)|income from operations|ebitda?')],
];

const callWords =
  /conference call|web ?cast|to (?:announce|report|release|host|hold|publish)|will (?:announce|report|release|host|publish)|release (?:date|scheduled)|scheduled for|date of (?:the )?(?:results|release)|earnings release (?:date|scheduled)/i;
const meetingWords = /general meeting|shareholders['’]? (?:meeting|vote)|meeting of (?:share|stock)holders|\bagm\b|\begm\b|proxy|voting results/i;
const reasonWords: readonly (readonly [Form6kReason, RegExp])[] = [
  ['call_notice', callWords],
  ['reporting_format', /reporting format|new (?:reporting|segment) (?:format|structure)|enhance disclosure|restated comparative/i],
  ['meeting', meetingWords],
  ['trading_update', /trading update|pre-?announce|preliminary|profit warning|production report|operational update|guidance/i],
  ['presentation', /presentation|slides|investor day/i],
  ['dividend', /dividend/i],
  ['appointment', /appoint|resign|elect(?:s|ed|ion)|names? new|steps down|joins/i],
  ['transaction', /acqui|merger|agreement|offering|notes|buy-?back|repurchase|tender|joint venture|divest|contract|private placement|financing/i],
  ['annual_report', /annual report|annual information form|form 20-f|management['’]s discussion/i],
];

const resultsWords = /\b(?:results?|earnings|reports?|reported|announces?|announced|profit|revenues?|sales|income|statements?)\b/i;
const periodWords =
  /\b(?:quarter|quarterly|half|nine months|six months|three months|full[\s-]year|fiscal|year(?:s)? ended|months ended|interim|q[1-4]|annual)\b/i;

/** Returns why a document is not an earnings release; null if it is one. */
export function whyNoRelease(reduced: ReducedText, sections: readonly Section[]): Form6kReason | null {
  const body = withoutCover(reduced.text);
  if (body.length < 200) return 'no_text';
  const lead = body.slice(0, leadCharacters);
  const title = titleOf(lead);
  const tabled = tableFamilies(sections);
  const prosePart = body.slice(0, proseCharacters).replace(dividend, ' ');
  const prose = proseFamilies.filter(([, pattern]) => pattern.test(prosePart)).map(([family]) => family);
  const families = [...new Set([...tabled, ...prose])];
  const mentionsResults = resultsWords.test(lead) && periodWords.test(lead);
  if (families.length >= 2 && tabled.length > 0 && mentionsResults) return null;
  // Without tables, sentences must give the figures, and the title must name results and a period.
  // Only the title shows that a document is a notice: the lead of a release may name the meeting that decides on its dividend.
  const isNotice = callWords.test(title) || meetingWords.test(title.slice(0, headingCharacters));
  const titlesResults = periodWords.test(title) && /\b(?:results|earnings|reports?|profits?|income)\b/i.test(title);
  if (prose.length >= 2 && !isNotice && titlesResults) return null;
  const found = reasonWords.find(([, words]) => words.test(title)) ?? reasonWords.find(([, words]) => words.test(lead));
  return found?.[0] ?? (families.length === 1 && mentionsResults ? 'one_metric_family' : 'other');
}

const proseCharacters = 12_000;
const headingCharacters = 200;
/** Maximum length of the cover, which ends on a 6-K with the questions on Forms 20-F and 40-F and on Rule 12g3-2(b). */
const coverCharacters = 6_000;

const firstItem = /^[^\w\n\r\u2028\u2029]*item\s+\d/im;

/** Match the signature and the heading of an exhibit after it: some filers append the release to the main document. */
const signature = /^[^\w\n\r\u2028\u2029]*signatures?[^\w\n\r\u2028\u2029]*$/im;
const attachedExhibit = /^[^\w\n\r\u2028\u2029]*exhibit\s+99(?:[\d.]*\d)?[^\w\n\r\u2028\u2029]*$/im;
const attachedCharacters = 20_000;

function attachedAt(text: string): number | null {
  const head = text.slice(0, attachedCharacters);
  const signed = signature.exec(head)?.index;
  const attached = signed === undefined ? null : attachedExhibit.exec(head.slice(signed));
  return signed === undefined || attached === null ? null : signed + attached.index;
}

/** Returns the text after the cover of an 8-K or 6-K; the whole text if there is no cover. */
export function withoutCover(text: string): string {
  const head = text.slice(0, coverCharacters);
  if (/form\s+8-k/i.test(head.slice(0, 2_000))) return text.slice(attachedAt(text) ?? firstItem.exec(head)?.index ?? 0).trim();
  if (!/form\s+6-k/i.test(head.slice(0, 2_000))) return text.trim();
  const ends = [...head.matchAll(/12g3-2\(b\)|form\s+40-f/gi)];
  const last = ends[ends.length - 1];
  if (last === undefined) return text.trim();
  const rest = text.slice(last.index + last[0].length);
  return rest.replace(/^(?:[^\n]{0,80}?\n)?(?:\W*(?:yes|no|82-)[^\n]{0,80}\n|\W*\n|[^\n]{0,120}(?:file number|82-)[^\n]*\n)*/i, '').trim();
}

function tableFamilies(sections: readonly Section[]): string[] {
  const families = new Set<string>();
  for (const section of sections) {
    if (section.kind === 'other' || !section.columns.some((column) => column.kind === 'amount' && column.period.months !== null)) continue;
    for (const { label, figures } of section.block.rows) {
      if (figures.every((figure) => figure === null)) continue;
      if (revenueRank(label) > 1 || isNetInterestIncome(label)) families.add('revenue');
      if (netIncomeKind(label) !== null) families.add('net income');
      if (namesPerShare(label)) families.add('per share');
      if (isOperatingIncome(label)) families.add('operating income');
    }
  }
  return [...families];
}

function titleOf(lead: string): string {
  const lines = lead
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 12 && !/^(?:exhibit|ex-|contact|for immediate|news release|press release)/i.test(line));
  return lines.slice(0, 8).join(' ').slice(0, 700);
}
