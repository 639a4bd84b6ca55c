/** Reads the verified figures of an earnings release from its text and tables, or returns why there are none. */
import type { MetricRefusal, ReadRefusal } from '#schemas/earnings.ts';
import type { ReducedText } from '../../documents/reduced-text.ts';
import { findCandidates, fullValue, isPerShare, lastDigit, type Candidate, type MetricId } from './candidates.ts';
import { chooseMetrics, readNetIncome } from './choose.ts';
import { assignRoles, type ColumnRoles } from '../tables/columns.ts';
import { proveMetrics } from './corroborate.ts';
import { proseAmounts, type ProseAmount } from '../prose/amounts.ts';
import { guidedPlaces } from '../prose/guidance.ts';
import { readSentences } from '../prose/sentences.ts';
import { factor } from '../tables/scale.ts';
import { statedScale, type Section } from '../tables/sections.ts';

export interface Figures {
  readonly period: ColumnRoles['period'];
  /** Whether a statement has a column of twelve months that ends with the period. */
  readonly endsYear: boolean;
  readonly metrics: ReadonlyMap<MetricId, Candidate>;
  readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
  readonly sections: readonly Section[];
}

export type FiguresOutcome = { readonly kind: 'read'; readonly figures: Figures } | { readonly kind: 'refused'; readonly reason: ReadRefusal };

/** Maximum number of candidates, which are compared pairwise; real releases have fewer than thirty. */
const candidatesMax = 1_000;

export const headlineMetrics = ['revenue', 'net_income', 'eps_diluted'] as const;

const refused = (reason: ReadRefusal): FiguresOutcome => ({ kind: 'refused', reason });

/** Durations of the period in months, tried in this order: the shortest one that a statement proves is the reported period. */
const durationsTried = [3, 6, 9, 12] as const;

export function readFigures(reduced: ReducedText, sections: readonly Section[]): FiguresOutcome {
  if (reduced.text.trim() === '') return refused('no_text');
  if (sections.length === 0) return refused('no_figures');
  const readable = sections.filter((section) => section.kind === 'statement' || section.kind === 'summary');
  if (readable.length === 0) return refused('no_statement');
  const reported = findPeriod(readable, announcesQuarter(reduced.text));
  if (reported === null) return refused('no_period');
  const candidates = sections
    .flatMap((section) => findCandidates(section, reported.months).filter((candidate) => isSamePeriod(candidate.roles.period, reported)))
    .slice(0, candidatesMax);
  const amounts = proseAmounts(reduced);
  const { chosen, dropped: undecided } = chooseMetrics(candidates, amounts);
  const dropped = new Map(undecided);
  const named = new Map([...[...chosen].filter(([metric]) => !metric.startsWith('net_income')), ...readNetIncome(chosen, amounts, reduced.text)]);
  for (const [metric, candidate] of named) {
    if (!isRounded(candidate, sections)) continue;
    named.delete(metric);
    dropped.set(metric, 'unproven');
  }
  const { metrics, dropped: unproven } = proveMetrics(named, candidates, amounts, proseHasResults(reduced.text, amounts));
  return checkFigures(
    { period: reported, endsYear: endsYear(readable, reported), metrics, dropped: new Map([...dropped, ...unproven]), sections },
    reduced.text,
  );
}

/** Returns the figures, or refuses them if one is not in the text, if they contradict one another, or without a headline metric. */
export function checkFigures(figures: Figures, text: string): FiguresOutcome {
  const { metrics } = figures;
  for (const candidate of metrics.values()) if (!isPrinted(candidate, text)) return refused('unverified');
  if (isContradictory(metrics)) return refused('contradiction');
  return headlineMetrics.some((metric) => metrics.has(metric)) ? { kind: 'read', figures } : refused('no_headline_metric');
}

const measureCharacters = 120;
const sentenceBreak = /[.;\n]\s/;
const measureWords =
  /\b(?:revenues?|sales|turnover|(?:net|operating|comprehensive|pre-?tax) (?:income|loss|profit|earnings|result)|earnings|profit|loss(?:es)?|eps|ebitda)\b/i;
const forecastWords =
  /\b(?:expect(?:s|ed)?|outlook|guidance|forecasts?|anticipat(?:es|ed)|projects|targets|to be (?:between|in the range)|will be)\b/i;
/** Returns whether the prose prints amounts of results. Dividends, buybacks and forecasts neither confirm nor contradict a figure. */
function proseHasResults(text: string, amounts: readonly ProseAmount[]): boolean {
  if (amounts.length === 0) return false;
  const guided = guidedPlaces(readSentences(text));
  return amounts.some(({ start, end }) => {
    if (guided.some((place) => place.start <= start && end <= place.end)) return false;
    const [before, after] = [text.slice(Math.max(0, start - measureCharacters), start), text.slice(end, end + measureCharacters)];
    // Words of other sentences do not describe the amount.
    const sentence = `${before.split(sentenceBreak).at(-1)} ${after.split(sentenceBreak, 1)[0]}`;
    return measureWords.test(sentence) && !forecastWords.test(sentence);
  });
}

/** Largest fraction of an amount that its last digit may be for the amount to count as printed in full. */
const roundedRatio = 0.0005;
/** Returns whether a candidate is rounded (billions, short millions) although a finer statement, which may differ, could not be read. */
const isRounded = (candidate: Candidate, sections: readonly Section[]): boolean =>
  !isPerShare(candidate.metric) &&
  lastDigit(candidate) > Math.abs(fullValue(candidate)) * roundedRatio &&
  sections.some((section) => section.kind === 'statement' && (candidate.section.kind !== 'statement' || isFiner(section, candidate)));

/** Returns whether most amounts of the section are printed in smaller steps than the candidate. */
function isFiner(section: Section, candidate: Candidate): boolean {
  const scale = statedScale(section);
  if (section === candidate.section || scale === null) return false;
  const amounts = section.block.rows.flatMap(({ figures }) =>
    figures.filter((figure) => figure !== null && !figure.isPercent && figure.decimals < 2),
  );
  const finer = amounts.filter((figure) => factor[scale] * 10 ** -(figure?.decimals ?? 0) < lastDigit(candidate));
  return finer.length * 2 > amounts.length;
}

const leadCharacters = 3_000;
const quarterWords =
  /\b(?:first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:fiscal\s+)?quarter\b|\bq[1-4]\b|\bquarter(?:ly)? (?:ended|results|earnings)\b|\b(?:three|3)[\s-]months ended\b/i;
/** Returns whether the first words are about a quarter; then figures of a longer period are not the announced ones. */
const announcesQuarter = (text: string): boolean => quarterWords.test(text.slice(0, leadCharacters));

/**
 * Returns the period of the first statement, else of the first summary with a metric. Null if a statement has columns of a shorter period but
 * does not show which is current, because the release may be about that period.
 */
function findPeriod(sections: readonly Section[], isQuarter: boolean): ColumnRoles['period'] | null {
  for (const kind of ['statement', 'summary'] as const)
    for (const months of isQuarter ? ([3] as const) : durationsTried) {
      const ofKind = sections.filter((section) => section.kind === kind);
      for (const section of ofKind) {
        const roles = assignRoles(section.columns, months, 'reported');
        if (roles !== null && findCandidates(section, months).length > 0) return roles.period;
      }
      if (kind === 'statement' && ofKind.some(({ columns }) => columns.some((column) => column.kind === 'amount' && column.period.months === months)))
        return null;
    }
  return null;
}

const endsYear = (sections: readonly Section[], { year, month, months }: ColumnRoles['period']): boolean =>
  months < 12 &&
  sections.some((section) => {
    const roles = section.kind === 'statement' ? assignRoles(section.columns, 12, 'reported') : null;
    return roles !== null && roles.period.year === year && roles.period.month === month;
  });

/** Returns whether two periods are one. Years of 52 and 53 weeks end a quarter up to a few days into the next month. */
function isSamePeriod(a: ColumnRoles['period'], b: ColumnRoles['period']): boolean {
  if (a.month !== null && b.month !== null) return Math.abs(a.year * 12 + a.month - (b.year * 12 + b.month)) <= 1;
  return Math.abs(a.year - b.year) <= (a.quarter === null && b.quarter === null ? 0 : 1);
}

const isPrinted = ({ figure, priorYear, priorQuarter }: Candidate, text: string): boolean =>
  [figure, priorYear, priorQuarter].every((other) => other === null || text.slice(other.start, other.end) === other.printed);

/** Returns whether a profit comes with a loss per share, or the reverse: one of the two was misread. */
function isContradictory(metrics: ReadonlyMap<MetricId, Candidate>): boolean {
  const perShare = metrics.get('eps_diluted') ?? metrics.get('eps_basic');
  const income = metrics.get('net_income_common') ?? metrics.get('net_income');
  if (perShare === undefined || income === undefined) return false;
  return Math.sign(fullValue(perShare)) * Math.sign(fullValue(income)) === -1;
}
