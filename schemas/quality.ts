/** Measured quality of tickers, categories, scores, directions and stories on labelled sets. */
import { z } from 'zod';
import { Instant } from './primitives.ts';

const Share = z.number().min(0).max(1);

/** Answers with a claimed probability of at least `from` and below `to`; the last step includes 1. */
export const ReliabilityStep = z.object({
  from: Share,
  to: Share,
  predicted: Share.meta({ description: 'Mean probability that the answers claim' }),
  observed: Share.meta({ description: 'Share that came true' }),
  rows: z.int().min(1),
});
export type ReliabilityStep = z.infer<typeof ReliabilityStep>;

export const qualityTasks = ['selection', 'tickers', 'categories', 'scores', 'directions', 'stories'] as const;
export type QualityTask = (typeof qualityTasks)[number];

export const Quality = z
  .object({
    version: z.string().meta({ description: '`score_version` of the rules and weights that were measured' }),
    measured_at: Instant,
    tasks: z.array(
      z.object({
        task: z.enum(qualityTasks),
        set: z.string().meta({ description: 'Name of the labelled set' }),
        rows: z.int().min(0).meta({ description: 'Rows measured; rows that the weights were trained on are left out unless `note` says otherwise' }),
        figures: z.record(z.string(), z.number()).meta({ description: 'Shares of 1, except `pearson`, from -1 to 1' }),
        reliability: z.array(ReliabilityStep).meta({
          description: 'By claimed probability: of a right answer; of scores, of a score of at least 7. Empty for answers without a probability',
        }),
        note: z.string().meta({ description: 'Limits of the figures, such as rules tuned on these rows' }),
      }),
    ),
  })
  .meta({ id: 'Quality' });
export type Quality = z.infer<typeof Quality>;
