/** svc_macro: news that moves the whole market. */
import { z } from 'zod';
import { macroCategories } from '#schemas/vocabulary.ts';
import { macroList } from '../../feed/macro.ts';
import { filterInput, findNews, newsOutput, pageInput, sortInput, windowInput } from '../news-page.ts';
import { readOnly, type Tool } from '../tool.ts';

export const macroTool: Tool = {
  name: 'svc_macro',
  title: 'Macro news',
  description:
    'News about the economy, central banks, commodities and geopolitics, newest first. Most rows name no ticker. Use it for "what did the Fed do" or "why is oil up". For release dates use svc_calendar.',
  annotations: readOnly,
  input: z.strictObject({
    category: z.array(z.enum(macroCategories)).optional().meta({ description: 'Only these groups; default all' }),
    min_relevance: filterInput.min_relevance,
    ...windowInput,
    sort: sortInput,
    ...pageInput,
  }),
  aliases: { limit: 'page_size' },
  output: z.object(newsOutput),
  run: (call) => findNews({ operation: macroList, call }),
};
