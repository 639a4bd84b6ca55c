/** svc_usage: the account's quota and past requests. */
import { z } from 'zod';
import { Usage } from '#schemas/usage.ts';
import { usage } from '../../usage.ts';
import { ask } from '../ask.ts';
import { readOnly, type Tool } from '../tool.ts';

export const usageTool: Tool = {
  name: 'svc_usage',
  title: 'Quota and usage',
  description:
    'Requests left in this minute and this UTC day, when each quota resets, and the requests of the last 31 days by operation and key. Costs nothing. Use it before many calls, or when the quota refused a call.',
  annotations: { ...readOnly, openWorldHint: false },
  cost: 0,
  input: z.strictObject({}),
  aliases: {},
  output: Usage,
  run: async (call) => {
    const { plan, windows, history } = await ask<Usage>({ operation: usage, call });
    return {
      at: (detail) => ({ plan, windows, history: detail === 0 ? history : history.slice(-1) }),
      shortened: 'Days before today were left out to fit in 25,000 tokens.',
    };
  },
};
