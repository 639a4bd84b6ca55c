/** GET /api/news/insider/: the Form 4 feed, as JSON or as a CSV file. Its window bounds when a filing reached the feed. */
import { z } from 'zod';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { plans } from '#schemas/plan.ts';
import { answerFeed, feedRequest } from '../feed/answer.ts';
import { feedCacheControl, NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape, readQuery, type ReadQuery } from '../feed/parameters.ts';
import { boolean, oneOf, optional } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { csvFile, csvType } from './csv-file.ts';
import { csvColumns } from './csv-rows.ts';

const path = '/api/news/insider/';
const query = z.object({
  ...pageShape,
  is_10b5_1: optional(boolean(), '`false` drops sales under a 10b5-1 plan, `true` keeps only events under one'),
  format: optional(
    oneOf(['json', 'csv']),
    '`csv`: a file, with as many rows as the plan allows; `page_size` does not apply. Without it, `Accept` decides',
  ),
});
const rowCaps = Object.values(plans).map(({ name, csvRowsMax }) => `${csvRowsMax} on ${name}`);

const jsonMediaType = 'application/json';

export const insiderList = defineOperation({
  path,
  name: 'listInsiderNews',
  summary: 'The Form 4 feed',
  description:
    'Insider events in the shape of the feed. `from_date` and `to_date` limit when the filing reached the feed, not when the trade was made. New events often enter below the newest page: follow them with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request.',
  access: 'key',
  input: {
    query,
    aliases: feedAliases,
    read: (given) => {
      const reading = (is10b5_1: FeedFilter['is10b5_1']): ReadQuery => readQuery(path, given, { sourceTypes: ['sec_form4'], is10b5_1 }, 'created');
      const { is_10b5_1: wanted = null, format } = given;
      return { read: reading(wanted), compatibleRead: reading(wanted === false ? 'none' : wanted), format };
    },
    // `format` overrides Accept, which the caller's library may set.
    typeAskedFor: ({ format }) => (format === undefined ? null : format === 'csv' ? csvType : jsonMediaType),
  },
  output: {
    type: jsonMediaType,
    schema: NewsList,
    others: {
      [csvType]: {
        description: `With \`format=csv\`: RFC 4180, UTF-8, a header row; columns ${csvColumns.join(', ')}. A cell that a spreadsheet would run as a formula begins with an apostrophe. If the connection ends early, the file is incomplete.`,
        headers: {
          'X-Service-Rows': 'With `format=csv`: rows in this file',
          'X-Service-Row-Cap': `With \`format=csv\`: most rows in a file of the plan: ${rowCaps.join(', ')}`,
          'X-Service-Truncated': 'With `format=csv`: `false`, `row_cap` or `archive_horizon`',
          'X-Service-Next-Cursor': 'With `format=csv`: cursor of the next file or JSON page; empty: this is the last',
          'Content-Disposition': 'With `format=csv`: a dated file name',
        },
      },
    },
  },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ query: asked, accepted, isCompatible }, caller, deps) => {
    const read = isCompatible ? asked.compatibleRead : asked.read;
    return accepted === csvType ? csvFile({ ...feedRequest(read, caller, deps), mode: read.mode }, deps) : answerFeed(read, caller, deps);
  },
});
