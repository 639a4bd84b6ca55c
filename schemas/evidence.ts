/** Evidence for an article's tickers, score and directions: the compact form in the feed log, and the form that the API serves. */
import { z } from 'zod';
import { Ticker } from './primitives.ts';

const Permille = z.int().min(0).max(1_000);

/** The compact form. `names` and `directions` have one entry per ticker of the item, in the same order; chances are in thousandths. */
export const StoredEvidence = z.object({
  /** Start and end offsets of the words that name the ticker, in `<title>\n<summary>`: `[0, 5, 80, 84]`. */
  names: z.array(z.array(z.int().min(0))),
  /** Chances that the score is above 1, 2, … 9; absent if the reader did not score the article. */
  above: z.array(Permille).optional(),
  /** Chances of a positive and a negative direction, and the decisive words; null if the reader gave the ticker no direction. */
  directions: z.array(z.object({ up: Permille, down: Permille, words: z.array(z.string()) }).nullable()).optional(),
});
export type StoredEvidence = z.infer<typeof StoredEvidence>;

const Probability = z.number().min(0).max(1);
const Probabilities = z.object({ positive: Probability, neutral: Probability, negative: Probability });

export const Evidence = z
  .object({
    tickers: z
      .array(
        z.object({
          ticker: Ticker,
          spans: z.array(z.object({ field: z.enum(['title', 'summary']), start: z.int().min(0), end: z.int().min(0), text: z.string() })),
        }),
      )
      .meta({
        description:
          'For each ticker, the words of `original` that name it; `start` and `end` count UTF-16 code units. No spans: only the main text names it, or a sentence that the summary leaves out',
      }),
    score: z.object({ value: z.int().min(1).max(10), probabilities: z.array(Probability) }).meta({
      description:
        '`value` is `relevance_score`; `probabilities` are those of the scores 1 to 10 as the reader read the headline. Rules may have changed the value, as for solicitations, releases of statistics and news without interest to a trading desk. Empty where a trading halt or a language model gave the score',
    }),
    directions: z.array(z.object({ ticker: Ticker, probabilities: Probabilities, words: z.array(z.string()) })).meta({
      description:
        'For each ticker whose direction was read: its probabilities, and the words that weighed most for a direction other than neutral, over the whole headline or lead',
    }),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof Evidence>;
