/** Decides what a RAW message becomes: no record (the log already holds it), rows, revisions, withdrawals, or a drop. Pure. */
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { refineArticle } from './article/refine-article.ts';
import type { RefineContext } from './context.ts';
import { refineDisclosure } from './disclosure/refine.ts';
import { refineFiling } from './filing/refine.ts';
import { refineForm4 } from './form4/refine.ts';
import { plainRecord } from './plain-record.ts';
import { refineRefusal } from './refusal.ts';
import { rootBefore } from './story/root-before.ts';
import { refineWithdrawal } from './operator-withdrawal.ts';

const present = (record: FeedRecord | null): FeedRecord[] => (record === null ? [] : [record]);

/** Returns the records that a message makes, none for a repeated one. Throws UnreadError where the reader has to read a text first. */
export const decide = (raw: RawMessage, context: RefineContext): FeedRecord[] =>
  recordsOf(raw, context)
    .flatMap((record) => [...present(rootBefore(record, raw, context)), record])
    .map(plainRecord);

function recordsOf(raw: RawMessage, context: RefineContext): FeedRecord[] {
  switch (raw.kind) {
    case 'article':
      return present(refineArticle(raw, context));
    case 'form4':
      return refineForm4(raw, context);
    case 'filing':
      return present(refineFiling(raw, context));
    case 'disclosure':
      return present(refineDisclosure(raw, context));
    case 'refusal':
      return present(refineRefusal(raw, context));
    case 'withdrawal':
      return present(refineWithdrawal(raw, context));
  }
}
