/**
 * Determines in which direction a filing moves its issuer's price, with what confidence, and why: from the figures of its earnings read,
 * unless its item outweighs them, else from formal words, else from what the reader reads in its title, else from its item. The reasoning
 * names the figures.
 */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import { confidenceFrom } from '../sentiment/confidence.ts';
import type { TickerDirection } from '../sentiment/direction.ts';
import { sentencesOf } from '../text/sentences.ts';
import { againstYear, headlineFigures } from '../../earnings-figure-text.ts';
import type { ReadEvent } from './read-event.ts';
import { isRoutine } from './routine.ts';
import { statedDirection, type StatedDirection } from './stated-direction.ts';

export interface FilingSentiment {
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly reasoning: string;
}

const bearings: Readonly<Record<EarningsAnalysis['verdict'], { readonly sentiment: Sentiment; readonly confidence: Confidence }>> = {
  strong: { sentiment: 'positive', confidence: 'medium' },
  solid: { sentiment: 'positive', confidence: 'low' },
  mixed: { sentiment: 'neutral', confidence: 'low' },
  weak: { sentiment: 'negative', confidence: 'medium' },
};
/** A profit that became a loss is bad news, also where revenue rose. */
const TO_LOSS = /(?<!Adjusted diluted EPS(?: per ADS)?) down to a loss\b/;
/** Direction of guidance by its state. The confidence is high when the text agrees with the figures, and low when it does not. */
const guidanceSentiment: Readonly<Record<string, Sentiment>> = { raised: 'positive', lowered: 'negative', withdrawn: 'negative' };

function ofRead(analysis: EarningsAnalysis): FilingSentiment {
  const bearing = bearings[analysis.verdict];
  // A solid verdict may mean that nothing moved.
  const isUnmoved = analysis.verdict === 'solid' && !/ up\b|\braised\b/.test(analysis.verdict_reason);
  const isTurned = TO_LOSS.test(analysis.verdict_reason);
  const sentiment = isUnmoved ? 'neutral' : isTurned ? 'negative' : bearing.sentiment;
  const { confidence } = bearing;
  const { revenue, netIncome, eps, adjustedEps } = headlineFigures(analysis);
  const parts = [revenue, eps ?? netIncome, adjustedEps].flatMap((metric) => {
    const text = metric === undefined ? null : againstYear(metric);
    return metric === undefined || text === null ? [] : [`${metric.name} was ${text}`];
  });
  const state = analysis.guidance?.state;
  const guided = state === undefined ? undefined : guidanceSentiment[state];
  const agrees = guided !== undefined && guided === sentiment;
  const figures = parts.length === 0 ? '' : `${parts.join('; ')}. `;
  return {
    sentiment,
    confidence: agrees ? 'high' : guided !== undefined && sentiment !== 'neutral' ? 'low' : confidence,
    reasoning: `${analysis.fiscal_period}: ${figures}${state === undefined || state === 'none' ? '' : `Guidance ${state}. `}Read as ${analysis.verdict} (${analysis.verdict_reason}), which points ${direction[sentiment]}.`,
  };
}

const direction: Readonly<Record<Sentiment, string>> = { positive: 'up', neutral: 'neither up nor down', negative: 'down' };

/** Least chance of a direction that is read in a title made from an item's text, and least chance for medium confidence. */
const [fromTextMin, fromTextSureMin] = [0.75, 0.85];

/** Items on persons, pay and votes: what they say of the company in passing is not news of it. */
const ofPersons: ReadonlySet<string> = new Set(['5.02', '5.07']);

/** Sentences that count in an item on results, whose first one may only announce them; in other items only the first counts. */
const resultsSentences = 3;

/** Reads the direction from events that the first sentences name: single words of a contract or of the form say nothing. */
function ofFirstSentences(item: string | null, lead: string): FilingSentiment | null {
  const first = ofPersons.has(item ?? '') ? [] : sentencesOf(cleanText(lead), item === '2.02' ? resultsSentences : 1);
  return ofStated(first.map(statedDirection).find((found) => found !== null) ?? null);
}

const ofStated = (said: StatedDirection | null): FilingSentiment | null =>
  said && {
    sentiment: said.sentiment,
    confidence: said.confidence,
    reasoning: `The filing says “${cutText(said.quoted, quotedCharacters)}”, which points ${direction[said.sentiment]}.`,
  };
const quotedCharacters = 200;

/** Returns the direction that was read in the title; null where it has none. */
function ofEvent(item: string | null, { text, isHeadline, direction: read }: ReadEvent): FilingSentiment | null {
  const { sentiment, place } = read;
  if (sentiment === 'neutral') return null;
  const confidence = isHeadline ? read.confidence : fromText(read);
  // Formal words for grants and elections sound like praise.
  if (confidence === null || (!isHeadline && sentiment === 'positive' && ofPersons.has(item ?? ''))) return null;
  const said = place === 'lead' ? 'The text of the filing' : `The filing says “${cutText(text, quotedCharacters)}”, which`;
  return { sentiment, confidence, reasoning: `${said} points ${direction[sentiment]}.` };
}

/** The reader learned headlines, so it must be surer of formal words. */
function fromText({ sentiment, confidence, place, chances }: TickerDirection): Confidence | null {
  // Formal words state an outcome as surely as a headline's.
  if (chances === null && place === 'headline') return confidence;
  const chance = chances?.get(sentiment) ?? 0;
  if (chance < fromTextMin) return null;
  return chance >= fromTextSureMin ? 'medium' : 'low';
}

/** Direction of a kind of event by itself; other items have none. */
const ofItem: Readonly<Record<string, FilingSentiment>> = {
  '1.03': { sentiment: 'negative', confidence: 'medium', reasoning: 'Holders of shares rank last in a bankruptcy or receivership.' },
  '2.04': { sentiment: 'negative', confidence: 'low', reasoning: 'A debt becomes due early.' },
  '3.01': { sentiment: 'negative', confidence: 'low', reasoning: 'The listing of the shares is at risk or moves.' },
  '4.02': { sentiment: 'negative', confidence: 'medium', reasoning: 'Earlier financial statements can no longer be relied on.' },
  '1.02': { sentiment: 'negative', confidence: 'low', reasoning: 'A material agreement ended early, which is more often bad than good.' },
  '3.02': { sentiment: 'negative', confidence: 'low', reasoning: 'Shares were sold outside the market, which dilutes the other shareholders.' },
};

/** Matches a sale of the company's own shares; shares that pay for a merger are issued, not sold, and some agreements buy another company. */
const SELLS_SHARES =
  /\b(?:securities purchase agreement(?![^.;]{0,160}?\b(?:acquir|purchas)\w* (?:all (?:of )?(?:the )?(?:issued|outstanding|assets|equity)|100(?:%| percent)|substantially all|the (?:business|remaining|outstanding|assets)))|subscription agreements?|private placement|registered direct offering)\b|\b(?:sale|sell|sold)\b(?: (?:of|to [^.;,]{1,60}?))?(?: an? aggregate(?: of)?)?(?: up to)? [\d,]*\d (?:[\w-]+ ){0,4}?(?:shares|units|warrants)\b/i;
/** Characters that say what the event is. */
const EVENT_CHARACTERS = 1_000;

const noSale: ReadonlySet<string> = new Set(['mergers_acquisitions', 'regulation', 'earnings', 'technology']);

/** Returns whether the reader is sure that the event is no sale of shares: a headline's direction, or a kind of news such as an approval or a deal. */
function isOtherNews(event: ReadEvent | null): boolean {
  if (event === null) return false;
  const { category } = event.reading;
  const isOfOtherKind = noSale.has(category.value) && confidenceFrom(category.chance) === 'high';
  return event.isTarget || isOfOtherKind || (event.isHeadline && event.direction.confidence === 'high');
}

/** Items under which a new agreement is filed; a completed one moves no price any more. */
const ofOffers: ReadonlySet<string> = new Set(['1.01', '7.01', '8.01']);
const TARGET: FilingSentiment = {
  sentiment: 'positive',
  confidence: 'medium',
  reasoning: 'The company is to be acquired, mostly for more than its price.',
};
const ROUTINE: FilingSentiment = {
  sentiment: 'neutral',
  confidence: 'low',
  reasoning: 'The filing reports a routine event, which points the price neither up nor down.',
};

/** Returns the direction of a filing by its figures and its text, with the reason. */
export function filingSentiment(input: {
  readonly analysis: EarningsAnalysis | null;
  /** The item that headline and lead are about; null on a 6-K. */
  readonly item: string | null;
  readonly items: readonly string[];
  readonly lead: string;
  readonly event: ReadEvent | null;
}): FilingSentiment {
  const { analysis, item, items, lead, event } = input;
  // Figures beside a bankruptcy, or beside statements that can no longer be relied on, do not decide.
  const ofKind = ofItem[item ?? ''];
  const isAlarm = ofKind?.confidence === 'medium';
  if (analysis !== null && !isAlarm) return ofRead(analysis);
  const isHeadline = event?.isHeadline === true;
  const ofRoutine = isRoutine(item, event?.text ?? null, lead) ? ROUTINE : null;
  const ofTitle = event === null ? null : ofEvent(item, event);
  const ofLead = ofFirstSentences(item, lead);
  const ofHeadline = isHeadline && ofTitle?.confidence !== 'high' ? ofStated(statedDirection(event.text)) : null;
  const said = ofRoutine ?? (isHeadline ? (ofHeadline ?? ofTitle ?? ofLead) : (ofLead ?? ofTitle));
  // No word of an alarm item makes it good news.
  if (isAlarm && said?.sentiment !== 'negative') return ofKind;
  // A sale of shares dilutes whichever item tells of it, and its formal words sound like praise.
  const isSale = items.includes('3.02') && !isOtherNews(event) && SELLS_SHARES.test(`${event?.text ?? ''} ${lead.slice(0, EVENT_CHARACTERS)}`);
  if (isSale && said?.sentiment !== 'negative') return ofItem['3.02']!;
  return (
    said ??
    (event?.isTarget === true && ofOffers.has(item ?? '') ? TARGET : ofKind) ?? {
      sentiment: 'neutral',
      confidence: isHeadline ? event.direction.confidence : 'low',
      reasoning: 'Nothing in the headline or the first sentences of the filing points the price up or down.',
    }
  );
}
