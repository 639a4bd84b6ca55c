/**
 * Finds the listed companies, funds and coins that an article is about: at most five, the headline's subject first, each an
 * active symbol of the directory (specification.md 1.3) with its evidence. Directory and rules find names; the reader then drops those
 * that the headline is not about.
 */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { reportsOnePosition } from '../article/holdings.ts';
import { readWithNames, type TextReading } from '../reader/read-with-names.ts';
import { isMarketWide } from '../reader/card.ts';
import { marketsIn } from '../sentiment/market-effects.ts';
import { wordSet } from '../text/word-set.ts';
import { wordsOf, type Words } from '../text/words.ts';
import { mentionsIn, speaksOfCrypto } from './find/find.ts';
import type { Mention } from './mention.ts';
import type { Directory } from './names/directory.ts';
import { withoutNamesakes } from './secondary/longer-names.ts';
import { subjectsOfLead } from './secondary/lead-mentions.ts';

const TICKERS_MAX = 5;
/** Characters of the main text that are searched where headline and lead name no company. */
const BODY_LENGTH_MAX = 1_500;
/** Below this chance the headline is not about the name, `Carlyle backs`, `visa backlog`; a symbol or an exchange's form is less in doubt. */
const SUBJECT_MIN = { name: 0.2, other: 0.1 } as const;

/** Securities of the company whose name is before them. */
const SECURITIES = wordSet('shares stock bonds debt');

/** Whether the news is of a company's shares or bonds: `Carvana bonds fall`. */
export const namesSecurity = ({ lower }: Pick<Words, 'lower'>, { place, to }: Mention): boolean =>
  place === 'title' && SECURITIES.has(lower[to] ?? '');

/** Gives the draft its subjects, its reading and whether it speaks of crypto. */
export function putTickers(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const { read, isCrypto, mentions: found } = subjectsIn(draft, directory);
  const mentions = found.length > 0 ? found : subjectsOf(bodyMentions(draft, directory, isCrypto));
  // An article that is about no company and no market is dropped unread: reading takes longer than all other steps.
  return keep({ ...draft, read: read ?? (mentions.length > 0 ? readWithNames(draft.titleWords, []) : null), isCrypto, mentions });
}

/** Returns the subjects of headline and lead, and the reading of the headline: null where it names no company and no market. */
export function subjectsIn(
  { titleWords, leadWords }: Pick<Draft, 'titleWords' | 'leadWords'>,
  directory: Directory,
): Pick<Draft, 'read' | 'isCrypto' | 'mentions'> {
  const isCrypto = speaksOfCrypto(titleWords) || speaksOfCrypto(leadWords);
  const inTitle = mentionsIn({ words: titleWords, place: 'title' }, directory, isCrypto);
  const { title, lead } = withoutNamesakes(
    { words: titleWords, mentions: inTitle.found() },
    { words: leadWords, mentions: mentionsIn({ words: leadWords, place: 'lead' }, directory, isCrypto).found() },
    directory,
  );
  const proposed = inTitle.proposed();
  const isNamed = proposed.length + title.length + lead.length > 0;
  const read = isNamed || isMarketWide(titleWords.text) || marketsIn(titleWords.text).length > 0 ? readWithNames(titleWords, proposed) : null;
  const ofTitle = withoutHolder(titleWords.text, title).filter((mention) => read === null || isAbout(read, mention, titleWords));
  const hasSubject = ofTitle.some(({ isBystander }) => !isBystander);
  return { read, isCrypto, mentions: subjectsOf([...ofTitle, ...subjectsOfLead(leadWords, lead, hasSubject)]) };
}

/**
 * Returns whether the headline is about a mention; true for one that the reader did not read. The reader drops some companies whose bonds
 * or shares are in the news, so these names stay.
 */
function isAbout({ names }: TextReading, mention: Mention, words: Words): boolean {
  if (namesSecurity(words, mention)) return true;
  const { entry, kind, from, to } = mention;
  const of = names.filter((name) => name.mention.entry.symbol === entry.symbol && name.mention.from < to && from < name.mention.to);
  return of.length === 0 || of.some(({ read }) => read.isSubject >= SUBJECT_MIN[kind === 'name' ? 'name' : 'other']);
}

/** Returns the mentions without the investor in a list of holdings: the company that it owns has its symbol there. */
function withoutHolder(title: string, mentions: readonly Mention[]): readonly Mention[] {
  const owned = new Set(mentions.filter(({ kind }) => kind === 'cashtag' || kind === 'exchange').map(({ entry }) => entry.symbol));
  return owned.size > 0 && reportsOnePosition(title) ? mentions.filter(({ entry }) => owned.has(entry.symbol)) : mentions;
}

/** Finds companies in the main text by exchange form or cashtag only: its names are too often mentioned in passing. */
function bodyMentions(draft: Draft, directory: Directory, isCrypto: boolean): Mention[] {
  if (draft.raw.body === null) return [];
  const words = wordsOf(draft.raw.body.slice(0, BODY_LENGTH_MAX));
  return mentionsIn({ words, place: 'body' }, directory, isCrypto)
    .found()
    .filter(({ kind }) => kind === 'exchange' || kind === 'cashtag');
}

/** Returns the best mention of each ticker, those of the headline before those of the lead, without bystanders. */
function subjectsOf(mentions: readonly Mention[]): Mention[] {
  const best = new Map<string, Mention>();
  for (const mention of mentions) {
    if (mention.isBystander) continue;
    const known = best.get(mention.entry.symbol);
    if (known === undefined || (known.place === mention.place && rank(mention) < rank(known))) best.set(mention.entry.symbol, mention);
  }
  return oneAnIssuer([...best.values()]).slice(0, TICKERS_MAX);
}

const kinds: readonly Mention['kind'][] = ['exchange', 'cashtag', 'name', 'crypto', 'symbol'];
const rank = (mention: Mention): number => kinds.indexOf(mention.kind);

/** Drops names of an issuer whose share class the text gives by symbol: the name would add a second class. */
function oneAnIssuer(mentions: readonly Mention[]): Mention[] {
  return mentions.filter(
    (mention) =>
      mention.kind !== 'name' ||
      mention.entry.cik === null ||
      !mentions.some((other) => other !== mention && other.kind !== 'name' && other.entry.cik === mention.entry.cik),
  );
}
