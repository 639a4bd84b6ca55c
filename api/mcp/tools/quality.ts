/** svc_quality: how right the answers of this release were on labelled sets. */
import { Quality } from '#schemas/quality.ts';
import { quality } from '../../quality/quality.ts';
import { ask } from '../ask.ts';
import { reading, type Tool } from '../tool.ts';
import { z } from 'zod';

export const qualityTool: Tool = {
  name: 'svc_quality',
  title: 'Measured quality',
  description:
    'How right tickers, categories, scores, directions and stories were on labelled sets: precision, recall and other figures, and by claimed probability the share that came true. Use it to judge how far a score or direction can be trusted.',
  annotations: { ...reading, openWorldHint: false },
  input: z.strictObject({}),
  aliases: {},
  output: Quality,
  run: async (call) => {
    const { tasks, ...rest } = await ask<Quality>({ operation: quality, call });
    return {
      at: (detail) => ({ ...rest, tasks: tasks.map((task) => (detail === 0 ? task : { ...task, reliability: [] })) }),
      shortened: 'Steps of probability were left out to fit in 25,000 tokens. The API returns them at /api/quality/.',
    };
  },
};
