/** Builds the question to the model about a RAW message that is read ahead. */
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

interface AboutArticle {
  readonly question: Question;
  /** Whether the article is a near-duplicate of a recent row: it will be dropped and is not worth a request. */
  readonly isCopy: boolean;
}

type AskContext = Pick<RefineContext, 'refinedAt' | 'claimUid' | 'directory' | 'recent' | 'settings'>;

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

/**
 * Returns the question, or null when no model is asked: the message is no article, the log already has it, a step drops it, or it has neither a
 * verified ticker nor a market-wide category.
 */
export function queryArticle(raw: RawMessage, model: ModelSettings, context: AskContext): AboutArticle | null {
  if (raw.kind !== 'article') return null;
  const uid = context.claimUid(raw.identity);
  if (uid === null) return null;
  const draft = throughSteps(querySteps, draftOf(raw, uid), context, ends);
  if (draft === null) return null;
  return { question: questionOf(draft, model), isCopy: !dropDuplicate(draft, context).kept };
}
