/** Pairs of articles, written by hand. */
export type Article = readonly [title: string, lead?: string];
export type Pair = readonly [what: string, first: Article, second: Article, hoursLater: number];

/** Reads pairs: `what | hours from the first to the second | headline // lead | headline // lead`, one a line. */
export const pairs = (lines: string): Pair[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [what = '', hours = '', first = '', second = ''] = line.trim().split(' | ');
      const article = (text: string): Article => text.split(' // ') as [string, string?];
      return [what, article(first), article(second), Number.parseFloat(hours)];
    });

/** Two write-ups of one event. */
export const oneEvent = pairs(`
  results by two outlets | 1 h | Netflix adds 9 million subscribers, tops forecasts // Netflix said on Tuesday it added 9 million subscribers in the quarter, above Wall Street forecasts. | Netflix subscriber gains of 9 million beat Wall Street forecasts // The streaming company added 9 million subscribers.
  a takeover and its sequel of the day | 6 h | Pfizer in talks to buy Metsera, sources say // Pfizer is in talks to buy obesity drug developer Metsera. | Pfizer agrees to buy obesity drug developer Metsera // Pfizer said it agreed to buy Metsera for $4.9 billion.
  a recall | 5 h | Ford recalls 1.4 million F-150 trucks over gear shift flaw // Ford is recalling 1.4 million F-150 pickup trucks because the transmission may downshift unexpectedly. | Ford F-150 recall: 1.4 million trucks may downshift unexpectedly // Regulators said the pickups may downshift.
  a level of a coin | 1 h | Bitcoin falls below $80,000 | Bitcoin drops under $80,000 for first time since April
  a bankruptcy | 1 h | Carnival files for Chapter 11 | Carnival seeks bankruptcy protection
  a fine in two currencies | 1 h | EU fines Apple 500 million euros | Apple hit with $570 million EU fine
  a deal and the shares of its buyer | 1 h | Cisco buys Splunk for $28 billion | Cisco shares fall on $28 billion Splunk deal
  a rate decision | 1 h | Bank of England cuts rates to 4.75%, second cut this year // The Bank of England cut its main rate to 4.75% from 5%. | Bank of England lowers interest rates to 4.75% // Policymakers voted 8-1 for the cut.
  a ruling | 5 h | Judge rules Google holds illegal monopoly in online search // A federal judge ruled that Google broke antitrust law to keep a monopoly in online search. | Google loses antitrust case over online search monopoly // The ruling is the first big win for US antitrust enforcers in decades.
  a move of shares | 1 h | Boeing shares gain on labor deal with machinists | Boeing stock rises after labor deal with machinists
  a rate decision and its forecast | 1 h | Bank of England cuts growth forecast, holds rates at 4.5% | Bank of England holds rates at 4.5%
  a refusal | 2 h | FDA declines to approve Merck lung disease drug sotatercept | FDA rejects Merck drug sotatercept for lung disease
  news of one outlet that another takes up the next day | 20 h | Copper jumps as Kordahl halts Brixton mine after roof collapse | Roof collapse halts Kordahl’s Brixton mine, copper jumps
  a reprint under another headline two days later | 48 h | Tanker strike shuts Port of Vellmar, grain ships wait // Dock pilots at the Port of Vellmar walked out on Sunday, leaving eleven grain ships at anchor, the harbour master said. | Grain ships wait as tanker strike shuts Port of Vellmar // Dock pilots at the Port of Vellmar walked out on Sunday, leaving eleven grain ships at anchor, the harbour master said.
  news of a house itself | 2 h | Jefferies Financial Group raises quarterly dividend to $0.45 // Jefferies Financial Group (JEF) raised its dividend to $0.45 a share. | Dividend at Jefferies Financial Group goes up to $0.45 // The board of Jefferies Financial Group (JEF) voted for a dividend of $0.45.
  the view of one house under two of its names | 1 h | J.P. Morgan upgrades Nike to Overweight, target $95 | Nike upgraded to Overweight at JPMorgan Chase, target $95
  an order, reported by its other side | 3 h | Boeing gets order for 50 737 MAX jets from Ryanair | Ryanair orders 50 Boeing 737 MAX planes
  results with their guidance, and the guidance | 1 h | Oracle Q3 EPS $1.85 beats $1.70 estimate, raises full-year EPS outlook to $9.00-$9.50 | Oracle raises full-year EPS outlook to $9.00-$9.50
  results, and guidance given with them in words | 1 h | Oracle third-quarter EPS of $1.85 beats on cloud orders | Oracle beats with EPS of $1.85 on cloud orders, raises full-year outlook
  guidance by two outlets | 1 h | Oracle cuts full-year EPS forecast to $9.00-$9.50 | Oracle lowers full-year EPS guidance to $9.00-$9.50
  a takeover whose buyer names no target at first | 2 h | Cisco to buy security startup Halverne | Cisco acquires AI security firm in latest deal // Cisco said it would acquire Halverne, a startup.
`);

/** Two events, however alike their words. */
export const twoEvents = pairs(`
  results of two companies | 1 h | Intel Q2 results beat estimates, revenue up 9% | Cisco Q2 results beat estimates, revenue up 4%
  two price targets | 1 h | Jefferies raises Nike price target to $120 | Jefferies raises Oracle price target to $150
  two central banks | 2 h | Bank of England cuts rates to 4.75%, second cut this year | Bank of Canada cuts rates to 3.75%, fourth cut this year
  two releases | 3 h | US payrolls rise 254,000 in September, unemployment rate falls | US consumer prices rise 0.2% in September, inflation rate falls
  a column on two companies | 1 h | 3 reasons to buy Nike stock now | 3 reasons to buy Oracle stock now
  a rise and a fall of one price | 20 h | Brent crude rises 2% in London on refinery closures | Brent crude falls 3% in London as stockpiles swell
  two matters of a company seldom in the news | 2 h | Jefferies Financial Group sells Utah timber venture to pension fund | Jefferies Financial Group goes ex-dividend tomorrow
  results and a dividend of one company | 2 h | Nike profit sinks 12% as online orders disappoint // Profit at Nike (NKE) fell to $322 million in the quarter as sales of running shoes disappointed. | Nike raises quarterly dividend to $0.41 a share // Nike said its board had approved a quarterly dividend of $0.41 a share.
  an inquiry and a record price of one company | 3 h | European regulators question Oracle over cloud contracts // Oracle (ORCL) said regulators had opened an inquiry into its cloud contracts. | Oracle shares hit record high // Shares of Oracle (ORCL) rose to a record on Tuesday.
  two matters of one agency | 1 h | Fed holds interest rates steady | Gap between rich and poor widens, Fed study shows inflation toll
  views of two houses | 1 h | Jefferies raises Nike price target to $120 | Goldman Sachs raises Nike price target to $120
  views of two houses, of one by a longer name | 1 h | Nike cut to Neutral at Barclays, target $80 | UBS Investment Research cuts Nike to Neutral, target $80
  news and a house’s view of it | 4 h | FDA approves Eli Lilly Alzheimer drug donanemab | Barclays raises Eli Lilly to Overweight
  two decisions of one central bank | 20 h | European Central Bank cuts rates to 2.4%, sees slower growth | European Central Bank holds rates at 2.1%, sees sticky inflation
  results and a view of them | 2 h | Nike fourth quarter profit sinks 12% on weak online orders | Barclays downgrades Nike after fourth quarter profit sinks on weak online orders
  results and a buyback, reported with them | 1 h | Intel fourth quarter earnings beat estimates on data center chips | Intel announces $10 billion share buyback after fourth quarter data center chips beat
  results and guidance with figures of its own | 2 h | Nike quarterly profit rises 12% on running shoes | Nike raises annual profit forecast to 15% on running shoes
  guidance with figures of its own and results | 2 h | Nike raises annual profit forecast to 15% on running shoes | Nike quarterly profit rises 12% on running shoes
  results and a lawsuit over the same goods | 2 h | Oracle quarterly earnings rise on cloud contracts with hospitals | Court approves settlement of Oracle lawsuit over cloud contracts with hospitals
  two takeovers by one company | 20 h | Cisco to buy security startup Halverne | Cisco to buy observability firm Deepfactor
  two takeovers of listed companies | 5 h | Oracle to buy Reddit for $71 a share | Oracle strikes deal for Snap at $71 a share
  two contracts of one price | 4 h | Boeing wins $1.2 billion Navy contract for radars | Boeing wins $1.2 billion Army contract for radars
  orders of two customers | 10 h | Boeing gets order for 50 737 MAX jets from Ryanair | Boeing gets order for 20 737 MAX jets from Akasa Air
  a purchase and a sale of one price | 2 h | Cisco buys startup for $1.1 billion | Cisco sells unit for $1.1 billion
  orders of two countries | 3 h | Boeing wins $10 billion order from Qatar | Boeing wins $10 billion order from Emirates
  two matters with one frequent word | 1 h | Apple hit with EU fine | Apple hit with patent lawsuit
  two moves of one company’s shares | 5 h | Tesla shares jump | Tesla shares fall
  moves of shares on two matters | 4 h | Boeing shares gain on labor deal with machinists | Boeing shares slip on labor deal with pilots
  a nod and a refusal | 9 h | FDA approves Merck lung disease drug sotatercept | FDA declines to approve Merck lung disease drug sotatercept
  an offer refused and an offer taken | 20 h | Boeing strike drags on as workers reject offer | Boeing workers accept offer to end strike
  two matters with one figure | 5 h | Ford shares hit 52-week low at $4.45 | Ford sees full-year EPS of $4.79, above prior $4.45
`);
