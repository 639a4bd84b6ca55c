/**
 * Measures stories on labelled articles, which pass the steps from deduplication to story in order of time: clusters by B-cubed, and pairs of
 * headlines judged one event or two. The relevance floor is not applied, because the samples have articles that are not market news.
 */
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import type { Draft } from '#pipeline/refine/article/draft.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { createRecentArticles, type RecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { putScore } from '#pipeline/refine/article/score.ts';
import { putStory } from '#pipeline/refine/story/story.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { bcubed, scoreYes } from './figures.ts';
import { readRows } from './rows.ts';
import type { TrainedTexts } from './trained-texts.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2026-06-01T12:00:00Z');
/** Returns an empty window of recent articles, of the same length as refine's. */
export const newWindow = (): RecentArticles => createRecentArticles();

/** Returns the story that the article is assigned to, and adds the article to the window. */
function placeIn(recent: RecentArticles, directory: Directory, raw: RawArticle, uid: string): string {
  const refinedAt = raw.fetched_at;
  let draft: Draft = normalisedDraft(raw, uid);
  const steps = [
    (of: Draft) => dropNearDuplicate(of, { recent, refinedAt }),
    (of: Draft) => putTickers(of, { directory }),
    putScore,
    putEntities,
    (of: Draft) => putStory(of, { recent }),
  ];
  for (const step of steps) {
    const outcome = step(draft);
    if (!outcome.kept) {
      recent.apply(dropOf(draft, outcome, refinedAt));
      return outcome.repeats?.storyId ?? uid;
    }
    draft = outcome.value;
  }
  recent.apply(rowOf(draft, refinedAt));
  return draft.storyId;
}

export const uidAt = (number: number): string => number.toString(16).padStart(16, '0');

/** Measures the sample. Returns null without the set. */
export function storyFigures(folder: string, directory: Directory): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ ts: number; title: string; host: string; publisher: string; story: string }>(
    folder,
    'stories/uci_news_aggregator_sample.jsonl',
  );
  if (rows === null) return null;
  const stories = rows.map(({ story }) => story);
  const placed = (time: (ts: number) => number): string[] => {
    const recent = newWindow();
    return rows.map(({ ts, title, host, publisher }, i) => {
      const at = new Date(time(ts)).toISOString();
      const url = `https://${host}/${i}`;
      return placeIn(recent, directory, articleOf(title, { url, identity: url, outlet: publisher, seen_at: at, fetched_at: at }), uidAt(i));
    });
  };
  const startMs = rows[0]?.ts ?? 0;
  return {
    ...bcubed(stories, placed(Number)),
    n: rows.length,
    // The sample was collected story by story, so its times separate stories better than real times would.
    without_times: bcubed(
      stories,
      placed(() => startMs),
    ),
  };
}

/** Measures pairs of headlines (gold/pairs.jsonl), each in an empty window: does the second join the story of the first? Null without the set. */
export function pairFigures(folder: string, directory: Directory, trained: TrainedTexts): Readonly<Record<string, unknown>> | null {
  const pairs = readRows<{ a: string; b: string; hours: number; same_event: boolean | null }>(folder, 'gold/pairs.jsonl');
  if (pairs === null) return null;
  const judged = pairs.filter(({ a, b, same_event: isSame }) => isSame !== null && !trained.has(`${a} ${b}`));
  const read = judged.map(({ a, b, hours, same_event: isSame }) => {
    const recent = newWindow();
    const [first, second] = [a, b].map((title, i) => {
      const at = new Date(FIRST_MS + i * hours * HOUR_MS).toISOString();
      const url = `https://outlet${i}.example/article`;
      return placeIn(recent, directory, articleOf(title, { url, identity: url, outlet: `outlet ${i}`, seen_at: at, fetched_at: at }), uidAt(i));
    });
    return { isExpected: isSame === true, isAnswered: first === second };
  });
  return { ...scoreYes(read), n: judged.length };
}
