/**
 * Outlets whose name publishers and aggregators put into a headline, each with its domain: to know an
 * outlet's name when it is one, and its domain where the link leads to an aggregator.
 */

// prettier-ignore
const outlets: readonly (readonly [domain: string, ...names: string[]])[] = [
  ['reuters.com', 'Reuters', 'Thomson Reuters'], ['bloomberg.com', 'Bloomberg', 'Bloomberg News', 'Bloomberg.com'],
  ['cnbc.com', 'CNBC', 'CNBC.com', 'CNBC TV18'], ['wsj.com', 'WSJ', 'The Wall Street Journal', 'Wall Street Journal'],
  ['ft.com', 'FT', 'Financial Times', 'FT.com'], ['marketwatch.com', 'MarketWatch'], ['barrons.com', "Barron's", 'Barrons'],
  ['apnews.com', 'AP', 'AP News', 'Associated Press', 'The Associated Press'], ['afp.com', 'AFP'],
  ['yahoo.com', 'Yahoo Finance', 'Yahoo! Finance', 'Yahoo'], ['seekingalpha.com', 'Seeking Alpha'],
  ['benzinga.com', 'Benzinga'], ['fool.com', 'The Motley Fool', 'Motley Fool'], ['investing.com', 'Investing.com'],
  ['investors.com', "Investor's Business Daily", 'IBD'], ['zacks.com', 'Zacks', 'Zacks Investment Research', 'Zacks.com'],
  ['thestreet.com', 'TheStreet', 'TheStreet.com'], ['nasdaq.com', 'Nasdaq', 'Nasdaq.com'], ['forbes.com', 'Forbes'],
  ['fortune.com', 'Fortune'], ['businessinsider.com', 'Business Insider', 'Markets Insider', 'Insider'],
  ['nytimes.com', 'NYT', 'The New York Times', 'New York Times', 'NYTimes.com'], ['washingtonpost.com', 'The Washington Post', 'Washington Post'],
  ['theguardian.com', 'The Guardian', 'Guardian'], ['bbc.co.uk', 'BBC', 'BBC News'], ['bbc.com', 'BBC.com'], ['cnn.com', 'CNN', 'CNN Business'],
  ['foxbusiness.com', 'Fox Business', 'FOXBusiness'], ['foxnews.com', 'Fox News'], ['nbcnews.com', 'NBC News'], ['cbsnews.com', 'CBS News'],
  ['go.com', 'ABC News'], ['usatoday.com', 'USA Today', 'USA TODAY'], ['latimes.com', 'Los Angeles Times', 'LA Times'],
  ['economist.com', 'The Economist'], ['axios.com', 'Axios'], ['politico.com', 'Politico', 'POLITICO'], ['thehill.com', 'The Hill'],
  ['techcrunch.com', 'TechCrunch'], ['theverge.com', 'The Verge'], ['wired.com', 'WIRED', 'Wired'], ['arstechnica.com', 'Ars Technica'],
  ['engadget.com', 'Engadget'], ['cnet.com', 'CNET'], ['zdnet.com', 'ZDNet', 'ZDNET'], ['theinformation.com', 'The Information'],
  ['coindesk.com', 'CoinDesk'], ['cointelegraph.com', 'Cointelegraph', 'CoinTelegraph'], ['decrypt.co', 'Decrypt'], ['theblock.co', 'The Block'],
  ['prnewswire.com', 'PR Newswire', 'PRNewswire'], ['businesswire.com', 'Business Wire', 'BusinessWire'],
  ['globenewswire.com', 'GlobeNewswire', 'GlobeNewswire News Room', 'Globe Newswire'], ['accesswire.com', 'ACCESSWIRE', 'Accesswire'], ['newsfilecorp.com', 'Newsfile', 'Newsfile Corp.'],
  ['stocktitan.net', 'Stock Titan', 'StockTitan'], ['marketbeat.com', 'MarketBeat'], ['tipranks.com', 'TipRanks'], ['simplywall.st', 'Simply Wall St', 'Simply Wall St.'],
  ['stocknews.com', 'StockNews', 'StockNews.com'], ['morningstar.com', 'Morningstar'], ['fxstreet.com', 'FXStreet'], ['kitco.com', 'Kitco', 'Kitco NEWS', 'Kitco News'],
  ['oilprice.com', 'OilPrice.com', 'Oilprice.com'], ['rttnews.com', 'RTTNews', 'RTT News'], ['scmp.com', 'South China Morning Post', 'SCMP'], ['nikkei.com', 'Nikkei', 'Nikkei Asia'],
  ['indiatimes.com', 'The Economic Times', 'Economic Times', 'ET'], ['livemint.com', 'Mint', 'Livemint'], ['moneycontrol.com', 'Moneycontrol', 'Moneycontrol.com'],
  ['business-standard.com', 'Business Standard'], ['hindustantimes.com', 'Hindustan Times'], ['indiatimes.com', 'Times of India', 'The Times of India'],
  ['theglobeandmail.com', 'The Globe and Mail', 'Globe and Mail'], ['cbc.ca', 'CBC', 'CBC News'], ['bnnbloomberg.ca', 'BNN Bloomberg'], ['telegraph.co.uk', 'The Telegraph', 'Telegraph'],
  ['independent.co.uk', 'The Independent'], ['standard.co.uk', 'Evening Standard'], ['cityam.com', 'City A.M.', 'City AM'], ['aljazeera.com', 'Al Jazeera'], ['dw.com', 'DW'], ['euronews.com', 'Euronews', 'euronews'],
  ['fiercepharma.com', 'Fierce Pharma', 'FiercePharma'], ['statnews.com', 'STAT', 'STAT News'], ['electrek.co', 'Electrek'], ['insidermonkey.com', 'Insider Monkey'],
  ['defenseworld.net', 'Defense World'], ['americanbankingnews.com', 'American Banking News'], ['etfdailynews.com', 'ETF Daily News'], ['tickerreport.com', 'Ticker Report'], ['dowjones.com', 'Dow Jones', 'Dow Jones Newswires'],
  ['variety.com', 'Variety'], ['hollywoodreporter.com', 'The Hollywood Reporter'], ['deadline.com', 'Deadline'], ['qz.com', 'Quartz'], ['vox.com', 'Vox'], ['time.com', 'TIME', 'Time'], ['npr.org', 'NPR'], ['semafor.com', 'Semafor'],
];

/** A name as it is compared: letters and digits only, lower case, without a leading `the` or a trailing `.com`. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the\s+/, '')
    .replace(/\.(com|net|org)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

const KEYS_REMEMBERED = 10_000;
let keys = new Map<string, string>();

export function outletKey(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = keyOf(name);
    if (keys.size >= KEYS_REMEMBERED) keys = new Map();
    keys.set(name, key);
  }
  return key;
}

const domainByKey = new Map(outlets.flatMap(([domain, ...names]) => names.map((name) => [outletKey(name), domain] as const)));

export const outletDomain = (name: string): string | null => domainByKey.get(outletKey(name)) ?? null;

/** Hosts whose links lead elsewhere: they publish nothing themselves. */
export const aggregatorDomains: ReadonlySet<string> = new Set([
  'news.google.com',
  'google.com',
  'feedproxy.google.com',
  'feedburner.com',
  't.co',
  'bit.ly',
  'news.yahoo.com',
  'msn.com',
  'flipboard.com',
  'smartnews.com',
  'news.bing.com',
  'bing.com',
  'feeds.feedburner.com',
  'rss.app',
  'apple.news',
  'trib.al',
  'ow.ly',
  'dlvr.it',
  'buff.ly',
]);
