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
import { throughSteps, type Step } from '../step.ts';
import { putTickers } from '../tickers/tickers.ts';
import { questionOf, type ModelSettings, type Question } from './question.ts';

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

/** Returns the question, or null when no model is asked: no article, already in the log, dropped by a step, or without a ticker or market. */
export function queryArticle(
  raw: RawMessage,
  model: ModelSettings,
  context: AskContext,
): { readonly question: Question; readonly isCopy: boolean } | null {
  if (raw.kind !== 'article') return null;
  const uid = context.claimUid(raw.identity);
  if (uid === null) return null;
  const { draft, drop } = throughSteps(querySteps, draftOf(raw, uid), context);
  if (drop !== null) return null;
  // A near-duplicate of a recent row will be dropped and is not worth a request.
  return { question: questionOf(draft, model), isCopy: !dropDuplicate(draft, context).kept };
}
