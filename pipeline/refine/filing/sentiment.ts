/**
 * Reads which way a filing points its issuer's price, how surely, and why: from the figures of its earnings read, else from
 * its headline and lead by the reader, else from its item. The reasoning names the figures.
 */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import { readText } from '../reader/reader.ts';
import { sentencesOf } from '../text/sentences.ts';
import { againstYear, headlineMetrics } from './metric-text.ts';
import { saidDirection } from './said-direction.ts';

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
/** Direction of guidance by its state. It makes the confidence high when it agrees with the figures, and low when it does not. */
const guidanceSentiment: Readonly<Record<string, Sentiment>> = { raised: 'positive', lowered: 'negative', withdrawn: 'negative' };

function ofRead(analysis: EarningsAnalysis): FilingSentiment {
  const bearing = bearings[analysis.verdict];
  // A solid verdict may mean that nothing moved.
  const isUnmoved = analysis.verdict === 'solid' && !/ up\b|\braised\b/.test(analysis.verdict_reason);
  const sentiment = isUnmoved ? 'neutral' : bearing.sentiment;
  const { confidence } = bearing;
  const { revenue, netIncome, eps, adjustedEps } = headlineMetrics(analysis);
  const told = [revenue, eps ?? netIncome, adjustedEps].flatMap((metric) => {
    const text = metric === undefined ? null : againstYear(metric);
    return metric === undefined || text === null ? [] : [`${metric.name} was ${text}`];
  });
  const state = analysis.guidance?.state;
  const guided = state === undefined ? undefined : guidanceSentiment[state];
  const agrees = guided !== undefined && guided === sentiment;
  const figures = told.length === 0 ? '' : `${told.join('; ')}. `;
  return {
    sentiment,
    confidence: agrees ? 'high' : guided !== undefined && sentiment !== 'neutral' ? 'low' : confidence,
    reasoning: `${analysis.fiscal_period}: ${figures}${state === undefined || state === 'none' ? '' : `Guidance ${state}. `}Read as ${analysis.verdict} (${analysis.verdict_reason}), which points ${direction[sentiment]}.`,
  };
}

const direction: Readonly<Record<Sentiment, string>> = { positive: 'up', neutral: 'neither up nor down', negative: 'down' };

/** Least chance of a direction, by the text it is read in, and least chance for medium confidence. */
const directionMin = { headline: 0.6, text: 0.75 };
const sureMin = 0.85;
const leadCharacters = 500;

/** Items on persons, pay and votes: what they say of the company in passing is not news of it. */
const ofPersons: ReadonlySet<string> = new Set(['5.02', '5.07']);

/** Reads the direction from events that the first sentence names: single words of a contract or of the form say nothing. */
function ofFirstSentence(item: string | null, lead: string): FilingSentiment | null {
  const [first = ''] = sentencesOf(cleanText(lead), 1);
  const said = ofPersons.has(item ?? '') ? null : saidDirection(first);
  if (said === null) return null;
  const { sentiment, confidence, quoted } = said;
  return { sentiment, confidence, reasoning: `The filing says “${cutText(quoted, quotedCharacters)}”, which points ${direction[sentiment]}.` };
}
const quotedCharacters = 200;

/** Reads the direction of a press release from its headline, else from the beginning of its text. */
function ofWords(headline: string, lead: string): FilingSentiment | null {
  for (const [place, text] of [
    ['headline', headline],
    ['text', lead.slice(0, leadCharacters)],
  ] as const) {
    if (text === '') continue;
    const { value: sentiment, chance } = readText(text, []).tone;
    if (sentiment === 'neutral' || chance < directionMin[place]) continue;
    const confidence: Confidence = place === 'headline' && chance >= sureMin ? 'medium' : 'low';
    return {
      sentiment,
      confidence,
      reasoning: `The ${place} of the filing says “${cutText(cleanText(text), quotedCharacters)}”, which points ${direction[sentiment]}.`,
    };
  }
  return null;
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

export function filingSentiment(input: {
  readonly analysis: EarningsAnalysis | null;
  /** The item that the lead is about; null on a 6-K. */
  readonly item: string | null;
  readonly headline: string;
  readonly lead: string;
}): FilingSentiment {
  if (input.analysis !== null) return ofRead(input.analysis);
  const said = input.headline === '' ? ofFirstSentence(input.item, input.lead) : ofWords(input.headline, input.lead);
  if (said !== null) return said;
  return (
    ofItem[input.item ?? ''] ?? {
      sentiment: 'neutral',
      confidence: 'low',
      reasoning: 'Nothing in the headline or the first sentences of the filing points the price up or down.',
    }
  );
}
