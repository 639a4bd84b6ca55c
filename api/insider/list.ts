/** GET /api/news/insider/: the Form 4 feed, as JSON or as a CSV file. Its window bounds when a filing reached the feed. */
import { z } from 'zod';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { plans } from '#schemas/plan.ts';
import { answerFeed, feedRequest } from '../feed/answer.ts';
import { asOf } from '../feed/deps-as-of.ts';
import { NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape, readQuery, type ReadQuery } from '../feed/parameters.ts';
import { invalidParameter } from '../errors.ts';
import { boolean, oneOf, optional } from '../request/parameters.ts';
import { defineOperation } from '../operation.ts';
import { csvFile, csvType } from './csv-file.ts';
import { csvColumns } from './csv-rows.ts';

const path = '/api/news/insider/';
const query = z.object({
  ...pageShape,
  is_10b5_1: optional(boolean(), '`false` leaves out sales under a 10b5-1 plan; `true` returns only trades under one'),
  format: optional(
    oneOf(['json', 'csv']),
    '`csv`: a file with up to as many rows as the plan allows per file; `page_size` does not apply. Without `format`, `Accept` decides',
  ),
});
const rowCaps = Object.values(plans).map(({ name, csvRowsMax }) => `${csvRowsMax} on ${name}`);

const jsonMediaType = 'application/json';

export const insiderList = defineOperation({
  path,
  name: 'listInsiderNews',
  summary: 'Insider trades feed (Form 4)',
  description:
    'Insider trades in the format of the news feed. `from_date` and `to_date` refer to the time the filing reached the feed, not to the trade. New trades often appear below the newest page, so poll with `sort=ingested`. With `format=csv` the same rows are streamed as a file, which costs one request of the quota.',
  input: {
    query,
    aliases: feedAliases,
    read: (given) => {
      const readWith = (is10b5_1: FeedFilter['is10b5_1']): ReadQuery => readQuery(path, given, { sourceTypes: ['sec_form4'], is10b5_1 }, 'created');
      const { is_10b5_1: wanted = null, format } = given;
      return { read: readWith(wanted), compatibleRead: readWith(wanted === false ? 'none' : wanted), format };
    },
    // `format` overrides Accept, which the caller's HTTP library may set.
    selectType: ({ format }) => (format === undefined ? null : format === 'csv' ? csvType : jsonMediaType),
  },
  output: {
    type: jsonMediaType,
    schema: NewsList,
    others: {
      [csvType]: {
        description: `With \`format=csv\`: RFC 4180, UTF-8, a header row; columns ${csvColumns.join(', ')}. Cells that a spreadsheet would run as a formula start with an apostrophe. If the connection ends before the body, the file is incomplete.`,
        headers: {
          'X-Service-Rows': 'With `format=csv`: number of rows in the file',
          'X-Service-Row-Cap': `With \`format=csv\`: maximum rows per file on the plan: ${rowCaps.join(', ')}`,
          'X-Service-Truncated': 'With `format=csv`: `false`, `row_cap` or `archive_horizon`',
          'X-Service-Next-Cursor': 'With `format=csv`: cursor for the next rows, as on the JSON page; empty at the end',
          'Content-Disposition': 'With `format=csv`: file name with the date',
        },
      },
    },
  },
  errors: ['invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ query: variants, accepted, isCompatible }, caller, deps) => {
    const read = isCompatible ? variants.compatibleRead : variants.read;
    if (accepted !== csvType) return answerFeed(read, caller, deps);
    if (read.withRevisions) throw invalidParameter('include', 'cannot be revisions in CSV, which has no column for corrections');
    const request = feedRequest(read, caller, deps);
    return asOf(read.asOfMs, caller, deps, (then) => csvFile(request, then));
  },
});
