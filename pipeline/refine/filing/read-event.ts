/** Reads the event in a filing's title with the reader of articles, so that a filing and a press release on one event agree. */
import type { Category } from '#schemas/vocabulary.ts';
import { cleanText } from '../normalise/clean.ts';
import { readWithNames } from '../reader/read-with-names.ts';
import type { Reading } from '../reader/reading.ts';
import { directionOf, NO_DIRECTION, type DirectedText, type TickerDirection } from '../sentiment/direction.ts';
import { analysisOf } from '../sentiment/sentiment.ts';
import type { ReadAnalysis } from '../sentiment/outlook.ts';
import { wordsOf } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import type { Directory } from '../tickers/names/directory.ts';
import { subjectsIn } from '../tickers/tickers.ts';
import type { ListedFiler } from './issuers.ts';
import { isToBeAcquired } from './takeover-target.ts';
import type { FilingEvent } from './text.ts';

export interface ReadEvent extends FilingEvent {
  readonly reading: Reading;
  /** Direction in which it moves the price of the filing's main registrant. */
  readonly direction: TickerDirection;
  /** Whether the registrant is to be acquired. */
  readonly isTarget: boolean;
  /** The other listed companies of a deal, each with its direction. */
  readonly parties: readonly ReadAnalysis[];
}

const LEAD_CHARACTERS = 1_000;
const NO_WORDS = wordsOf('');

interface EventContext {
  readonly listed: readonly ListedFiler[];
  readonly lead: string;
  readonly summary: string;
  readonly category: Category;
  readonly directory: Directory;
}

/** Returns what is read in the text of an event: directions, scores and the other companies. */
export function readEvent(event: FilingEvent, { listed, lead, summary, category, directory }: EventContext): ReadEvent {
  // The title of a filing without a headline is made from its lead.
  const leadWords = event.isHeadline ? wordsOf(cleanText(lead.slice(0, LEAD_CHARACTERS))) : NO_WORDS;
  const titleWords = wordsOf(event.text);
  const { read: named, isCrypto, mentions } = subjectsIn({ titleWords, leadWords }, directory);
  const read = named ?? readWithNames(titleWords, []);
  const text: DirectedText = { read, titleWords, leadWords, isCrypto, summary };
  const main = read.names.find(({ mention }) => isOfIssuer(mention, listed[0]!))?.mention.entry ?? null;
  const isDeal = read.reading.category.value === 'mergers_acquisitions';
  const others = mentions.filter((mention) => isDeal && mention.entry.asset_type === 'Stock' && !listed.some((filer) => isOfIssuer(mention, filer)));
  const isTarget = isToBeAcquired(lead, listed[0]!.name);
  // The words for an agreement sound like praise; the company that pays is not known to gain.
  const isFormalOffer = isTarget && !event.isHeadline;
  const partyDirection = (mention: Mention): TickerDirection => (isFormalOffer ? NO_DIRECTION : directionOf(text, mention.entry, directory));
  return {
    ...event,
    reading: read.reading,
    direction: directionOf(text, main, directory),
    isTarget,
    parties: others.map((mention) => analysisOf({ title: event.text, category }, mention, partyDirection(mention))),
  };
}

const isOfIssuer = ({ entry }: Mention, { cik, entry: { symbol } }: ListedFiler): boolean => entry.symbol === symbol || entry.cik === cik;
