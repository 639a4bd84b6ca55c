/** Ground for the tests of stories: an API, accounts, and articles of outlets with owners of their own and of one owner. */
import { afterAll, beforeAll } from 'vitest';
import type { Api } from '#api/main.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import type { Story, StoryCard } from '#schemas/story.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
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

type Changes = NonNullable<Parameters<typeof rowRecord>[1]> & Partial<Pick<NewsItem['original'], 'title' | 'summary' | 'authors' | 'source'>>;

/** Returns an article of the outlet at this domain. */
export function articleOf(domain: string, identity: string, changes: Changes = {}): FeedRow {
  const { title, summary, authors, source = domain, ...others } = changes;
  const row = rowRecord(identity, others);
  const { original } = row.item;
  const told = { title: title ?? original.title, summary: summary ?? original.summary, authors: authors ?? original.authors };
  return { ...row, item: { ...row.item, original: { ...original, ...told, source, source_domain: domain } } };
}

/** Returns a story of articles that follow one another by a minute; the last is of `last`. */
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

/** Ground for one test file, started with these rows before its tests and stopped after them. */
export function storiesGround(rows: readonly FeedRow[]): StoriesGround {
  const made: { ground?: Ground; api?: Api; accounts?: Record<'free' | 'pro', string> } = {};
  let movedMs = 0;
  const of = <K extends keyof typeof made>(name: K): NonNullable<(typeof made)[K]> => {
    const value = made[name];
    if (value === undefined) throw new Error(`${name} is there from beforeAll on`);
    return value;
  };
  const get = <T = StoryPage>(rest = '', plan: 'free' | 'pro' = 'pro'): Promise<Answer<T>> =>
    call<T>(`${of('api').url}/api/stories/${rest}`, { key: of('accounts')[plan] });
  beforeAll(async () => {
    const ground = await startGround();
    made.ground = ground;
    await ground.putSymbols(['ACME', 'NVDA', 'GOOG', 'GOOGL'].map((name) => symbolEntry(name, name.startsWith('GOOG') ? { cik: '0001652044' } : {})));
    await ground.append(rows);
    const plenty = { perMinute: 1_000_000, perDay: 100_000_000 };
    const [free, pro] = await Promise.all([ground.account('free', plenty), ground.account('pro', plenty)]);
    made.accounts = { free: free.key, pro: pro.key };
    made.api = await startApiOn(ground, {}, () => Date.now() + movedMs);
    const { ops } = made.api;
    await until('the symbols', async () => (await call<{ details: { symbols: number } }>(`${ops}/status`)).body.details.symbols === 4);
    await until('the keys', async () => (await get('', 'free')).status === 200 && (await get('', 'pro')).status === 200);
  });
  afterAll(async () => {
    await made.api?.stop();
    await made.ground?.stop();
  });
  return {
    get ground() {
      return of('ground');
    },
    get api() {
      return of('api');
    },
    get accounts() {
      return of('accounts');
    },
    moveClock: (ms) => void (movedMs += ms),
    get,
  };
}
