/** Finds companies, funds and coins by their names. An ambiguous name counts only with evidence beside it. */
import { isUpper, shape, type Words } from '../../text/words.ts';
import { isBystander } from '../secondary/broker.ts';
import type { Directory } from '../names/directory.ts';
import { hasEvidence, isTrialWord, hasBusinessWord } from '../homonyms/evidence.ts';
import type { Mention } from '../mention.ts';
import { areInOneList } from '../secondary/secondary-mentions.ts';
import { isBusinessOrHolding } from '../homonyms/plain-words.ts';
import type { TextContext } from './text-context.ts';
import { hasOtherMeaning } from '../homonyms/other-meanings.ts';
import type { Alias } from './alias-resolution.ts';

export const proposedCompanies = (reading: TextContext): Mention[] => proposals(reading, []).map(({ mention }) => mention);

/** Returns the names with enough evidence, also by a symbol in `symbols`, or by a certain neighbour in a list (`Apple, Target and Tesla`). */
export function namedCompanies(reading: TextContext, symbols: readonly Mention[]): Mention[] {
  const { words } = reading;
  const found = proposals(reading, symbols);
  return found
    .filter(
      ({ isCertain, alias, mention }, index) =>
        isCertain ||
        (alias.level !== 'first' &&
          (alias.doubt === null || hasBusinessWord(words, mention.from, mention.to)) &&
          [found[index - 1], found[index + 1]].some(
            (other) =>
              other !== undefined &&
              other.isCertain &&
              areInOneList(words, mention, other.mention) &&
              !hasOtherMeaning(reading, alias, mention.from, mention.to),
          )) ||
        // `Fannie and Freddie`: two such names side by side are companies, not persons.
        [found[index - 1], found[index + 1]].some(
          (other) => other !== undefined && isPressName(alias) && isPressName(other.alias) && areInOneList(words, mention, other.mention),
        ),
    )
    .map(({ mention }) => mention);
}

interface Proposal {
  readonly mention: Mention;
  readonly alias: Alias;
  readonly isCertain: boolean;
}

function proposals(reading: TextContext, symbols: readonly Mention[]): readonly Proposal[] {
  const { words } = reading;
  const found: Proposal[] = [];
  for (let i = 0; i < words.lower.length;) {
    // Only coins are written in lower case, and only in texts about crypto.
    const alias = reading.isCrypto || isCapital(words, i) ? aliasAt(reading, i) : null;
    const to = i + (alias?.words.length ?? 1);
    if (alias !== null) {
      const isCertain = alias.isStrong
        ? !hasOtherMeaning(reading, alias, i, to)
        : hasEvidence(reading, alias, i, to) || symbols.some(({ entry }) => entry.symbol === alias.entry.symbol);
      const mention: Mention = {
        entry: alias.entry,
        text: words.text.slice(words.start[i], words.end[to - 1]),
        place: reading.place,
        kind: alias.entry.asset_type === 'Crypto' ? 'crypto' : 'name',
        from: i,
        to,
        isBystander: isBystander(reading, alias, i, to),
      };
      found.push({ mention, alias, isCertain });
    }
    i = to;
  }
  return found;
}

const isPressName = ({ level, doubt }: Alias): boolean => level === 'brand' && doubt === 'namesake';

function aliasAt(reading: TextContext, at: number): Alias | null {
  // A cashtag is a symbol, even one that is no longer active.
  if (reading.words.text.charAt((reading.words.start[at] ?? 0) - 1) === '$') return null;
  const { lower } = reading.words;
  for (const alias of reading.directory.aliasesAt(lower[at] ?? '', lower[at + 1] ?? '')) if (matches(reading, alias, at)) return alias;
  return null;
}

function matches({ words, casing, isCrypto, directory }: TextContext, alias: Alias, at: number): boolean {
  const last = at + alias.words.length - 1;
  if (last >= words.lower.length) return false;
  for (let k = 1; k < alias.words.length; k += 1) if (words.lower[at + k] !== alias.words[k]) return false;
  if (alias.isOfDrugs && !words.lexemes.some(isTrialWord)) return false;
  const isCoin = alias.entry.asset_type === 'Crypto';
  if (isCoin && !alias.isStrong && !isCrypto) return false;
  const first = words.raw[at] ?? '';
  const isUpperThroughout = ((words.shapes[at] ?? 0) & shape.isAllUpper) !== 0;
  // In news of crypto `LTC` is the coin.
  if (alias.isUpperOnly && isCrypto && alias.level !== 'brand' && directory.activeFor(`${first}-USD`) !== undefined) return false;
  if (alias.isUpperOnly) return isUpperThroughout && casing !== 'upper' && !isAnothersSymbol(directory, alias, first);
  if (alias.isPossessive && !/^['’]s/i.test(words.text.slice(words.end[last], (words.end[last] ?? 0) + 2))) return false;
  if (isCoin && alias.isStrong) return true;
  if (isUpperThroughout && alias.words.length === 1 && first.length > 1 && isAnothersSymbol(directory, alias, first)) return false;
  if (!isCapital(words, at)) return false;
  const isWritten =
    isCapital(words, last) || isHyphenated(words, last) || (at === 0 && alias.level === 'core' && isBusinessOrHolding(words.lower[last] ?? ''));
  if (!isWritten) return false;
  return alias.words.length === 1 || areTogether(words, at, last);
}

/** Returns whether `capitals`, a word of this company's name, is another company's symbol: in `PRA (PRA)` that company is meant. */
function isAnothersSymbol(directory: Directory, { entry, level }: Alias, capitals: string): boolean {
  if (level === 'brand' || entry.symbol === capitals) return false;
  const other = directory.activeFor(capitals);
  return other !== undefined && other.symbol !== entry.symbol && (other.cik === null || other.cik !== entry.cik);
}

/** Returns whether a word has a capital or a digit, as a name does: `Apple`, `3M`, `eBay`, `loanDepot`, `i3`. */
function isCapital({ raw, shapes }: Words, at: number): boolean {
  if (((shapes[at] ?? 0) & shape.startsUpper) !== 0) return true;
  const word = raw[at] ?? '';
  const first = word.charCodeAt(0);
  if ((first >= 48 && first <= 57) || '$€£¥₹'.includes(word.charAt(0))) return true;
  for (let i = 1; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (isUpper(code) || (code >= 48 && code <= 57)) return true;
  }
  return false;
}

/** Returns whether a hyphen joins a word to the one before: `Snap-on`. */
const isHyphenated = ({ text, start, end }: Words, at: number): boolean => text.slice(end[at - 1], start[at]) === '-';

function areTogether(words: Words, from: number, last: number): boolean {
  for (let i = from; i < last; i += 1)
    if (
      /[;:!?()|"“”]|\.\s|\s[-–—]\s/.test(words.text.slice(words.end[i], words.start[i + 1])) &&
      !/^\.\s$/.test(words.text.slice(words.end[i], words.start[i + 1]))
    )
      return false;
  return true;
}
