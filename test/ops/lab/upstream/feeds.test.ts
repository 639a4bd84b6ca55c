import { parseFeed } from 'feedsmith';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialects } from '#ops/lab/upstream/feeds/manners.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { ask, catalogueOf, truthOf, type Answer, type TruthLine } from './client.ts';

let upstream: Upstream;
let answers: ReadonlyMap<string, Answer>;
let truth: readonly TruthLine[];

beforeAll(async () => {
  upstream = await startUpstream({ rate: 0, burst: 2_500, seed: 11 });
  const sources = await catalogueOf(upstream.url);
  answers = new Map(await Promise.all(sources.map(async ({ id, url }) => [id, await ask(url)] as const)));
  truth = await truthOf(upstream.url);
});
afterAll(() => upstream.stop());

/** Decodes the body as the byte order mark, the Content-Type or the XML declaration says. */
function decoded({ headers, body }: Answer): string {
  const isUtf16 = body[0] === 0xff && body[1] === 0xfe;
  const inHeader = /charset=([\w-]+)/.exec(headers.get('content-type') ?? '')?.[1];
  const inProlog = /^<\?xml[^>]*encoding="([\w-]+)"/.exec(body.subarray(0, 100).toString('latin1'))?.[1];
  return iconv.decode(body, isUtf16 ? 'utf-16le' : (inHeader ?? inProlog ?? 'utf-8'));
}

const entriesOf = (id: string): number => truth.filter(({ source }) => source === id).length;

describe('each feed', () => {
  test('stands in the catalogue as the publisher stage wants it', async () => {
    const sources = await catalogueOf(upstream.url);
    expect(sources.map(({ id }) => id)).toEqual(outlets.map(({ id }) => id));
    expect(new Set(sources.map(({ domain }) => domain)).size).toBe(sources.length);
    for (const { id, url } of sources) {
      expect(id).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
      expect(url.startsWith(`${upstream.url}/feeds/${id}.`)).toBe(true);
    }
  });

  test.each(outlets.map((outlet) => [outlet.id, outlet] as const))(
    '%s parses in its dialect and has the entries that the truth says',
    (id, outlet) => {
      const answer = answers.get(id);
      expect(answer?.status).toBe(200);
      // feedsmith 3.0.1 looks up RDF items by the table of contents, and misses addresses with an ampersand.
      const { format, feed } = parseFeed(decoded(answer!).replace(/<items>[^]*<\/items>/, ''));
      expect(format).toBe({ rss2: 'rss', rss1: 'rdf', rss092: 'rss', atom: 'atom', json: 'json' }[outlet.dialect]);
      const entries = 'items' in feed ? feed.items : 'entries' in feed ? feed.entries : [];
      expect(entries).toHaveLength(entriesOf(id));
    },
  );

  test('shows its titles in its own encoding, whatever the script', () => {
    for (const language of ['ru', 'ja', 'zh', 'de']) {
      const source = outlets.find((outlet) => outlet.language === language)?.id ?? '';
      const titles = truth
        .filter((line) => line.source === source && line.expect?.language === language)
        .map(({ expect: known }) => String(known?.title));
      const text = decoded(answers.get(source)!);
      expect(titles.length).toBeGreaterThan(0);
      expect(titles.filter((title) => !text.includes(title.replaceAll('&', '&amp;')))).toEqual([]);
    }
  });
});

test('every dialect, five encodings and all four kinds of validators are there', () => {
  expect(new Set(outlets.map(({ dialect }) => dialect))).toEqual(new Set(dialects));
  expect(new Set(outlets.map(({ encoding }) => encoding)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(outlets.map(({ validators }) => validators)).size).toBe(4);
});

test('entries go newest first and the page of each is there', async () => {
  const text = answers.get('meridian_wire')?.text ?? '';
  const links = [...text.matchAll(/<link>([^<]+\/articles\/[^<]+)<\/link>/g)].map(([, link = '']) => link);
  const indexes = links.map((link) =>
    Number.parseInt(
      link
        .replace(/[?#].*/, '')
        .split('-')
        .at(-1) ?? '',
      36,
    ),
  );
  const own = truth.filter((line) => line.source === 'meridian_wire' && line.expect?.duplicate_of === null && line.expect.defect !== 'relative_link');
  expect(links.length).toBeGreaterThanOrEqual(own.length);
  expect(links.every((link) => /^https:\/\/www\.[a-z]+\.example\/articles\//.test(link))).toBe(true);
  const page = await ask(`${upstream.url}${new URL(links[0] ?? '').pathname}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('<article>');
  // Copies of an address have the number of their original; the other numbers decrease.
  const originals = indexes.filter((index) => own.some(({ document }) => document === `article-${index}`));
  expect(originals.slice(0, 50)).toEqual([...originals].sort((a, b) => b - a).slice(0, 50));
});
