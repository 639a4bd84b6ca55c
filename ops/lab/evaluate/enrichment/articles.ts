/** Builds the raw article that a feed would deliver for a labelled headline, and its draft after the normalise step. */
import { draftOf, type Draft } from '#pipeline/refine/article/draft.ts';
import { normaliseArticle } from '#pipeline/refine/normalise/normalise.ts';
import type { RawArticle } from '#schemas/raw.ts';

const SEEN_AT = '2026-06-01T12:00:00.000Z';

/** Returns the raw article of a headline; `changes` overrides its fields. */
export function articleOf(title: string, changes: Partial<RawArticle> = {}): RawArticle {
  const url = changes.url ?? 'https://www.example.com/article';
  return {
    kind: 'article',
    identity: url,
    source: 'evaluation',
    seen_at: SEEN_AT,
    fetched_at: SEEN_AT,
    url,
    title,
    summary: '',
    body: null,
    outlet: '',
    authors: [],
    topics: [],
    declared_language: null,
    banner_image: null,
    published_at: null,
    updated_at: null,
    ...changes,
  };
}

/** Returns the draft after the normalise step, or the draft before it when that step drops the article. */
export function normalisedDraft(raw: RawArticle, uid = '0000000000000000'): Draft {
  const draft = draftOf(raw, uid);
  const outcome = normaliseArticle(draft);
  return outcome.kept ? outcome.value : draft;
}
