/** The pages of the local upstream, which are laid out like those of publishers: a main text among other content. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { until } from '#test/support/until.ts';
import { openSite, sourceAt, startStage, type RunningStage, type Site } from './page-world.ts';

let upstream: Upstream;
let site: Site;
let stage: RunningStage | null = null;
beforeAll(async () => {
  [upstream, site] = await Promise.all([startUpstream({ rate: 0, burst: 200, filingShare: 0, seed: 7 }), openSite()]);
});
afterAll(async () => {
  await stage?.stop();
  site.close();
  await upstream.stop();
});

interface Feed {
  readonly items: readonly { readonly title: string; readonly url: string; readonly summary: string; readonly language?: string }[];
}

test('a headline that links to one is published with its text, and nothing of what stands around it', async () => {
  const catalogue = (await (await fetch(`${upstream.url}/catalogue.json`)).json()) as { url: string }[];
  const feeds = await Promise.all(
    catalogue.filter(({ url }) => url.endsWith('.json')).map(async ({ url }) => (await (await fetch(url)).json()) as Feed),
  );
  const listed = feeds.flatMap(({ items }) => items).filter(({ title, language }) => language === undefined && /^[\w\s,.'$%-]+$/.test(title));
  expect(listed.length).toBeGreaterThan(3);
  const items = listed.slice(0, 4).map(({ title, url }) => {
    const { pathname } = new URL(url);
    return `<item><title>${title}</title><link>${upstream.url}${pathname}</link></item>`;
  });
  site.serve('/feed', `<rss><channel>${items.join('')}</channel></rss>`, {});
  stage = startStage({ sites: [site, { ...site, base: upstream.url }], sources: [sourceAt(site, { aggregator: true })] });
  await until('the headlines', () => stage!.articles().length === items.length);
  expect(await stage.outcomes('read')).toBe(items.length);
  for (const { title, body } of stage.articles()) {
    const lead = listed.find((item) => item.title === title)!.summary;
    expect(body).toContain(lead.slice(0, 40));
    expect(body).not.toMatch(/cookies|Most read|All rights reserved|Subscribe/);
  }
});
