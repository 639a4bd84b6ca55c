/**
 * Which listed companies, funds and coins an article is about: at most five, the headline's subject first,
 * each an active symbol of the directory (service.md 1.3), each with the evidence for it.
 */
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from '../article/draft.ts';
import { wordsOf } from '../text/words.ts';
import { findMentions, speaksOfCrypto } from './find/find.ts';
import type { Mention } from './mention.ts';
import { withoutNamesakes } from './secondary/longer-names.ts';
import { subjectsOfLead } from './secondary/lead-mentions.ts';

const TICKERS_MAX = 5;
/** How far into the main text a company is looked for where headline and lead name none. */
const BODY_LENGTH_MAX = 1_500;

export function putTickers(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const isCrypto = speaksOfCrypto(draft.titleWords) || speaksOfCrypto(draft.leadWords);
  const { title, lead } = withoutNamesakes(
    { words: draft.titleWords, mentions: findMentions({ words: draft.titleWords, place: 'title' }, directory, isCrypto) },
    { words: draft.leadWords, mentions: findMentions({ words: draft.leadWords, place: 'lead' }, directory, isCrypto) },
    directory,
  );
  const named = [...title, ...lead];
  const hasSubject = title.some(({ isBystander }) => !isBystander);
  const mentions = subjectsOf([...title, ...subjectsOfLead(draft.leadWords, lead, hasSubject)]);
  return keep({ ...draft, named, mentions: mentions.length > 0 ? mentions : subjectsOf(bodyMentions(draft, directory, isCrypto)) });
}

/** The main text proves a company by exchange form or cashtag only: its names are too often passing. */
function bodyMentions(draft: Draft, directory: RefineContext['directory'], isCrypto: boolean): Mention[] {
  if (draft.raw.body === null) return [];
  const words = wordsOf(draft.raw.body.slice(0, BODY_LENGTH_MAX));
  return findMentions({ words, place: 'body' }, directory, isCrypto).filter(({ kind }) => kind === 'exchange' || kind === 'cashtag');
}

/** One mention a ticker, its best; what the headline names before what only the lead does, bystanders left out. */
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

/** A class that the text gives by its symbol stands for the issuer: its name then adds no second class. */
function oneAnIssuer(mentions: readonly Mention[]): Mention[] {
  return mentions.filter(
    (mention) =>
      mention.kind !== 'name' ||
      mention.entry.cik === null ||
      !mentions.some((other) => other !== mention && other.kind !== 'name' && other.entry.cik === mention.entry.cik),
  );
}
