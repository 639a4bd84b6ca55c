/** Reads the event in a filing's title with the reader for headlines, so that a filing and a press release about one event agree. */
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
  /** Direction in which the event moves the price of the filing's main registrant. */
  readonly direction: TickerDirection;
  /** Whether the main registrant is to be acquired. */
  readonly isTarget: boolean;
  /** Other listed companies in a deal, each with its direction; empty when the event is no deal. */
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

export function readEvent(event: FilingEvent, { listed, lead, summary, category, directory }: EventContext): ReadEvent {
  // Without a headline the title comes from the lead, so the lead adds nothing.
  const leadWords = event.isHeadline ? wordsOf(cleanText(lead.slice(0, LEAD_CHARACTERS))) : NO_WORDS;
  const titleWords = wordsOf(event.text);
  const { read: named, isCrypto, mentions } = subjectsIn({ titleWords, leadWords }, directory);
  const read = named ?? readWithNames(titleWords, []);
  const text: DirectedText = { read, titleWords, leadWords, isCrypto, summary };
  const main = read.names.find(({ mention }) => isOfIssuer(mention, listed[0]!))?.mention.entry ?? null;
  const isDeal = read.reading.category.value === 'mergers_acquisitions';
  const others = mentions.filter((mention) => isDeal && mention.entry.asset_type === 'Stock' && !listed.some((filer) => isOfIssuer(mention, filer)));
  const isTarget = isToBeAcquired(lead, listed[0]!.name);
  // The formal words for an agreement read as positive, although the buyer is not known to gain.
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
