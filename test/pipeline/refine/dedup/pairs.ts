/** Pairs of headlines and leads, written by hand to show what wires and outlets do to each other's copy. */
export type Copy = readonly [title: string, lead?: string];
export type Pair = readonly [what: string, first: Copy, second: Copy];

/** Reads pairs of headlines, one a line: what | headline | headline. */
const pairsOf = (lines: string): Pair[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [what = '', first = '', second = ''] = line.trim().split(' | ');
      return [what, [first], [second]];
    });

const merger =
  'Merck & Co said on Thursday it agreed to buy Prometheus Biosciences for $10.8 billion in cash, or $200 a share, to add an experimental treatment for ulcerative colitis to its pipeline.';
const results =
  'Intel Corp reported second-quarter revenue of $12.9 billion, down 15% from a year earlier, and earned 13 cents a share on an adjusted basis as demand for server chips stayed weak.';
const recall =
  'General Motors is recalling 668,000 child seats and trucks in the United States because an anchor bar may be coated with too much powder, the National Highway Traffic Safety Administration said.';
const rates =
  'The Bank of Canada raised its key interest rate by a quarter point to 4.75% on Wednesday, the highest level in 22 years, citing an overheating economy and stubborn inflation.';
const strike =
  'Workers at Boeing supplier Spirit AeroSystems voted on Wednesday to reject a four-year contract offer and to strike from Saturday, the machinists union said, which would halt production of fuselages.';
const listing =
  'Grocery delivery company Instacart priced its initial public offering at $30 a share, the top of its range, raising $660 million in a deal that values it at about $9.9 billion.';

const mergerNews: Copy = ['Merck to buy Prometheus for $10.8 billion', merger];
const resultsNews: Copy = ['Intel posts second-quarter revenue of $12.9 billion', results];
const recallNews: Copy = ['GM recalls 668,000 vehicles over child seat anchors', recall];
const ratesNews: Copy = ['Bank of Canada raises rates to 22-year high', rates];
const strikeNews: Copy = ['Boeing supplier Spirit workers vote to strike', strike];
const listingNews: Copy = ['Instacart prices IPO at $30 a share', listing];

/** One text, published twice. */
export const copies: readonly Pair[] = [
  ['word for word', mergerNews, mergerNews],
  ['UPDATE 1-', mergerNews, ['UPDATE 1-Merck to buy Prometheus for $10.8 bln', merger]],
  ['CORRECTED-', resultsNews, ['CORRECTED-Intel posts second-quarter revenue of $12.9 billion', results]],
  ['BREAKING:', strikeNews, ['BREAKING: Boeing supplier Spirit workers vote to strike', strike]],
  ['a publisher behind a dash', listingNews, ['Instacart prices IPO at $30 a share - Reuters', listing]],
  ['a publisher in front', listingNews, ['Bloomberg - Instacart prices IPO at $30 a share', listing]],
  ['“- sources”', mergerNews, ['Merck to buy Prometheus for $10.8 billion - sources', merger]],
  ['“By Reuters” in the lead', mergerNews, ['Merck to buy Prometheus for $10.8 billion', `(Reuters) - ${merger}`]],
  ['a dateline in the lead', resultsNews, ['Intel posts second-quarter revenue of $12.9 billion', `NEW YORK, July 27 (Reuters) - ${results}`]],
  ['a lead cut short', recallNews, ['GM recalls 668,000 vehicles over child seat anchors', `${recall.slice(0, 120)}…`]],
  ['no lead', recallNews, ['GM recalls 668,000 vehicles over child seat anchors']],
  ['capitals', strikeNews, ['BOEING SUPPLIER SPIRIT WORKERS VOTE TO STRIKE', strike]],
  ['an article more', ratesNews, ['The Bank of Canada raises rates to a 22-year high', rates]],
  ['a headline cut and words in front', listingNews, ['Exclusive: grocery app debut as Instacart prices IPO at $30 a share', listing]],
  ['a reworded headline over the same lead', mergerNews, ['Merck strikes $10.8 billion deal to buy Prometheus', merger]],
  [
    'an ellipsis for the rest of the headline',
    ['Boeing supplier Spirit workers vote to strike and reject offer', strike],
    ['Boeing supplier Spirit workers vote to strike and ...', strike],
  ],
];

/** Two texts of one template, of one company, or of one day. */
export const siblings: readonly Pair[] = [
  ...pairsOf(`
    another quarter in the headline | Intel Q2 revenue falls as server chip demand stays weak | Intel Q3 revenue falls as server chip demand stays weak
    another fiscal year | Nike reports results for fiscal 2023 and raises dividend | Nike reports results for fiscal 2024 and raises dividend
    companies whose names are common words | Target shares gap up to $150.10 on strong volume | Gap shares gap up to $150.10 on strong volume
    another price in the same template | Pfizer shares gap up to $25.10 on volume | Pfizer shares gap up to $26.40 on volume
    another company | Intel declares quarterly dividend of $0.125 a share | Cisco declares quarterly dividend of $0.125 a share
    upgraded, downgraded | Nike upgraded to buy at Jefferies on inventory outlook | Nike downgraded to buy at Jefferies on inventory outlook
    Monday, Tuesday | Stocks making the biggest moves midday Monday | Stocks making the biggest moves midday Tuesday
    an offer, then its withdrawal | Xerox offers $33 billion for HP in cash and stock | Xerox drops $33 billion offer for HP in cash and stock
    a column that says nothing | Five things to know before the stock market opens | Five things to know before the stock market opens
    another drug of the company | Pfizer gets FDA approval for RSV vaccine in older adults | Pfizer gets FDA approval for migraine spray in older adults
    one fact more, without a lead | Ford recalls trucks over software fault in the brakes | Ford recalls trucks over software fault in the brakes, shares fall
  `),
  [
    'another quarter in the lead',
    ['Intel reports quarterly results', results],
    ['Intel reports quarterly results', results.replace('second', 'third').replace('12.9', '14.2').replace('13 cents', '41 cents')],
  ],
  [
    'the same lead with other figures',
    [
      'Insider trade report: director sells shares of Ford',
      'A director of the company sold 1,000 shares at an average price of $12.50 in a transaction disclosed with the SEC.',
    ],
    [
      'Insider trade report: director sells shares of Ford',
      'A director of the company sold 7,500 shares at an average price of $13.75 in a transaction disclosed with the SEC.',
    ],
  ],
  [
    'the same lead by an outlet on all its pages',
    [
      'Nike names new finance chief',
      'Get the latest market news and analysis from our newsroom every business day of the week, with live quotes and charts.',
    ],
    [
      'Intel opens plant in Ohio',
      'Get the latest market news and analysis from our newsroom every business day of the week, with live quotes and charts.',
    ],
  ],
];
