/** The list envelope as documented, and the time for which clients may cache it. */
import { z } from 'zod';
import { NewsItem } from '#schemas/item.ts';
import { Instant } from '#schemas/primitives.ts';

export const feedCacheControl = 'private, max-age=60';

export const NewsList = z
  .object({
    results: z.array(NewsItem),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send as `cursor` for the next page. Always a string with `sort=ingested`; otherwise null on the last page' }),
    symbol_note: z
      .string()
      .nullable()
      .meta({ description: 'Names the coin when a stock of the same letters was served, or the nearest symbols when none is listed by this name' }),
    archive_ends_at: Instant.nullable().meta({
      description: "Start of the plan's archive: older rows are refused with 403. null with `sort=ingested`",
    }),
  })
  .meta({ id: 'NewsList' });
