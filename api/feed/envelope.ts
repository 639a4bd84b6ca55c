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
      .meta({ description: 'Pass back as `cursor`; always a string with `sort=ingested`, else null on the last page' }),
    symbol_note: z
      .string()
      .nullable()
      .meta({ description: 'Names the coin where a stock of the same letters was served; says where no symbol is listed so, with the nearest' }),
    archive_ends_at: Instant.nullable().meta({
      description: 'Where the archive of the plan ends: rows published before are refused with 403. null with `sort=ingested`',
    }),
  })
  .meta({ id: 'NewsList' });
