/** Decides which records a RAW message makes: rows, revisions, a drop, or none when the log already has them. */
import type { FeedRecord } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { refineArticle } from './article/refine-article.ts';
import type { RefineContext } from './context.ts';
import { refineDisclosure } from './disclosure/refine.ts';
import { refineFiling } from './filing/refine.ts';
import { refineForm4 } from './form4/refine.ts';
import { plainRecord } from './plain-record.ts';
import { refineRefusal } from './refusal.ts';
import { nextRootRecord } from './story/root-before.ts';
import { refineWithdrawal } from './operator-withdrawal.ts';

const listOf = (record: FeedRecord | null): FeedRecord[] => (record === null ? [] : [record]);

/** Returns the records of a message. Throws UnreadError when the reader must read a text first. */
export const decide = (raw: RawMessage, context: RefineContext): FeedRecord[] =>
  recordsOf(raw, context)
    .flatMap((record) => [...listOf(nextRootRecord(record, raw, context)), record])
    .map(plainRecord);

function recordsOf(raw: RawMessage, context: RefineContext): FeedRecord[] {
  switch (raw.kind) {
    case 'article':
      return listOf(refineArticle(raw, context));
    case 'form4':
      return refineForm4(raw, context);
    case 'filing':
      return listOf(refineFiling(raw, context));
    case 'disclosure':
      return listOf(refineDisclosure(raw, context));
    case 'refusal':
      return listOf(refineRefusal(raw, context));
    case 'withdrawal':
      return listOf(refineWithdrawal(raw, context));
  }
}
