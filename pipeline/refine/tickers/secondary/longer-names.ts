/** Drops companies that the headline only seems to name: `Vertex` is Vertex Inc., not Vertex Pharmaceuticals, when the lead says so. */
import { isBusiness } from '../homonyms/plain-words.ts';
import type { Directory } from '../names/directory.ts';
import { shape, wordsOf, type Words } from '../../text/words.ts';
import type { Mention } from '../mention.ts';

interface NamedText {
  readonly words: Words;
  readonly mentions: readonly Mention[];
}

export function withoutNamesakes(
  title: NamedText,
  lead: NamedText,
  directory: Directory,
): { readonly title: readonly Mention[]; readonly lead: readonly Mention[] } {
  const wrong = title.mentions.filter((mention) => isOfLongerName(mention, title, lead, directory));
  if (wrong.length === 0) return { title: title.mentions, lead: lead.mentions };
  const isWrong = ({ entry, kind }: Mention): boolean => kind === 'name' && wrong.some((other) => other.entry.symbol === entry.symbol);
  return { title: title.mentions.filter((mention) => !isWrong(mention)), lead: lead.mentions.filter((mention) => !isWrong(mention)) };
}

function isOfLongerName(mention: Mention, title: NamedText, lead: NamedText, directory: Directory): boolean {
  if (mention.kind !== 'name') return false;
  const name = title.words.lower.slice(mention.from, mention.to);
  // The first occurrence in the lead shows the company; `Delta` later is short for it.
  const from = placeOf(name, lead.words);
  if (from === null) return false;
  const to = from + name.length;
  const longer = lead.mentions.find((other) => other.from <= from && other.to > to);
  if (longer !== undefined) return isOther(longer, mention) && !title.mentions.some((other) => !isOther(other, longer));
  if (!isNextOfName(lead.words, to) || wordsOf(mention.entry.name).lower.includes(lead.words.lower[to] ?? '')) return false;
  return directory.aliasesFrom(name[0] ?? '').some(({ entry }) => isOther({ entry }, mention));
}

const isOther = ({ entry: a }: Pick<Mention, 'entry'>, { entry: b }: Pick<Mention, 'entry'>): boolean =>
  a.symbol !== b.symbol && (a.cik === null || a.cik !== b.cik);

function placeOf(name: readonly string[], { lower, shapes }: Words): number | null {
  const at = lower.findIndex((_, from) => name.every((word, i) => lower[from + i] === word) && ((shapes[from] ?? 0) & shape.startsUpper) !== 0);
  return at === -1 ? null : at;
}

/** Returns whether the next word has a capital and is a last word of names of companies, such as `Energy`. */
function isNextOfName({ lower, shapes, text, start, end }: Words, at: number): boolean {
  const next = lower[at] ?? '';
  return isBusiness(next) && ((shapes[at] ?? 0) & shape.startsUpper) !== 0 && text.slice(end[at - 1], start[at]) === ' ';
}
