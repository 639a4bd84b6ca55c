/**
 * Which way a filing points the price of its issuer, how surely, and why: from the figures of its earnings read,
 * else from the words of its headline and lead, else from the kind of item. Names the figures that it rests on.
 */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { SurfacedItem } from '#schemas/filing.ts';
import type { Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import { polarityOf } from '../sentiment/polarity.ts';
import { sentencesOf } from '../text/sentences.ts';
import { wordsOf } from '../text/words.ts';
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

/** Items of persons, pay and votes: what they tell by the way of the company is no news of it. */
const ofPersons: ReadonlySet<string> = new Set<SurfacedItem>(['5.02', '5.07']);

/** The language of a contract or of the form itself says nothing by single words; the events that its first sentence names do. */
function ofFirstSentence(primaryItem: SurfacedItem | null, lead: string): FilingSentiment | null {
  const [first = ''] = sentencesOf(cleanText(lead), 1);
  const said = ofPersons.has(primaryItem ?? '') ? null : saidDirection(first);
  if (said === null) return null;
  const { sentiment, confidence, quoted } = said;
  return { sentiment, confidence, reasoning: `The filing says “${cutText(quoted, quotedCharacters)}”, which points ${direction[sentiment]}.` };
}
const quotedCharacters = 200;

/** Words of a press release that point nowhere: what was given before, and a board that grows. */
const formal =
  /\b(?:previously|already) (?:awarded|approved|granted)\b|\bboard(?: of directors)? (?:has |have )?approved\b|\b(?:awarded|granted) to (?:its |the )?(?:employees|officers|directors)\b|\b(?:increas|expand|reduc|decreas)\w* (?:the|its) (?:size|number) of (?:the |its |authorized )*(?:board|directors)\b/gi;

/** Of a press release. */
function ofWords(headline: string, lead: string): FilingSentiment | null {
  for (const [place, text] of [
    ['headline', headline],
    ['text', lead.slice(0, leadCharacters)],
  ] as const) {
    const { score, expressions } = polarityOf(wordsOf(text.replace(formal, ' ')), null, []);
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
  const said = input.headline === '' ? ofFirstSentence(input.primaryItem, input.lead) : ofWords(input.headline, input.lead);
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
