/** Splits the tables of a release into sections: blocks with typed columns, a kind of table, and the lines above. */
import { calendarDay } from '../../../dates.ts';
import { datedLength } from '../../documents/dateline.ts';
import { hasOpenBracket } from '../../documents/join-cells.ts';
import { paragraphsOf } from '../../documents/paragraphs.ts';
import type { ReducedText } from '../../documents/reduced-text.ts';
import { typeColumns, type TypedColumn } from './columns.ts';
import { readGrid, type Block } from './grid.ts';
import { isNetInterestIncome, namesPerShare, netIncomeKind, revenueRank } from '../metrics/labels.ts';
import { datesIn, type DateFound } from '../terms/period.ts';
import { scaleIn, type Scale } from './scale.ts';

export type SectionKind = 'statement' | 'summary' | 'reconciliation' | 'other';

export interface Section {
  readonly kind: SectionKind;
  readonly block: Block;
  readonly columns: readonly TypedColumn[];
  readonly lines: readonly string[];
}

/** Maximum number of sections, more than ten times that of the longest release seen. */
const sectionsMax = 400;
const linesMax = 8;
const lineCharactersMax = 400;

const otherTitles =
  /cash flow|balance sheet|financial (?:condition|position)|pro[\s-]forma|segment|by (?:product|region|geograph|channel|business)|supplemental|geographic|backlog|comprehensive (?:income|loss)$/i;
const adjustedTitles = /reconcil|non-?gaap|(?<!\bas )adjusted|\bebitda\b|core earnings|underlying/i;
const statementTitles =
  /(?:statements?|summary|results|highlights) of (?:(?:condensed|consolidated|interim|unaudited) )*(?:operations|income|earnings|profit|comprehensive)|income statements?|profit (?:and|or|&) loss|operations statements?|earnings statements?|statements? of (?:consolidated )?(?:results|net income)/i;

/** Returns the scale that the titles state, else the lines above; null if there is none. */
export const statedScale = ({ block, lines }: Section): Scale | null =>
  [...block.titles.toReversed(), ...lines].map(scaleIn).find((scale) => scale !== null) ?? null;

export function readSections(reduced: ReducedText, filedOn: string | null): Section[] {
  const sections: Section[] = [];
  let lastFigures = 0;
  const issued = issueDay(reduced.text, filedOn);
  for (const table of reduced.tables) {
    if (sections.length >= sectionsMax) break;
    const blocks = readGrid(table);
    if (blocks.length === 0) continue;
    const above = reduced.text.slice(Math.max(lastFigures, table.start - 4_000), Math.max(lastFigures, table.start));
    const lines = linesAbove(above);
    for (const block of blocks) {
      const around = block === blocks[0] ? lines : [...sections.at(-1)!.block.titles, ...lines];
      const columns = typeColumns(block, around, issued);
      sections.push({ kind: kindOf(block, columns, around), block, columns, lines: around });
    }
    lastFigures = table.end;
  }
  return sections;
}

const headCharacters = 20_000;

/** Returns the day of the first dateline that is close to the filing date; null if there is none. */
function issueDay(text: string, filedOn: string | null): DateFound | null {
  for (const { words } of paragraphsOf(text.slice(0, headCharacters))) {
    const issued = datesIn(words.slice(0, datedLength(words))).find((date) => isIssue(date, filedOn));
    if (issued !== undefined) return issued;
  }
  return null;
}

/** Maximum number of days between dateline and filing. In Asia the dateline may be a day ahead. */
const filedWithinDays = 7;

function isIssue({ year, month, day }: DateFound, filedOn: string | null): boolean {
  if (day === null || filedOn === null) return day !== null;
  const filed = Temporal.PlainDate.from(filedOn);
  return (year === null ? [filed.year - 1, filed.year] : [year]).some((one) => {
    const days = calendarDay(one, month, day)?.until(filed).days;
    return days !== undefined && days >= -1 && days <= filedWithinDays;
  });
}

/** Returns the lines of a text, last first. Lines are joined while a bracket is open: "(in millions," / "except …)". */
export function linesAbove(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n').map((untrimmed) => untrimmed.trim())) {
    if (line === '') continue;
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length < 200 && hasOpenBracket(last)) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  lines.reverse();
  const prose = lines.findIndex((line) => line.length > lineCharactersMax);
  return lines.slice(0, prose === -1 ? linesMax : Math.min(prose, linesMax));
}

function kindOf(block: Block, columns: readonly TypedColumn[], lines: readonly string[]): SectionKind {
  const titles = [...block.titles, ...lines].filter(isTitle).join(' \n ');
  const labels = block.rows.map((row) => row.label);
  const hasRevenue =
    labels.some((label) => revenueRank(label) > 0) ||
    block.rows.some((row) => row.path.some((word) => revenueRank(word) > 0)) ||
    labels.some(isNetInterestIncome);
  const hasNetIncome = labels.some((label) => netIncomeKind(label) !== null);
  const hasTax = labels.some((label) => /\btax(?:es|ation)?\b/i.test(label));
  const hasCost = labels.some((label) => /\b(?:cost|expenses?|general and administrative|provision|depreciation)\b/i.test(label));
  const hasPerShare = block.rows.some((row) => namesPerShare(row.label) || row.path.some(namesPerShare));
  const own = [...block.titles, ...lines.slice(0, 1)].filter(isTitle).join(' \n ');
  const isAdjusted = adjustedTitles.test(block.titles.join(' ')) || (adjustedTitles.test(titles) && !statementTitles.test(nearest(titles)));
  if (/cash flow|balance sheet|financial (?:condition|position)/i.test(nearest(titles)) && !hasPerShare) return 'other';
  if (labels.some((label) => /^(?:total assets|cash (?:flows? )?(?:provided|used)|net cash)/i.test(label)) && !hasPerShare) return 'other';
  if (!isComparative(columns) && /guidance|outlook|forecast|projected|targets/i.test(own)) return 'other';
  if (/pro[\s-]forma/i.test(own) && !hasTax) return 'other';
  const statementTitle = [...block.titles, ...lines].filter(isTitle).find((line) => statementTitles.test(line));
  if (isAdjusted || (statementTitle !== undefined && /pro[\s-]?forma|non-?gaap|(?<!\bas )adjusted/i.test(statementTitle))) return 'reconciliation';
  if (hasNetIncome && hasTax && hasCost && (hasRevenue || hasPerShare))
    return labels.some((label) => adjustedTitles.test(label)) ? 'summary' : 'statement';
  if (otherTitles.test(nearest(titles))) return 'other';
  return hasNetIncome || hasRevenue || hasPerShare ? 'summary' : 'other';
}

/** Returns whether the columns compare two years, which makes the figures past ones even under a title about the future. */
function isComparative(columns: readonly TypedColumn[]): boolean {
  const dated = columns.filter(({ kind, period }) => kind === 'amount' && period.months !== null && period.year !== null);
  return dated.some((a) => dated.some((b) => a.period.months === b.period.months && a.period.year !== b.period.year));
}

const isTitle = (line: string): boolean => line.length < 160 && !/^[-–•·*]/.test(line);

/** Returns the five lines nearest to the table; those farther up may belong to the table before. */
const nearest = (titles: string): string => titles.split('\n').slice(0, 5).join('\n');
