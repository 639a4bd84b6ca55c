/** GET /api/quality/: how right the rows and stories were on labelled sets, and how far probabilities can be trusted. */
import { Quality } from '#schemas/quality.ts';
import { defineOperation } from '../operation.ts';
import { createContent } from '../reply/content.ts';
import { measured } from './measured.ts';

const content = createContent(JSON.stringify(measured));

export const quality = defineOperation({
  path: '/api/quality/',
  name: 'getQuality',
  summary: 'Measured quality',
  description:
    'Precision, recall and other figures of this release on labelled sets, one entry per task and set, and what share of its answers came true by the probability that they claim. The same as a page: `/quality/`.',
  output: { type: 'application/json', schema: Quality, example: { ...measured, tasks: measured.tasks.slice(0, 1) } },
  cache: 'private, max-age=300',
  handle: () => ({ content, rowsCount: measured.tasks.length }),
});
