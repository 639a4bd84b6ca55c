/** An API and accounts for the tests of stories, and articles of outlets with different owners and with one owner. */
import type { Api } from '#api/main.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { Story, StoryCard } from '#schemas/story.ts';
import { call, statusOf, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord, withOriginal } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

export const startMs = Date.now();
export const minutesAgo = (minutes: number): string => new Date(startMs - minutes * 60_000).toISOString();
export const daysAgo = (days: number): string => minutesAgo(days * 1_440);

export interface StoryPage {
  readonly results: StoryCard[];
  readonly next_cursor: string | null;
  readonly symbol_note: string | null;
}
export interface Lookup {
  readonly status: string;
  readonly story: Story | null;
  readonly redirect_to: string | null;
  readonly article: { readonly uid: string; readonly title: string; readonly time_published: string } | null;
}

type Changes = NonNullable<Parameters<typeof rowRecord>[1]> & Partial<Pick<StoredItem['original'], 'title' | 'summary' | 'authors' | 'source'>>;

/** Returns an article of the outlet at this domain. */
export function articleOf(domain: string, identity: string, changes: Changes = {}): FeedRow {
  const { title, summary, authors, source = domain, ...others } = changes;
  const row = rowRecord(identity, others);
  const { original } = row.item;
  const told = { title: title ?? original.title, summary: summary ?? original.summary, authors: authors ?? original.authors };
  return withOriginal(row, { ...told, source, source_domain: domain });
}

/** Returns the articles of a story, a minute apart; the last one is of the time `last`. */
export function storyOf(name: string, last: string, { domains = ['wire.example', 'daily.example'], ...changes }: Changes & { readonly domains?: readonly string[] } = {}): FeedRow[] {
  const root = rowRecord(`${name} 0`).uid;
  return domains.map((domain, at) =>
    articleOf(domain, `${name} ${at}`, {
      publishedAt: new Date(Date.parse(last) - (domains.length - 1 - at) * 60_000).toISOString(),
      ...changes,
      storyId: root,
    }),
  );
} // prettier-ignore

export interface StoriesGround {
  readonly ground: Ground;
  readonly api: Api;
  readonly accounts: Readonly<Record<'free' | 'pro', string>>;
  readonly moveClock: (ms: number) => void;
  /** Requests `/api/stories/` followed by `rest`. */
  readonly get: <T = StoryPage>(rest?: string, plan?: 'free' | 'pro') => Promise<Answer<T>>;
}

/** An API that serves these rows to the file's tests. */
export async function storiesGround(rows: readonly FeedRow[]): Promise<StoriesGround> {
  let movedMs = 0;
  const ground = await sharedGround();
  await ground.putSymbols(['ACME', 'NVDA', 'GOOG', 'GOOGL'].map((name) => symbolEntry(name, name.startsWith('GOOG') ? { cik: '0001652044' } : {})));
  await ground.append(rows);
  const plenty = { perMinute: 1_000_000, perDay: 100_000_000 };
  const [free, pro] = await Promise.all([ground.account('free', plenty), ground.account('pro', plenty)]);
  const accounts = { free: free.key, pro: pro.key };
  const api = await sharedApi(ground, {}, () => Date.now() + movedMs);
  const get: StoriesGround['get'] = (rest = '', plan = 'pro') => call(`${api.url}/api/stories/${rest}`, { key: accounts[plan] });
  await until('the symbols', async () => (await statusOf(api)).symbols === 4);
  await until('the keys', async () => (await get('', 'free')).status === 200 && (await get('', 'pro')).status === 200);
  return { ground, api, accounts, moveClock: (ms) => void (movedMs += ms), get };
}
