import { expect, test } from 'vitest';
import { declaredPeriodMs } from '#pipeline/ingest/publishers/format/period.ts';
import { childrenOf, readXml } from '#pipeline/ingest/publishers/format/xml-tree.ts';

const minuteMs = 60_000;

function periodOf(inside: string): number | null {
  const xml = readXml(
    `<rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>F</title>${inside}</channel></rss>`,
    'https://example.com/',
  );
  if ('refused' in xml) throw new Error(xml.detail);
  return declaredPeriodMs(childrenOf(xml.root, 'channel')[0] ?? xml.root);
}

const sy = (period: string, frequency = ''): string =>
  `<sy:updatePeriod>${period}</sy:updatePeriod>${frequency === '' ? '' : `<sy:updateFrequency>${frequency}</sy:updateFrequency>`}`;

test.each<[string, number | null]>([
  ['', null],
  ['<ttl>5</ttl>', 5 * minuteMs],
  ['<ttl> 60 </ttl>', 60 * minuteMs],
  ['<ttl>0</ttl>', null],
  ['<ttl>-5</ttl>', null],
  ['<ttl>soon</ttl>', null],
  ['<ttl>99999999999</ttl>', null],
  [sy('hourly'), 60 * minuteMs],
  [sy('\n hourly \n', '\n 4 \n'), 15 * minuteMs],
  [sy('daily', '2'), 12 * 60 * minuteMs],
  [sy('often', '2'), null],
  [sy('daily', '0'), 24 * 60 * minuteMs],
  ['<sy:updateFrequency>2</sy:updateFrequency>', null],
  [`<ttl>10</ttl>${sy('hourly')}`, 10 * minuteMs],
])('%j', (inside, ms) => expect(periodOf(inside)).toBe(ms));
