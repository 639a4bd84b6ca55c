import { describe, expect, test } from 'vitest';
import { factsOf, type Facts } from '#api/stories/facts.ts';
import { marksOf } from '#api/stories/marks.ts';
import { materialOf } from '#api/stories/material.ts';
import { sentencesOf } from '#api/stories/sentences.ts';
import { articleOf, minutesAgo } from './stories-ground.ts';

interface Told {
  readonly by: string;
  readonly title?: string;
  readonly summary?: string;
}

/** Returns the facts of these materials, a minute apart in the given order. */
function compared(...told: readonly Told[]): Facts {
  return factsOf(
    told.map(({ by, title = '', summary = '' }, at) => {
      const publishedAt = minutesAgo(100 - at);
      const { uid, item } = articleOf(`${by.toLowerCase()}.example`, `told ${at}`, { title, summary, publishedAt, source: by });
      const [publishedAtMs, doc] = [Date.parse(publishedAt), JSON.stringify(item)];
      return materialOf({ seq: at + 1, version: 0, uid, storyId: uid, isRoot: true, publishedAtMs, createdAtMs: publishedAtMs, doc });
    }),
  );
}
const texts = ({ keyFacts }: Facts): string[] => keyFacts.map(({ text, publisher }) => `${publisher}: ${text}`);

describe('key facts', () => {
  test('are sentences with a number that a second publisher states, however it is written', () => {
    const facts = compared(
      { by: 'A', summary: 'Acme agreed to buy Beta for $2.1 billion in cash. Acme was founded in Ohio by two brothers.' },
      { by: 'B', title: 'Acme buys Beta in US$2.10bn deal' },
    );
    expect(texts(facts)).toEqual(['A: Acme agreed to buy Beta for $2.1 billion in cash.']);
    expect(facts.changedAtMs).toBe(Date.parse(minutesAgo(99)));
    expect(facts.uncertainties).toEqual([]);
  });

  test.each<[string, string, string, boolean]>([
    ['a day', 'The merger of Acme and Beta closes on Sept. 15.', 'Acme and Beta expect their merger to close on 15 September.', true],
    ['a rounded number', 'Acme will cut about 1,500 jobs in Europe.', 'At Acme 1,480 jobs in Europe will go.', true],
    ['a name', 'The merger was approved by regulator Lina Khan despite protests of unions.', 'Unions protested after the regulator Lina Khan approved the merger.', true],
    ['another number', 'Acme will pay a dividend of $1.20 to holders.', 'Acme will pay its holders a dividend of $1.90.', false],
    ['one currency is not the other', 'Acme will invest $300 million in Ohio.', 'Acme will invest €300 million in Ohio.', false],
    ['shares of different things', 'Revenue of the carmaker rose 5%.', 'Unemployment in Ohio fell to 5%.', false],
    ['a year', 'Acme was last fined by Ohio in 2025.', 'Acme was fined by Ohio, the first time since 2025.', false],
    ['of two countries', 'German consumer prices climb 4.6% in a year.', 'Indian producer prices climb 4.6% in a year.', false],
    ['of two central banks', 'The Bank of England raised its key rate to 5.2%.', 'The Federal Reserve raised its key rate to 5.2%.', false],
    ['beside a number that is not', 'Solana rose 1.6% to $115,670 on Monday.', 'Solana rose 1.6% to $129,741 on Monday.', false],
    ['one way and the other', 'Revenue of Acme in Ohio rose 4.6% in May.', 'Revenue of Acme in Ohio fell 4.6% in May.', false],
    ['one way, in other words', 'Revenue of Acme in Ohio rose 4.6% in May.', 'Acme reports a 4.6% increase of its Ohio revenue.', true],
    ['counts of different things', 'Acme hired 20 engineers for its plant.', 'Acme opened 20 stores beside its plant.', false],
  ])('%s', (_, one, other, isAgreed) => {
    expect(compared({ by: 'A', summary: one }, { by: 'B', summary: other }).keyFacts.length > 0).toBe(isAgreed);
  }); // prettier-ignore

  test('need two publishers, however many articles one has', () => {
    expect(compared({ by: 'A', summary: 'Acme buys Beta for $2 billion.' }, { by: 'A', summary: 'Beta goes to Acme for $2 billion.' }).keyFacts).toEqual([]);
  }); // prettier-ignore

  test('are at most six, each with a new claim, and never a sentence that was cut off', () => {
    const sentences = Array.from({ length: 9 }, (_, at) => `Plant number ${'ABCDEFGHI'[at]} of Acme employs ${101 + 37 * at} workers today.`);
    const facts = compared({ by: 'A', summary: sentences.join(' ') }, { by: 'B', summary: sentences.join(' ') });
    expect(facts.keyFacts).toHaveLength(6);
    expect(new Set(facts.keyFacts.map(({ text }) => text)).size).toBe(6);
    const cut = compared({ by: 'A', summary: 'Acme buys Beta for $2.1 billion in...' }, { by: 'B', summary: 'Acme buys Beta for $2.1 billion …' });
    expect(cut.keyFacts).toEqual([]);
  });
});

describe('uncertainties', () => {
  test('are numbers of one subject on which publishers differ, with their publishers', () => {
    const facts = compared(
      { by: 'A', summary: 'Acme will cut 1,200 jobs at its plants.' },
      { by: 'B', summary: 'Acme said 1,500 jobs at its plants would go.' },
      { by: 'C', title: 'Acme to shed 1,500 jobs at plants' },
    );
    expect(facts.uncertainties).toEqual(['On jobs: A says 1,200; B and C say 1,500.']);
    expect(facts.keyFacts).toEqual([]);
    expect(facts.changedAtMs).toBe(Date.parse(minutesAgo(99)));
  });

  test.each([
    ['one rounds the other', 'Revenue at Acme was $2 billion.', 'Acme had revenue of $2.04 billion.'],
    ['one gives the year before too', 'Revenue at Acme rose to $2.4 billion from $2.1 billion.', 'Acme reported revenue of $2.4 billion.'],
    ['one expects, the other reports', 'Acme expects revenue of $2.4 billion.', 'Acme reported revenue of $2.1 billion.'],
    ['prices move', 'Shares of Acme fell 4% after the deal.', 'Shares of Acme fell 6% after the deal.'],
    ['of different measures', 'Acme had revenue of $2.4 billion.', 'Acme made a profit of $1.1 billion.'],
    ['a commodity settled', 'Gold for delivery in May settled at $868.79 in New York.', 'Gold for delivery in May settled at $901.20 in New York.'],
    ['it is a price of a takeover', 'Acme offers $55.08 a share for Beta.', 'Acme bids $120.11 per share for Beta.'],
    ['a share of jobs', 'The Nikkei rose on jobs data: it gained 2.5%.', 'The Nikkei rose on jobs data: it gained 1.8%.'],
    ['of two countries', 'German revenue of carmakers was $2.4 billion.', 'Indian revenue of carmakers was $2.1 billion.'],
    ['of different sizes', 'Acme will pay a fine of $5 million.', 'The fine for all banks, Acme among them, is $900 million.'],
    ['one gives what was expected beside it', 'Acme EPS hit $1.51 vs $1.22 expected.', 'Acme reported EPS of $1.51.'],
    ['hopes of a rate move an index', 'The Nikkei gained 2.7% on rate hopes in Japan.', 'The Nikkei gained 2.1% on rate hopes in Japan.'],
    ['a risk of rates is no rate', 'Banks put rate risk at 2.8% of capital.', 'Banks put rate risk at 3.1% of capital.'],
    ['fallout of inflation is no inflation', 'Inflation fallout of 2.8% hits Acme.', 'Inflation fallout of 3.1% hits Acme.'],
    [
      'a probe of sales costs a sum',
      'Acme faces a $1.31 billion probe over sales practices.',
      'A sales probe may lead to a bill of $1.12 billion at Acme.',
    ],
    [
      'one profit is before costs of capital',
      'Acme quarterly operating profit rises to 2.8 billion euros.',
      'Acme posts net profit of 2.1 billion euros.',
    ],
    [
      'one profit is before taxes',
      'Acme first-half pretax profit falls to $15.8 billion.',
      'Acme posts net profit of $12.4 billion for the first half.',
    ],
    ['one is of a part', 'Acme said cloud revenue rose to $26 billion.', 'Acme reported total revenue of $70 billion.'],
    ['one begins with a part', 'Cloud revenue at Acme rose to $26 billion.', 'Acme, strong in the cloud, had revenue of $70 billion.'],
    ['one is of a longer time', 'Acme had first-half revenue of $5.1 billion.', 'Acme had second-quarter revenue of $2.6 billion.'],
    ['one is of a place', 'Acme would cut 15,000 jobs worldwide.', 'Acme will cut 5,400 jobs in Oregon.'],
    ['one publisher gives both', 'Acme cut 900 jobs, and 1,200 jobs at Beta.', 'Acme cut 1,000 jobs in Ohio.'],
  ])('there are none if %s', (_, one, other) => {
    expect(compared({ by: 'A', summary: one }, { by: 'B', summary: other }).uncertainties).toEqual([]);
  });

  test.each([
    ['reported revenue, which analysts had expected otherwise', 'Acme had revenue of $128 million, less than analysts expected.', 'Acme had revenue of $156 million, more than analysts expected.', 'On revenue: A says $128 million; B says $156 million.'],
    ['earnings, not what was expected beside them', 'Acme posts EPS of $1.51 vs $1.22 expected.', 'Acme posts revenue of $3 billion vs $3 billion expected and EPS of $1.41.', 'On per-share earnings: A says $1.51; B says $1.41.'],
    ['expected earnings, behind the reported ones', 'Acme EPS hit $1.51 vs $1.22 expected.', 'Acme EPS hit $1.51 vs $1.32 expected.', 'On expected per-share earnings: A says $1.22; B says $1.32.'],
    ['revenue that beat estimates', 'Acme revenue of $128 million topped estimates.', 'Acme revenue was about $156 million, above estimates.', 'On revenue: A says $128 million; B says $156 million.'],
    ['profits of one kind', "Acme's operating profit hit $2.8 billion.", 'Acme posts operating profit of $2.1 billion.', 'On operating profit: A says $2.8 billion; B says $2.1 billion.'],
    ['jobs in one place', 'Acme will cut 5,400 jobs in Oregon.', 'Acme cuts 4,000 jobs in Oregon.', 'On jobs in Oregon: A says 5,400; B says 4,000.'],
    ['a contract', 'Acme wins $1.2 billion Navy contract for radars.', 'The Navy gives Acme a radar contract of $1.5 billion.', 'On the contract: A says $1.2 billion; B says $1.5 billion.'],
    ['what a settlement costs', 'Acme settles opioid suits for $700 million.', 'Acme to pay $750 million to settle opioid suits.', 'On the fine or settlement: A says $700 million; B says $750 million.'],
    ['how many a recall is of', 'Acme recalls 1.4 million trucks over gears.', 'Acme recalls 1.2 million trucks for their gears.', 'On the recall: A says 1.4 million; B says 1.2 million.'],
    ['a share of the staff', 'Acme will cut 15% of its staff in Ohio.', 'Acme cuts 20% of staff in Ohio.', 'On the workforce: A says 15%; B says 20%.'],
    ['the injured, who are no jobs', 'A fire at Acme injured 30 workers.', 'The fire at Acme injured 42 workers.', 'On the injured: A says 30; B says 42.'],
    ['whose data were taken', 'Thieves took data of 5 million customers of Acme.', 'Acme says thieves took data of 8 million customers.', 'On customers: A says 5 million; B says 8 million.'],
    ['a rate, and no inflation', 'The Riksbank set its key rate at 2.8% to curb inflation.', 'The Riksbank set its key rate at 3.1% to curb inflation.', 'On the rate: A says 2.8%; B says 3.1%.'],
  ])('name the subject: %s', (_, one, other, said) => {
    expect(compared({ by: 'A', summary: one }, { by: 'B', summary: other }).uncertainties).toEqual([said]);
  }); // prettier-ignore

  test('a publisher counts with its last article', () => {
    const early = { by: 'A', summary: 'Acme will cut 1,200 jobs at its plants.' };
    const other = { by: 'B', summary: 'Acme said 1,500 jobs at its plants would go.' };
    expect(compared(early, other, { by: 'A', summary: 'Acme now says it will cut 1,500 jobs at its plants.' }).uncertainties).toEqual([]);
  });
});

test('sentences do not end after abbreviations', () => {
  expect(sentencesOf('Acme Inc. of the U.S. paid Dr. Doe $2.5 million. "It did!" He left on Sept. 3. And then')).toEqual([
    'Acme Inc. of the U.S. paid Dr. Doe $2.5 million.',
    '"It did!"',
    'He left on Sept. 3.',
  ]);
});

test('names of forms, models and years are not numbers', () => {
  expect(marksOf('The 10-K of 3M for 2025 lists the F-150, Q3 and a 52-week high.', new Set()).filter(({ kind }) => kind !== 'name')).toEqual([]);
});
