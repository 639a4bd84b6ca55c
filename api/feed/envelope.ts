/** Schema of the lists of articles. */
import { z } from 'zod';
import { NewsItem } from '#schemas/item.ts';
import { Instant } from '#schemas/primitives.ts';

export const NewsList = z
  .object({
    results: z.array(NewsItem),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send as `cursor` to get the next page. Null on the last page; always a string with `sort=ingested`' }),
    symbol_note: z
      .string()
      .nullable()
      .meta({ description: 'Names the coin if a stock with the same letters was served. If no such symbol is listed, names the nearest symbols' }),
    archive_ends_at: Instant.nullable().meta({
      description: 'Start of the archive of the plan; requests for earlier rows get 403. null with `sort=ingested`',
    }),
  })
  .meta({ id: 'NewsList' });
