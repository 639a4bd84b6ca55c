/** Chooses the line of net income that a release headlines. If the lines differ, its sentences decide. */
import { fullValue, lastDigit, statesSameAmount, type Candidate, type MetricId } from './candidates.ts';
import type { ProseAmount } from '../prose/amounts.ts';

const lead = /\bnet (?:\(?loss\)?|income|earnings|profit|result)|\bprofit\b|\bearnings\b|\bnet loss\b/i;
const leadCharacters = 160;

/** Returns the served lines, each under its own name; none if the release leaves the choice open. */
export function readNetIncome(
  chosen: ReadonlyMap<MetricId, Candidate>,
  amounts: readonly ProseAmount[],
  text: string,
): readonly (readonly [MetricId, Candidate])[] {
  const [plain, parent, common, including] = (['net_income', 'net_income_parent', 'net_income_common', 'net_income_incl_nci'] as const).map((id) =>
    chosen.get(id),
  );
  const present = [parent, common, plain].filter((line) => line !== undefined);
  const headline = areOne(present) ? present[0] : (firstSaid(present, amounts, text) ?? (common === undefined ? parent : undefined));
  // The line of common holders may differ by preferred dividends; only a row of noncontrolling interests shows that others share.
  const isShared = plain !== undefined && (parent !== undefined || (common !== undefined && headline === common && namesOthersShare(plain)));
  const whole = headline === undefined ? undefined : (including ?? (isShared ? plain : undefined));
  return [
    ...(headline === undefined ? [] : [['net_income', headline] as const]),
    ...(whole === undefined || whole === headline ? [] : [['net_income_incl_nci', whole] as const]),
    ...(common === undefined || common === headline ? [] : [['net_income_common', common] as const]),
  ];
}

const namesOthersShare = ({ section }: Candidate): boolean => section.block.rows.some(({ label }) => /non-?controlling|minority/i.test(label));

const areOne = (lines: readonly Candidate[]): boolean => lines.every((line) => statesSameAmount(line, lines[0]!));

/** Returns the line whose amount is the first after words of net income. An amount too coarse to tell two lines apart does not count. */
function firstSaid(lines: readonly Candidate[], amounts: readonly ProseAmount[], text: string): Candidate | undefined {
  for (const { value: said, lastDigit: unit, start } of amounts) {
    const matches = lines.filter((line) => {
      const value = Math.abs(fullValue(line));
      return value > 0 && Math.abs(said - value) <= Math.max(unit, lastDigit(line)) * 0.5000001;
    });
    if (matches.length > 0 && areOne(matches) && lead.test(text.slice(Math.max(0, start - leadCharacters), start))) return matches[0];
  }
  return undefined;
}
