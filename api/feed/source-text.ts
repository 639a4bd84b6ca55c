/** GET /api/news/{uid}/source-text/: the filing text that the evidence offsets of an earnings read refer to. */
import { z } from 'zod';
import { unpackText } from '#schemas/source-text.ts';
import { unavailable } from '../errors.ts';
import { defineOperation } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { createContent } from '../reply/content.ts';
import { noArticle, storedArticle } from './stored-article.ts';

const type = 'text/plain';

export const sourceText = defineOperation({
  path: '/api/news/:uid/source-text/',
  name: 'getSourceText',
  summary: 'Source text of an earnings read',
  description:
    'Plain text of the filing, from which the earnings read was made. `evidence` offsets are UTF-16 positions in it. Only rows with an earnings read have a source text.',
  input: { path: uidPath },
  output: { type, schema: z.string() },
  errors: ['not_found'],
  cache: 'private, max-age=86400',
  handle: async ({ path: { uid } }, _, deps) => {
    const row = await storedArticle(uid, deps);
    // The tail has earnings reads, but not their source texts.
    const hasRead = (deps.tail.byUid(uid)?.earnings ?? 'null') !== 'null';
    if (row === null && hasRead) throw unavailable('store_behind', 'The source text of this row is not stored yet. Try again in a few seconds.');
    const packed = row?.detail.source_text;
    if (packed === undefined) throw await noArticle(uid, deps, 'No article with an earnings read has this uid');
    return { content: createContent(unpackText(packed), { type: `${type}; charset=utf-8` }), rowsCount: 1 };
  },
});
