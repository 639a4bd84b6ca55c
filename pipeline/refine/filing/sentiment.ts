/**
 * Determines the direction in which a filing moves its issuer's price. The first that has one decides: figures of an earnings release (unless
 * the item is a bankruptcy or the like), formal words, the reader's view of the title, the item. The reason names the figures.
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
/** Matches a profit that became a loss, which is negative even when revenue rose. */
const TO_LOSS = /(?<!Adjusted diluted EPS(?: per ADS)?) down to a loss\b/;
/** Direction of guidance. Guidance that agrees with the figures makes the confidence high; other guidance makes it low. */
const guidanceSentiment: Readonly<Record<string, Sentiment>> = { raised: 'positive', lowered: 'negative', withdrawn: 'negative' };

function fromFigures(analysis: EarningsAnalysis): FilingSentiment {
  const bearing = bearings[analysis.verdict];
  // A solid verdict without a rise and without raised guidance may mean that nothing changed.
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

/** Least probability at which a direction in a title from an item's text counts, and at which it has medium confidence. */
const [fromTextMin, fromTextSureMin] = [0.75, 0.85];

/** Items about persons, pay and votes; what they mention about the company is no news of it. */
const personItems: ReadonlySet<string> = new Set(['5.02', '5.07']);

/** Number of sentences that are read under item 2.02, whose first one may only announce the results; under other items one is read. */
const resultsSentences = 3;

function fromFirstSentences(item: string | null, lead: string): FilingSentiment | null {
  const first = personItems.has(item ?? '') ? [] : sentencesOf(cleanText(lead), item === '2.02' ? resultsSentences : 1);
  return fromStatement(first.map(statedDirection).find((found) => found !== null) ?? null);
}

const fromStatement = (said: StatedDirection | null): FilingSentiment | null =>
  said && {
    sentiment: said.sentiment,
    confidence: said.confidence,
    reasoning: `The filing says “${cutText(said.quoted, quotedCharacters)}”, which points ${direction[said.sentiment]}.`,
  };
const quotedCharacters = 200;

/** Returns the direction that the reader found in the title, or null when it found none that counts. */
function fromTitle(item: string | null, { text, isHeadline, direction: read }: ReadEvent): FilingSentiment | null {
  const { sentiment, place } = read;
  if (sentiment === 'neutral') return null;
  const confidence = isHeadline ? read.confidence : confidenceOfText(read);
  // Under an item about persons, formal words for grants and elections read as positive.
  if (confidence === null || (!isHeadline && sentiment === 'positive' && personItems.has(item ?? ''))) return null;
  const said = place === 'lead' ? 'The text of the filing' : `The filing says “${cutText(text, quotedCharacters)}”, which`;
  return { sentiment, confidence, reasoning: `${said} points ${direction[sentiment]}.` };
}

/** Returns the confidence for a title from an item's text, or null for a low probability: the reader learned headlines, not such texts. */
function confidenceOfText({ sentiment, confidence, place, chances }: TickerDirection): Confidence | null {
  // Without `chances` a rule for outcomes decided (sentiment/outcome.ts): formal words state an outcome as surely as a headline.
  if (chances === null && place === 'headline') return confidence;
  const chance = chances?.get(sentiment) ?? 0;
  if (chance < fromTextMin) return null;
  return chance >= fromTextSureMin ? 'medium' : 'low';
}

/** Direction that an item has whatever its text says. */
const itemSentiments: Readonly<Record<string, FilingSentiment>> = {
  '1.03': { sentiment: 'negative', confidence: 'medium', reasoning: 'Holders of shares rank last in a bankruptcy or receivership.' },
  '2.04': { sentiment: 'negative', confidence: 'low', reasoning: 'A debt becomes due early.' },
  '3.01': { sentiment: 'negative', confidence: 'low', reasoning: 'The listing of the shares is at risk or moves.' },
  '4.02': { sentiment: 'negative', confidence: 'medium', reasoning: 'Earlier financial statements can no longer be relied on.' },
  '1.02': { sentiment: 'negative', confidence: 'low', reasoning: 'A material agreement ended early, which is more often bad than good.' },
  '3.02': { sentiment: 'negative', confidence: 'low', reasoning: 'Shares were sold outside the market, which dilutes the other shareholders.' },
};

/** Matches a sale of the company's own shares. Shares that pay for a merger are issued, not sold; some agreements buy a company. */
const SELLS_SHARES =
  /\b(?:securities purchase agreement(?![^.;]{0,160}?\b(?:acquir|purchas)\w* (?:all (?:of )?(?:the )?(?:issued|outstanding|assets|equity)|100(?:%| percent)|substantially all|the (?:business|remaining|outstanding|assets)))|subscription agreements?|private placement|registered direct offering)\b|\b(?:sale|sell|sold)\b(?: (?:of|to [^.;,]{1,60}?))?(?: an? aggregate(?: of)?)?(?: up to)? [\d,]*\d (?:[\w-]+ ){0,4}?(?:shares|units|warrants)\b/i;
const EVENT_CHARACTERS = 1_000;

const otherCategories: ReadonlySet<string> = new Set(['mergers_acquisitions', 'regulation', 'earnings', 'technology']);

/** Returns whether the reader is sure that the event is no sale of shares: by a headline's direction, or by a category such as an approval or a deal. */
function isOtherNews(event: ReadEvent | null): boolean {
  if (event === null) return false;
  const { category } = event.reading;
  const isOfOtherKind = otherCategories.has(category.value) && confidenceFrom(category.chance) === 'high';
  return event.isTarget || isOfOtherKind || (event.isHeadline && event.direction.confidence === 'high');
}

/** Items under which a new agreement is filed. A completed agreement moves no price any more. */
const agreementItems: ReadonlySet<string> = new Set(['1.01', '7.01', '8.01']);
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

export function filingSentiment(input: {
  readonly analysis: EarningsAnalysis | null;
  /** The item that headline and lead are about; null on a 6-K. */
  readonly item: string | null;
  readonly items: readonly string[];
  readonly lead: string;
  readonly event: ReadEvent | null;
}): FilingSentiment {
  const { analysis, item, items, lead, event } = input;
  // Figures do not decide beside a bankruptcy, or beside statements that can no longer be relied on.
  const itemSentiment = itemSentiments[item ?? ''];
  const isAlarm = itemSentiment?.confidence === 'medium';
  if (analysis !== null && !isAlarm) return fromFigures(analysis);
  const isHeadline = event?.isHeadline === true;
  const ofRoutine = isRoutine(item, event?.text ?? null, lead) ? ROUTINE : null;
  const ofTitle = event === null ? null : fromTitle(item, event);
  const ofLead = fromFirstSentences(item, lead);
  const ofHeadline = isHeadline && ofTitle?.confidence !== 'high' ? fromStatement(statedDirection(event.text)) : null;
  const said = ofRoutine ?? (isHeadline ? (ofHeadline ?? ofTitle ?? ofLead) : (ofLead ?? ofTitle));
  // No statement makes an alarm item good news.
  if (isAlarm && said?.sentiment !== 'negative') return itemSentiment;
  // A sale of shares dilutes under every item, and its formal words read as positive.
  const isSale = items.includes('3.02') && !isOtherNews(event) && SELLS_SHARES.test(`${event?.text ?? ''} ${lead.slice(0, EVENT_CHARACTERS)}`);
  if (isSale && said?.sentiment !== 'negative') return itemSentiments['3.02']!;
  return (
    said ??
    (event?.isTarget === true && agreementItems.has(item ?? '') ? TARGET : itemSentiment) ?? {
      sentiment: 'neutral',
      confidence: isHeadline ? event.direction.confidence : 'low',
      reasoning: 'Nothing in the headline or the first sentences of the filing points the price up or down.',
    }
  );
}
