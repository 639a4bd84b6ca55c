/** Chooses the net income line that a release headlines. Lines with the same amount need no choice; otherwise its sentences decide. */
import { fullValue, lastDigit, type Candidate, type MetricId } from './candidates.ts';
import { agree } from '../tables/figure.ts';
import type { ProseAmount } from '../prose/amounts.ts';

export interface NetIncomeLines {
  /** The line published as net income; null when the release does not decide. */
  readonly headline: Candidate | null;
  readonly includingNci: Candidate | null;
  readonly common: Candidate | null;
}

/** Words between "net income" and its amount. */
const lead = /\bnet (?:\(?loss\)?|income|earnings|profit|result)|\bprofit\b|\bearnings\b|\bnet loss\b/i;
const leadCharacters = 160;

export function readNetIncome(chosen: ReadonlyMap<MetricId, Candidate>, amounts: readonly ProseAmount[], text: string): NetIncomeLines {
  const plain = chosen.get('net_income') ?? null;
  const parent = chosen.get('net_income_parent') ?? null;
  const common = chosen.get('net_income_common') ?? null;
  const including = chosen.get('net_income_incl_nci') ?? null;
  const present = [parent, common, plain].filter((line) => line !== null);
  const headline =
    distinctLines(present).length <= 1
      ? (present[0] ?? null)
      : (firstSaid(present, amounts, text) ?? (common === null && parent !== null ? parent : null));
  // The difference to common holders may be preferred dividends: only a row of noncontrolling interests shows that others share.
  const isShared = plain !== null && (parent !== null || (common !== null && headline === common && namesOthersShare(plain)));
  const whole = including ?? (isShared ? plain : null);
  return {
    headline,
    includingNci: whole !== null && headline !== null && whole !== headline ? whole : null,
    common: common !== null && common !== headline ? common : null,
  };
}

const namesOthersShare = ({ section }: Candidate): boolean => section.block.rows.some(({ label }) => /non-?controlling|minority/i.test(label));

const same = (a: Candidate, b: Candidate): boolean => agree(fullValue(a), lastDigit(a), fullValue(b), lastDigit(b));

function distinctLines(lines: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = [];
  for (const line of lines) if (!found.some((other) => same(other, line))) found.push(line);
  return found;
}

/** Returns the line whose amount first follows words of net income. An amount too coarse to separate two lines does not count. */
function firstSaid(lines: readonly Candidate[], amounts: readonly ProseAmount[], text: string): Candidate | null {
  for (const said of amounts) {
    const matches = lines.filter((line) => {
      const value = Math.abs(fullValue(line));
      return value > 0 && Math.abs(said.value - value) <= Math.max(said.lastDigit, lastDigit(line)) * 0.5000001;
    });
    if (matches.length === 0 || distinctLines(matches).length > 1) continue;
    if (!lead.test(text.slice(Math.max(0, said.start - leadCharacters), said.start))) continue;
    return matches[0] ?? null;
  }
  return null;
}
