/**
 * Which way a filing points the price of its issuer, how surely, and why: from the figures of its earnings read,
 * else from the words of its headline and lead, else from the kind of item. Names the figures that it rests on.
 */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { SurfacedItem } from '#schemas/filing.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { polarityOf } from '../sentiment/polarity.ts';
import { wordsOf } from '../text/words.ts';
import { againstYear, headlineMetrics } from './metric-text.ts';

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
/** Guidance speaks of what is to come: with figures that point the same way it makes sure, against them it takes the edge off. */
const guidanceSentiment: Readonly<Record<string, Sentiment>> = { raised: 'positive', lowered: 'negative', withdrawn: 'negative' };

function ofRead(analysis: EarningsAnalysis): FilingSentiment {
  const bearing = bearings[analysis.verdict];
  // Solid may mean that nothing moved.
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

/** Sums of weights (../sentiment/lexicon.ts) from which a text points anywhere. */
const directionMin = 0.8;
const sureMin = 1.5;
const leadCharacters = 500;

/** Of a press release: the language of a contract or of the form itself says nothing by its words. */
function ofWords(headline: string, lead: string): FilingSentiment | null {
  if (headline === '') return null;
  for (const [place, text] of [
    ['headline', headline],
    ['text', lead.slice(0, leadCharacters)],
  ] as const) {
    const { score, expressions } = polarityOf(wordsOf(text), null, []);
    if (Math.abs(score) < directionMin) continue;
    const quoted = [...new Set(expressions.filter(({ weight }) => weight * score > 0).map((expression) => `“${expression.text}”`))]
      .slice(0, 3)
      .join(', ');
    const sentiment: Sentiment = score > 0 ? 'positive' : 'negative';
    const confidence: Confidence = place === 'headline' && Math.abs(score) >= sureMin ? 'medium' : 'low';
    return { sentiment, confidence, reasoning: `The ${place} of the filing says ${quoted}, which points ${direction[sentiment]}.` };
  }
  return null;
}

/** What a kind of event says by itself; any other says nothing of the price. */
const ofItem: Readonly<Partial<Record<SurfacedItem, FilingSentiment>>> = {
  '1.02': { sentiment: 'negative', confidence: 'low', reasoning: 'A material agreement ended before its time, which more often costs than helps.' },
  '3.02': { sentiment: 'negative', confidence: 'low', reasoning: 'Shares were sold outside the market, which dilutes the holders of the others.' },
};

export function filingSentiment(input: {
  readonly analysis: EarningsAnalysis | null;
  readonly primaryItem: SurfacedItem | null;
  readonly headline: string;
  readonly lead: string;
}): FilingSentiment {
  if (input.analysis !== null) return ofRead(input.analysis);
  const said = ofWords(input.headline, input.lead);
  if (said !== null) return said;
  const byItem = input.primaryItem === null ? undefined : ofItem[input.primaryItem];
  return (
    byItem ?? {
      sentiment: 'neutral',
      confidence: 'low',
      reasoning: 'Nothing in the headline or the first sentences of the filing points the price up or down.',
    }
  );
}
