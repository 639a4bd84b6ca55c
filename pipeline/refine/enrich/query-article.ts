/**
 * Builds the model question for a RAW message before the message is decided. Returns null when no model is queried: the document is not an
 * article, the log has it, one of the steps below drops it, or it has neither a verified ticker nor a market-wide category.
 */
import type { RawMessage } from '#schemas/raw.ts';
import { dropBlocked } from '../article/drop-blocked.ts';
import { dropUnnamed } from '../article/drop-unserved.ts';
import { dropWithdrawn } from '../normalise/withdrawal-notice.ts';
import type { RefineContext } from '../context.ts';
import { dropDuplicate } from '../dedup/dedup.ts';
import { draftOf, type Draft } from '../article/draft.ts';
import { putScore } from '../article/score.ts';
import { dropForeign } from '../article/language.ts';
import { normaliseArticle } from '../normalise/normalise.ts';
import { throughSteps, type Ends, type Step } from '../step.ts';
import { putTickers } from '../tickers/tickers.ts';
import { questionOf, type ModelSettings, type Question } from './question.ts';

export interface AboutArticle {
  readonly question: Question;
  /** Whether it is a near-duplicate of a recent row: its decision will drop it, so it is not worth a request. */
  readonly isCopy: boolean;
}

type AskContext = Pick<RefineContext, 'refinedAt' | 'claimUid' | 'directory' | 'recent' | 'settings'>;

/** The steps of an article that a question needs, in the same order. */
export const querySteps: readonly Step<Draft, AskContext>[] = [
  { name: 'normalise', run: normaliseArticle },
  { name: 'withdrawal', run: dropWithdrawn },
  { name: 'language', run: dropForeign },
  { name: 'blocklist', run: dropBlocked },
  { name: 'tickers', run: putTickers },
  { name: 'score', run: putScore },
  { name: 'gate', run: dropUnnamed },
];
const ends: Ends<Draft, AskContext, Draft | null> = { kept: (draft) => draft, dropped: () => null };

/** Returns the question about a RAW article; null when no model is queried. */
export function queryArticle(raw: RawMessage, model: ModelSettings, context: AskContext): AboutArticle | null {
  if (raw.kind !== 'article') return null;
  const uid = context.claimUid(raw.identity);
  if (uid === null) return null;
  const draft = throughSteps(querySteps, draftOf(raw, uid), context, ends);
  if (draft === null) return null;
  return { question: questionOf(draft, model), isCopy: !dropDuplicate(draft, context).kept };
}
