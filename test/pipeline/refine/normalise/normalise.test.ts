import { describe, expect, test } from 'vitest';
import { draftOf } from '#pipeline/refine/article/draft.ts';
import { normaliseArticle } from '#pipeline/refine/normalise/normalise.ts';
import { normalised, rawArticle } from '../fixtures.ts';

describe('the title', () => {
  test.each([
    ['Fed holds rates steady - Reuters', { outlet: 'Reuters', url: 'https://www.reuters.com/a' }, 'Fed holds rates steady'],
    ['Reuters | Fed holds rates steady again', { outlet: 'Reuters', url: 'https://www.reuters.com/a' }, 'Fed holds rates steady again'],
  ])('of %s loses the name of its own outlet', (title, changes, expected) => {
    expect(normalised(title, changes).title).toBe(expected);
  });

  test.each([
    ['EBay nears deal to sell StubHub - WSJ', { outlet: 'Seeking Alpha', url: 'https://seekingalpha.com/a' }],
    ['Apple: strong buy', { outlet: 'Apple', url: 'https://www.apple.com/newsroom/a' }],
  ])('keeps what only looks like an outlet: %s', (title, changes) => {
    expect(normalised(title, changes).title).toBe(title);
  });

  test('is one line of decoded text without control, invisible and bidirectional characters', () => {
    expect(normalised('  Stanley\u00a0Black &amp;amp; Decker\u200b \u202eraises\u0007  <b>dividend</b>\n').title).toBe(
      'Stanley Black & Decker raises dividend',
    );
  });

  test('has a ticker in parentheses that an old wire wrote in angle brackets', () => {
    expect(normalised('Pittway Corp <PRY> 4th qtr net').title).toBe('Pittway Corp (PRY) 4th qtr net');
  });

  test('loses the hashtags at its end', () => {
    expect(normalised('Palo Alto Networks: A Decent Buy. #markets #stocks').title).toBe('Palo Alto Networks: A Decent Buy');
  });

  test('is cut between words when it is overlong', () => {
    const { title } = normalised(`Tesla ${'recalls cars '.repeat(60)}`);
    expect(title.length).toBeLessThanOrEqual(300);
    expect(title).toMatch(/(recalls|cars)…$/);
  });

  test.each(['', '   ', '\u200b\u200e', '…', '-'])('that says nothing drops the article: %j', (title) => {
    expect(normaliseArticle(draftOf(rawArticle(title), 'a'.repeat(16)))).toMatchObject({ kept: false, reason: 'empty_title' });
  });
});

describe('the summary', () => {
  const body = 'First sentence of the story. Second one follows here. A third has more. The fourth is for readers only. And a fifth ends it.';

  test('has at most three sentences', () => {
    expect(normalised('A headline about something', { summary: body }).summary).toBe(
      'First sentence of the story. Second one follows here. A third has more.',
    );
  });

  test('does not end a sentence at Inc. or at initials', () => {
    const summary = 'Apple Inc. said J. P. Morgan of the U.S. Senate met Mr. Cook at 3.5 p.m. today. It gave no reason.';
    expect(normalised('A headline', { summary }).summary).toBe(summary);
  });

  test('has at most 600 characters, however long its sentences are', () => {
    const { summary } = normalised('A headline', { summary: `${'word '.repeat(400)}.` });
    expect(summary.length).toBeLessThanOrEqual(600);
    expect(summary).toMatch(/word…$/);
  });

  test('is taken from how the main text begins when the publisher describes nothing', () => {
    expect(normalised('A headline', { body }).summary).toBe('First sentence of the story. Second one follows here. A third has more.');
  });

  test('does not repeat the title, as aggregators do', () => {
    expect(normalised('Japan hedges LNG risks', { summary: 'Japan hedges LNG risks &nbsp;&nbsp; Reuters', outlet: 'Reuters' }).summary).toBe('');
  });

  test('and the lead have nothing of the headlines that an aggregator puts below the title', () => {
    const listed = 'Frontier ends merger talks The Verge\nAirline walks away from rival CNBC\nLive updates: Ford keeps its outlook Financial Times';
    const { summary, lead } = normalised('Frontier ends merger talks', { body: listed, outlet: 'The Verge' });
    expect([summary, lead]).toEqual(['', '']);
    const article = 'Frontier ends merger talks\nThe airline said on Monday that it had enough.\nFord keeps its outlook';
    expect(normalised('Frontier ends merger talks', { body: article }).lead).toContain('had enough.');
  });

  test.each(['One short sentence is all.', 'Two of them. Here is all of it.', 'Three of them. Here is more. This is the end.', 'Tiny.'])(
    'is never the whole text: %s',
    (whole) => {
      const { summary } = normalised('A headline', { summary: whole, body: whole });
      expect(summary.length).toBeLessThan(whole.length);
    },
  );

  test.each([
    ['Shares rose. The post Shares rise appeared first on MarketWatch.', 'Shares rose.'],
    ['NEW YORK, Nov 3 (Reuters) - Shares rose on Monday.', 'Shares rose on Monday.'],
    ['SAN JOSE, Calif., Jan. 5, 2026 /PRNewswire/ -- Shares rose on Monday.', 'Shares rose on Monday.'],
    ['Shares rose. Image source: Getty Images.', 'Shares rose.'],
    ['Shares rose. © 2026 Benzinga.com. Benzinga does not provide investment advice. All rights reserved.', 'Shares rose.'],
  ])('loses what publishers wrap around it: %s', (summary, expected) => {
    expect(normalised('A headline', { summary }).summary).toBe(expected);
  });

  test.each([
    ['Oil fell. To learn more about Acme, visit www.acme.com.', 'Oil fell.'],
    ['Oil fell. If you like this, sign up for our daily newsletter.', 'Oil fell.'],
    ['Oil fell on Monday Continue reading at the site', 'Oil fell on Monday'],
    ['Acme said it would […]', 'Acme said it would…'],
    ['Oil fell. Acme said it […] The post Oil falls appeared first on Blog.', 'Oil fell.'],
    ['Oil fell. (END) Dow Jones Newswires June 1, 2026', 'Oil fell.'],
    ['Oil fell. About Acme Acme Corp is a maker of anvils.', 'Oil fell.'],
    ['Oil fell. This press release contains forward-looking statements. They may differ.', 'Oil fell.'],
  ])('loses boilerplate by whole sentences: %s', (summary, expected) => {
    expect(normalised('A headline', { summary }).summary).toBe(expected);
  });

  test.each([
    'If you give banks reasons to lend, then we will see more lending. Oil fell.',
    'SOURCE Global raises money. Oil fell.',
    'The regulator sued Acme over forward-looking statements of 2024. Oil fell.',
  ])('keeps a sentence that only has words of boilerplate: %s', (summary) => {
    expect(normalised('A headline', { summary }).summary).toBe(summary);
  });

  test('has no half sentence of a description that is read in part', () => {
    const summary = `<p>Oil fell on Monday.</p>${'<span class="none"></span>'.repeat(74)}<p>${'The reasons were many, '.repeat(20)}as it seems.</p>`;
    expect(normalised('A headline', { summary }).summary).toBe('Oil fell on Monday.');
  });
});

describe('the times', () => {
  test('are the publisher’s where it gives one', () => {
    expect(normalised('A headline', { published_at: '2026-06-01T10:00:00.000Z' }).timePublished).toBe('2026-06-01T10:00:00.000Z');
  });

  test.each([null, '2026-06-01T12:30:00.000Z', '2099-01-01T00:00:00.000Z'])(
    'are those of first sight where the publisher’s is absent or in the future: %s',
    (published_at) => {
      expect(normalised('A headline', { published_at }).timePublished).toBe('2026-06-01T11:58:00.000Z');
    },
  );
});

test('authors and topics are cleaned, each once, and bounded', () => {
  const draft = normalised('Oil prices rise', {
    authors: ['By Jane Doe', 'Jane Doe', ' ', ...Array.from({ length: 30 }, (_, i) => `Author ${i}x`)],
    topics: ['Oil', 'Oil', '', 'Markets', 'ice'],
  });
  expect(draft.authors).toHaveLength(10);
  expect(draft.authors[0]).toBe('Jane Doe');
  expect(draft.topics).toEqual([
    { topic: 'Oil', relevance: 1 },
    { topic: 'Markets', relevance: 0.5 },
    { topic: 'ice', relevance: 0.5 },
  ]);
});
