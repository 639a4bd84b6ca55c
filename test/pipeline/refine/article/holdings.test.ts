/** Headlines that publishers generate from lists of holdings, and news of stakes and trades that looks like them. */
import { expect, test } from 'vitest';
import { reportsHoldings } from '#pipeline/refine/article/holdings.ts';

test.each([
  'Knollwood Investment Advisory LLC Trims Stock Holdings in Apple Inc. $AAPL',
  'Apple Inc. $AAPL Shares Acquired by Premier Path Wealth Partners LLC',
  '2,899 Apple Inc. $AAPL Shares Sold by Tudor Financial Inc.',
  'Kingsview Wealth Management LLC Has $31.47 Million Stock Holdings in Oracle Corporation $ORCL',
  'Empowered Funds LLC Acquires Shares of 37,918 Citizens Financial Group, Inc. $CFG',
  "Apple Inc. $AAPL is General Partner Inc.'s 2nd Largest Position",
  'Microsoft Co. (NASDAQ:MSFT) Position Reduced by UMB Bank n.a.',
  'Torren Management LLC Makes New $1.86 Million Investment in NVIDIA Corporation $NVDA',
  '1,829 Shares in Direxion Daily NVDA Bull 2X Shares $NVDU Purchased by Chicago Partners Investment Group LLC',
  'New Stake in Zions Bancorporation Established by Vanguard Group Inc.',
  "Exxon Mobil Co. (NYSE:XOM) is Smith Asset Management Group LP's 7th Largest Position",
  'Teacher Retirement System of Texas lifts holdings in Delta Air Lines',
  'State Board of Administration of Florida Retirement System Boosts Stake in Ametek, Inc. $AME',
  'Goldman Sachs Group Inc. Raises Stake in Kinder Morgan, Inc. $KMI',
  'New $228,000 Investment in Pentair plc $PNR Issued by Elm Grove Financial LLC',
  'Renwick Technologies buys 20,000 shares of Ford',
  'Hale Global sells 51,250 shares of Meta Platforms',
])('tells a position of a list: %s', (title) => expect(reportsHoldings(title)).toBe(true));

test.each([
  'Elliott takes $1 billion stake in Southwest Airlines',
  'Carlyle sells 12 million shares of ZoomInfo',
  'Ford CEO Jim Farley buys 12,345 shares of Ford',
  'China cuts holdings in US Treasuries',
  "Norway's wealth fund sells stake in Caterpillar over ethics",
  'SoftBank Group Corp. cuts stake in Alibaba Group Holding Ltd.',
  'Bank of America Corp. boosts position in wealth business with hires',
  'Jana builds $600 million position in Cooper Companies and will push for break-up',
])('is news: %s', (title) => expect(reportsHoldings(title)).toBe(false));
