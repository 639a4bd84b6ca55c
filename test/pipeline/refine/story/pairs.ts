/** Pairs of articles, written by hand: headline, lead, and the hours from the first to the second. */
export type Article = readonly [title: string, lead?: string];
export type Pair = readonly [what: string, first: Article, second: Article, hoursLater: number];

/** Two write-ups of one event. */
export const oneEvent: readonly Pair[] = [
  [
    'results by two outlets',
    [
      'Netflix adds 9 million subscribers, tops forecasts',
      'Netflix said on Tuesday it added 9 million subscribers in the quarter, above Wall Street forecasts.',
    ],
    ['Netflix subscriber gains of 9 million beat Wall Street forecasts', 'The streaming company added 9 million subscribers.'],
    1,
  ],
  [
    'results, the next morning',
    ['Boeing posts $1.6 billion quarterly loss on strike', 'Boeing reported a third-quarter loss of $1.6 billion as a strike halted jet production.'],
    ['Boeing loses $1.6 billion in quarter as strike halts jets', 'Boeing lost $1.6 billion in the third quarter.'],
    8,
  ],
  [
    'a takeover',
    [
      'Exxon to buy Pioneer Natural for $60 billion',
      'Exxon Mobil agreed to buy shale producer Pioneer Natural Resources in an all-stock deal worth $60 billion.',
    ],
    ['Exxon to acquire shale producer Pioneer in $60 billion all-stock deal', 'The deal is the largest of the year in shale.'],
    4,
  ],
  [
    'a takeover and its sequel of the day',
    ['Pfizer in talks to buy Metsera, sources say', 'Pfizer is in talks to buy obesity drug developer Metsera.'],
    ['Pfizer agrees to buy obesity drug developer Metsera', 'Pfizer said it agreed to buy Metsera for $4.9 billion.'],
    6,
  ],
  [
    'a recall',
    [
      'Ford recalls 1.4 million F-150 trucks over gear shift flaw',
      'Ford is recalling 1.4 million F-150 pickup trucks because the transmission may downshift unexpectedly.',
    ],
    ['Ford F-150 recall: 1.4 million trucks may downshift unexpectedly', 'Regulators said the pickups may downshift.'],
    5,
  ],
  [
    'an outage',
    [
      'AT&T says wireless outage caused by botched network expansion',
      'AT&T said Thursday’s nationwide outage was caused by an error in expanding its network.',
    ],
    ['AT&T blames nationwide wireless outage on network error', 'The outage left tens of thousands of customers without service.'],
    3,
  ],
  ['a level of a coin', ['Bitcoin falls below $80,000'], ['Bitcoin drops under $80,000 for first time since April'], 1],
  ['a bankruptcy', ['Carnival files for Chapter 11'], ['Carnival seeks bankruptcy protection'], 1],
  ['a fine in two currencies', ['EU fines Apple 500 million euros'], ['Apple hit with $570 million EU fine'], 1],
  ['a deal and the shares of its buyer', ['Cisco buys Splunk for $28 billion'], ['Cisco shares fall on $28 billion Splunk deal'], 1],
  [
    'a resignation',
    ['Nike chief John Donahoe to step down, Elliott Hill to return', 'Nike said chief executive John Donahoe will step down in October.'],
    ['Nike taps retired veteran Elliott Hill as CEO to replace Donahoe', 'Elliott Hill will return as chief executive.'],
    2,
  ],
  [
    'a rate decision',
    ['Bank of England cuts rates to 4.75%, second cut this year', 'The Bank of England cut its main rate to 4.75% from 5%.'],
    ['Bank of England lowers interest rates to 4.75%', 'Policymakers voted 8-1 for the cut.'],
    1,
  ],
  [
    'a release',
    [
      'US payrolls rise 254,000 in September, unemployment rate falls to 4.1%',
      'Employers added 254,000 jobs in September, the Labor Department said.',
    ],
    ['September payrolls: US economy adds 254,000 jobs, far above forecasts', 'The unemployment rate fell to 4.1%.'],
    1,
  ],
  [
    'a ruling',
    [
      'Judge rules Google holds illegal monopoly in online search',
      'A federal judge ruled that Google broke antitrust law to keep a monopoly in online search.',
    ],
    ['Google loses antitrust case over online search monopoly', 'The ruling is the first big win for US antitrust enforcers in decades.'],
    5,
  ],
  [
    'an approval',
    ['FDA approves Eli Lilly Alzheimer drug donanemab', 'The FDA approved Eli Lilly’s drug donanemab for early Alzheimer’s disease.'],
    ['Lilly wins FDA nod for Alzheimer treatment donanemab', 'The drug will be sold as Kisunla.'],
    2,
  ],
  [
    'a bankruptcy',
    ['Spirit Airlines files for bankruptcy after failed JetBlue merger', 'Spirit Airlines filed for Chapter 11 bankruptcy protection on Monday.'],
    ['Spirit Airlines seeks Chapter 11 bankruptcy protection', 'The budget carrier has lost more than $2.5 billion.'],
    3,
  ],
  [
    'a listing',
    ['Reddit prices IPO at $34 a share, top of range', 'Reddit priced its initial public offering at $34 a share.'],
    ['Reddit IPO priced at top of range, raising $748 million', 'Reddit sold shares at $34 each.'],
    4,
  ],
  [
    'news of one outlet that another takes up the next day',
    ['Copper jumps as Kordahl halts Brixton mine after roof collapse'],
    ['Roof collapse halts Kordahl’s Brixton mine, copper jumps'],
    20,
  ],
  [
    'a reprint under another headline two days later',
    [
      'Tanker strike shuts Port of Vellmar, grain ships wait',
      'Dock pilots at the Port of Vellmar walked out on Sunday, leaving eleven grain ships at anchor, the harbour master said.',
    ],
    [
      'Grain ships wait as tanker strike shuts Port of Vellmar',
      'Dock pilots at the Port of Vellmar walked out on Sunday, leaving eleven grain ships at anchor, the harbour master said.',
    ],
    48,
  ],
  [
    'news of a house itself',
    ['Jefferies Financial Group raises quarterly dividend to $0.45', 'Jefferies Financial Group (JEF) raised its dividend to $0.45 a share.'],
    ['Dividend at Jefferies Financial Group goes up to $0.45', 'The board of Jefferies Financial Group (JEF) voted for a dividend of $0.45.'],
    2,
  ],
  [
    'the view of one house under two of its names',
    ['J.P. Morgan upgrades Nike to Overweight, target $95'],
    ['Nike upgraded to Overweight at JPMorgan Chase, target $95'],
    1,
  ],
  ['an order, told by its other side', ['Boeing gets order for 50 737 MAX jets from Ryanair'], ['Ryanair orders 50 Boeing 737 MAX planes'], 3],
  [
    'a takeover whose buyer names no target at first',
    ['Cisco to buy security startup Halverne'],
    ['Cisco acquires AI security firm in latest deal', 'Cisco said it would acquire Halverne, a startup.'],
    2,
  ],
];

/** Similar articles about two events. */
export const twoEvents: readonly Pair[] = [
  ['results of two companies', ['Intel Q2 results beat estimates, revenue up 9%'], ['Cisco Q2 results beat estimates, revenue up 4%'], 1],
  [
    'results of two companies with leads',
    ['Netflix tops estimates', 'Netflix reported quarterly earnings and revenue above analyst estimates.'],
    ['Pfizer tops estimates', 'Pfizer reported quarterly earnings and revenue above analyst estimates.'],
    1,
  ],
  ['dividends of two companies', ['Intel declares quarterly dividend of $0.125'], ['Oracle declares quarterly dividend of $0.40'], 1],
  [
    'dates of two companies’ results',
    ['Intel to report second quarter results on July 25'],
    ['Oracle to report second quarter results on July 30'],
    1,
  ],
  ['two price targets', ['Jefferies raises Nike price target to $120'], ['Jefferies raises Oracle price target to $150'], 1],
  ['two recalls', ['Ford recalls 1.4 million F-150 trucks over gear shift flaw'], ['Tesla recalls 2 million cars over autopilot warnings'], 2],
  [
    'two recalls of one company',
    ['Ford recalls 1.4 million F-150 trucks over gear shift flaw'],
    ['Ford recalls 42,000 Bronco Sport SUVs over fuel leak fires'],
    30,
  ],
  ['two matters of one company', ['Boeing posts $1.6 billion quarterly loss on strike'], ['Boeing names new head of its defense and space unit'], 2],
  ['a product and a lawsuit', ['Apple unveils thinner iPad Pro with M4 chip'], ['Apple sued by Justice Department over smartphone monopoly'], 3],
  ['two takeovers', ['Exxon to buy Pioneer Natural for $60 billion'], ['Chevron to buy Hess for $53 billion'], 5],
  [
    'two central banks',
    ['Bank of England cuts rates to 4.75%, second cut this year'],
    ['Bank of Canada cuts rates to 3.75%, fourth cut this year'],
    2,
  ],
  [
    'two releases',
    ['US payrolls rise 254,000 in September, unemployment rate falls'],
    ['US consumer prices rise 0.2% in September, inflation rate falls'],
    3,
  ],
  ['two new chiefs', ['Nike taps retired veteran Elliott Hill as CEO'], ['Intel taps Lip-Bu Tan as CEO'], 1],
  ['two approvals', ['FDA approves Eli Lilly Alzheimer drug donanemab'], ['FDA approves Merck lung disease drug sotatercept'], 2],
  ['two bankruptcies', ['Spirit Airlines files for Chapter 11 bankruptcy protection'], ['Red Lobster files for Chapter 11 bankruptcy protection'], 4],
  ['a column on two companies', ['3 reasons to buy Nike stock now'], ['3 reasons to buy Oracle stock now'], 1],
  [
    'a rise and a fall of one price',
    ['Brent crude rises 2% in London on refinery closures'],
    ['Brent crude falls 3% in London as stockpiles swell'],
    20,
  ],
  [
    'two matters of a company seldom in the news',
    ['Jefferies Financial Group sells Utah timber venture to pension fund'],
    ['Jefferies Financial Group goes ex-dividend tomorrow'],
    2,
  ],
  [
    'results and a dividend of one company',
    [
      'Nike profit sinks 12% as online orders disappoint',
      'Profit at Nike (NKE) fell to $322 million in the quarter as sales of running shoes disappointed.',
    ],
    ['Nike raises quarterly dividend to $0.41 a share', 'Nike said its board had approved a quarterly dividend of $0.41 a share.'],
    2,
  ],
  [
    'an inquiry and a record price of one company',
    ['European regulators question Oracle over cloud contracts', 'Oracle (ORCL) said regulators had opened an inquiry into its cloud contracts.'],
    ['Oracle shares hit record high', 'Shares of Oracle (ORCL) rose to a record on Tuesday.'],
    3,
  ],
  ['two matters of one agency', ['Fed holds interest rates steady'], ['Gap between rich and poor widens, Fed study shows inflation toll'], 1],
  ['views of two houses', ['Jefferies raises Nike price target to $120'], ['Goldman Sachs raises Nike price target to $120'], 1],
  [
    'views of two houses, of one by a longer name',
    ['Nike cut to Neutral at Barclays, target $80'],
    ['UBS Investment Research cuts Nike to Neutral, target $80'],
    1,
  ],
  ['news and a house’s view of it', ['FDA approves Eli Lilly Alzheimer drug donanemab'], ['Barclays raises Eli Lilly to Overweight'], 4],
  [
    'two decisions of one central bank',
    ['European Central Bank cuts rates to 2.4%, sees slower growth'],
    ['European Central Bank holds rates at 2.1%, sees sticky inflation'],
    20,
  ],
  [
    'results and a view of them',
    ['Nike fourth quarter profit sinks 12% on weak online orders'],
    ['Barclays downgrades Nike after fourth quarter profit sinks on weak online orders'],
    2,
  ],
  [
    'results and a buyback, told with them',
    ['Intel fourth quarter earnings beat estimates on data center chips'],
    ['Intel announces $10 billion share buyback after fourth quarter data center chips beat'],
    1,
  ],
  [
    'results and a lawsuit over the same goods',
    ['Oracle quarterly earnings rise on cloud contracts with hospitals'],
    ['Court approves settlement of Oracle lawsuit over cloud contracts with hospitals'],
    2,
  ],
  ['two takeovers by one company', ['Cisco to buy security startup Halverne'], ['Cisco to buy observability firm Deepfactor'], 20],
  ['two takeovers of listed companies', ['Oracle to buy Reddit for $71 a share'], ['Oracle strikes deal for Snap at $71 a share'], 5],
  ['two takeovers, in title case', ['Oracle to Acquire Udacity for $1.2 Billion'], ['Oracle to Acquire Navisite for $1.2 Billion'], 9],
  ['two contracts of one price', ['Boeing wins $1.2 billion Navy contract for radars'], ['Boeing wins $1.2 billion Army contract for radars'], 4],
  ['orders of two customers', ['Boeing gets order for 50 737 MAX jets from Ryanair'], ['Boeing gets order for 20 737 MAX jets from Akasa Air'], 10],
  ['two partnerships', ['Oracle Partners With Perplexity to Power Voice Assistant'], ['Oracle Partners With Lucid to Power In-Car Assistant'], 9],
  ['two drugs of one company', ['FDA approves Merck Welireg for adults'], ['FDA approves Merck Winrevair for adults'], 10],
  ['a purchase and a sale of one price', ['Cisco buys startup for $1.1 billion'], ['Cisco sells unit for $1.1 billion'], 2],
  ['orders of two countries', ['Boeing wins $10 billion order from Qatar'], ['Boeing wins $10 billion order from Emirates'], 3],
  ['two lawsuits', ['Apple faces lawsuit over Siri'], ['Apple faces lawsuit over App Store'], 3],
  ['two matters with one frequent word', ['Apple hit with EU fine'], ['Apple hit with patent lawsuit'], 1],
  ['two levels of a coin', ['Bitcoin falls below $80,000'], ['Bitcoin falls below $75,000'], 6],
  ['two matters with one figure', ['Ford shares hit 52-week low at $4.45'], ['Ford sees full-year EPS of $4.79, above prior $4.45'], 5],
];
