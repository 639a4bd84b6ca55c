/** Finds up to five companies, funds and coins that an article is about (specification.md 1.3). The reader drops wrong candidates. */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { reportsOnePosition } from '../article/holdings.ts';
import { readWithNames, type TextReading } from '../reader/read-with-names.ts';
import { mayBeMarketWide } from '../reader/card.ts';
import { marketsIn } from '../sentiment/market-effects.ts';
import { wordSet } from '../text/word-set.ts';
import { wordsOf, type Words } from '../text/words.ts';
import { mentionsIn, hasCryptoWord } from './find/find.ts';
import type { Mention } from './mention.ts';
import type { Directory } from './names/directory.ts';
import { withoutNamesakes } from './secondary/longer-names.ts';
import { subjectsOfLead } from './secondary/lead-mentions.ts';

const TICKERS_MAX = 5;
/** Characters of the main text that are searched when headline and lead name no company. */
const BODY_LENGTH_MAX = 1_500;
/** Least probability that the headline is about a name, which may be a word (`visa backlog`); symbols are less in doubt. */
const SUBJECT_MIN = { name: 0.2, other: 0.1 } as const;

/** Words for securities after the name of their company. */
const SECURITIES = wordSet('shares stock bonds debt');

/** Returns whether the headline is about shares or bonds of the company: `Carvana bonds fall`. */
export const namesSecurity = ({ lower }: Pick<Words, 'lower'>, { place, to }: Mention): boolean =>
  place === 'title' && SECURITIES.has(lower[to] ?? '');

export function putTickers(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const { read, isCrypto, mentions: found } = subjectsIn(draft, directory);
  const mentions = found.length > 0 ? found : subjectsOf(bodyMentions(draft, directory, isCrypto));
  // Articles about no company and no market stay unread and are dropped, because reading takes longer than all other steps.
  return keep({ ...draft, read: read ?? (mentions.length > 0 ? readWithNames(draft.titleWords, []) : null), isCrypto, mentions });
}

/** Returns the subjects of headline and lead, and the reading of the headline, which is null when it names no company and no market. */
export function subjectsIn(
  { titleWords, leadWords }: Pick<Draft, 'titleWords' | 'leadWords'>,
  directory: Directory,
): Pick<Draft, 'read' | 'isCrypto' | 'mentions'> {
  const isCrypto = hasCryptoWord(titleWords) || hasCryptoWord(leadWords);
  const inTitle = mentionsIn({ words: titleWords, place: 'title' }, directory, isCrypto);
  const { title, lead } = withoutNamesakes(
    { words: titleWords, mentions: inTitle.found() },
    { words: leadWords, mentions: mentionsIn({ words: leadWords, place: 'lead' }, directory, isCrypto).found() },
    directory,
  );
  const proposed = inTitle.proposed();
  const isNamed = proposed.length + title.length + lead.length > 0;
  const read = isNamed || mayBeMarketWide(titleWords.text) || marketsIn(titleWords.text).length > 0 ? readWithNames(titleWords, proposed) : null;
  const ofTitle = withoutHolder(titleWords.text, title).filter((mention) => read === null || isAbout(read, mention, titleWords));
  const hasSubject = ofTitle.some(({ isBystander }) => !isBystander);
  return { read, isCrypto, mentions: subjectsOf([...ofTitle, ...subjectsOfLead(leadWords, lead, hasSubject)]) };
}

/** Returns whether the headline is about a mention. Unread ones stay, and those before `bonds` or `shares`, some of which the reader drops. */
function isAbout({ names }: TextReading, mention: Mention, words: Words): boolean {
  if (namesSecurity(words, mention)) return true;
  const { entry, kind, from, to } = mention;
  const of = names.filter((name) => name.mention.entry.symbol === entry.symbol && name.mention.from < to && from < name.mention.to);
  return of.length === 0 || of.some(({ read }) => read.isSubject >= SUBJECT_MIN[kind === 'name' ? 'name' : 'other']);
}

/** Returns the mentions without the investor in an article on holdings, where the owned company has its symbol. */
function withoutHolder(title: string, mentions: readonly Mention[]): readonly Mention[] {
  const owned = new Set(mentions.filter(({ kind }) => kind === 'cashtag' || kind === 'exchange').map(({ entry }) => entry.symbol));
  return owned.size > 0 && reportsOnePosition(title) ? mentions.filter(({ entry }) => owned.has(entry.symbol)) : mentions;
}

/** Returns companies in the main text that are given by exchange form or cashtag, because names there are too often in passing. */
function bodyMentions(draft: Draft, directory: Directory, isCrypto: boolean): Mention[] {
  if (draft.raw.body === null) return [];
  const words = wordsOf(draft.raw.body.slice(0, BODY_LENGTH_MAX));
  return mentionsIn({ words, place: 'body' }, directory, isCrypto)
    .found()
    .filter(({ kind }) => kind === 'exchange' || kind === 'cashtag');
}

/** Returns the best mention of each ticker without bystanders, those of the headline first. */
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

/** Returns the mentions without names of an issuer whose share class the text gives by symbol. The name would add a second class. */
function oneAnIssuer(mentions: readonly Mention[]): Mention[] {
  return mentions.filter(
    (mention) =>
      mention.kind !== 'name' ||
      mention.entry.cik === null ||
      !mentions.some((other) => other !== mention && other.kind !== 'name' && other.entry.cik === mention.entry.cik),
  );
}
