/**
 * Questions for an agent, the calls that answer them, and the facts that the answers must contain. The facts are taken from the synthetic
 * documents of `test/fixtures/documents`, not from earlier answers of the service.
 */

/** The answers of the calls so far, as structured content in the order of the calls. */
type Answers = readonly { readonly results?: readonly Readonly<Record<string, unknown>>[]; readonly [name: string]: unknown }[];
type Given = Readonly<Record<string, unknown>>;

export interface Question {
  readonly asked: string;
  readonly calls: readonly (readonly [tool: string, given: Given | ((answers: Answers) => Given)])[];
  /** Facts that must occur in the answers. */
  readonly facts: readonly (string | RegExp)[];
  /** Texts that must not occur in the answers. */
  readonly never?: readonly string[];
}

/** Returns the uid of the first article whose title contains `title`. */
const uidOf = (title: string) => (answers: Answers) => ({
  uid: answers.flatMap(({ results = [] }) => results).find((row) => String(row['title']).includes(title))?.['uid'] ?? '0'.repeat(16),
});
const lastCursor = (answers: Answers): unknown => answers.at(-1)?.['next_cursor'];
const news = (symbol: string, more: Given = {}) => ['svc_ticker_news', { symbol, ...more }] as const;
const search = (q: string, more: Given = {}) => ['svc_news_search', { q, ...more }] as const;

export const questions: readonly Question[] = [
  { asked: 'How was the quarter of Ravelhaven Energy?', calls: [news('RALZ')], facts: ['below expectations', '"category":"earnings"'] },
  { asked: 'What did the shares of Ravelhaven do?', calls: [news('RALZ')], facts: ['surges 8.5%', '"category":"market_movers"'] },
  { asked: 'Did Zellstone Medical beat?', calls: [news('ZELJ')], facts: ['EPS $1.98 misses $2.21', '"sentiment":"negative"'] },
  {
    asked: 'What does Tarnbridge Petroleum expect of the year?',
    calls: [news('TARJ')],
    facts: ['$4.36 a share from $4.05', '"sentiment":"positive"'],
  },
  { asked: 'How fast does Ravelfield Aerospace grow?', calls: [news('RAVK')], facts: ['32.4% to $5.5 billion'] },
  { asked: 'What did Orribridge Biologics earn a share, and what was expected?', calls: [news('ORRK-A')], facts: ['$0.79', '$0.74'] },
  { asked: 'What target has Selkden Mining now?', calls: [news('SELZ'), news('SELZ', { min_relevance: 1 })], facts: ['$165 from $142'] },
  { asked: 'Why is Ether down?', calls: [news('ETH-USD')], facts: ['6.6% after liquidations'] },
  {
    asked: 'What revenue did Vantmoor Brands report, and a year before?',
    calls: [news('VANQ'), ['svc_article', uidOf('First Quarter 2026')]],
    facts: ['242295', '"prior_year":"195,900"', '"scale":"thousands"', /"fiscal_period":"⟦?Q1 2026/],
  },
  {
    asked: 'How is adjusted EPS of Jarromoor Power against last year?',
    calls: [news('JAMX'), ['svc_article', uidOf('First Quarter 2026')]],
    facts: ['Adjusted diluted EPS', '2.89', '3.47'],
  },
  {
    asked: 'Is Zellgate Software profitable?',
    calls: [news('ZEGX'), ['svc_article', uidOf('First Quarter 2026')]],
    facts: ['-0.09', 'a loss for the period'],
  },
  { asked: 'Who leaves at Zellgate?', calls: [news('ZEGX')], facts: ['Leadership Transition'] },
  {
    asked: 'What did Marlstone Surgical of abroad report?',
    calls: [news('MASX', { source_type: ['sec_form6k'] })],
    facts: ['First Quarter 2026', '"sentiment":"positive"'],
  },
  {
    asked: 'Which results did US companies file today?',
    calls: [search('"Quarter 2026" results', { source_type: ['sec_form8k'], page_size: 20 })],
    facts: ['VANQ', 'JAMX', 'ZEFQ', 'ULVZ'],
    never: ['MASX'],
  },
  {
    asked: 'And foreign ones?',
    calls: [search('"Quarter 2026" results', { source_type: ['sec_form6k'], page_size: 20 })],
    facts: ['FENQ', 'MASX', 'JABJ', 'ULVV'],
    never: ['VANQ'],
  },
  { asked: 'Which company borrowed for four years?', calls: [search('revolving facility lenders')], facts: ['FERZ', '$13 million'] },
  { asked: 'Who buys Yarrohaven Airways, for how much?', calls: [news('YAHV')], facts: ['Aldermere Surgical', '$1.2 billion'] },
  { asked: 'Who bids for Lornwick Markets?', calls: [search('Lornwick bids')], facts: ['Calderhaven Financial bids $1.22 billion', '19.7%'] },
  { asked: 'Was anybody fined by the SEC?', calls: [search('fined "Securities and Exchange Commission"')], facts: ['JARJ-A', '$5 million'] },
  {
    asked: 'Which deal is close, over transmission lines?',
    calls: [search('nears purchase transmission lines')],
    facts: ['Elverwick Airways', 'Zellmere Power'],
  },
  { asked: 'Who sells convertible notes?', calls: [search('"convertible notes"')], facts: ['ALDV', '$207 million'] },
  { asked: 'Are there splits?', calls: [search('split')], facts: ['SELW', '2-for-1'] },
  { asked: 'News of banking shares, without results?', calls: [search('banking shares -earnings')], facts: ['HOLZ', '$2.45 billion'] },
  { asked: 'What came of factory orders in the euro zone?', calls: [search('"factory orders"')], facts: ['factory orders climb 1.1%'] },
  {
    asked: 'What are Mexican producer prices?',
    calls: [['svc_macro', { category: ['macro_economy'] }]],
    facts: ['0.1% after 0.7%'],
    never: ['US crude'],
  },
  { asked: 'What did the Bank of Canada decide?', calls: [search('"Bank of Canada" rates')], facts: ['keeps rates at 3.3%'] },
  {
    asked: 'How is crude?',
    calls: [['svc_macro', { category: ['commodities'] }]],
    facts: ['US crude gains 2.5%', 'Cocoa gains 3.8%'],
    never: ['factory orders'],
  },
  { asked: 'Are there new tariffs?', calls: [search('tariffs timber')], facts: ['35%'] },
  { asked: 'Do insiders sell Kestrford Bancshares?', calls: [['svc_insider_news', { symbol: 'KESW' }]], facts: ['85,779', '$374,617'] },
  { asked: 'What did the director of Aldermoor Brands sell?', calls: [['svc_insider_news', { symbol: 'ALMW' }]], facts: ['342 shares', '$67,655'] },
  { asked: 'Which trades followed a plan?', calls: [['svc_insider_news', { is_10b5_1: true }]], facts: ['IRVX', '347 shares'], never: ['KESW'] },
  { asked: 'And which did not, of Irvelden?', calls: [['svc_insider_news', { symbol: 'IRVX', is_10b5_1: false }]], facts: ['"results":[]'] },
  { asked: 'What is the ticker of Ravelhaven?', calls: [['svc_tickers', { search: 'ravelhaven' }]], facts: ['RALZ'] },
  { asked: 'Which company is MARJ?', calls: [['svc_tickers', { ticker: 'MARJ' }]], facts: ['Marlden Minerals'] },
  { asked: 'Is bitcoin covered?', calls: [['svc_tickers', { search: 'bitcoin' }]], facts: ['BTC-USD'] },
  {
    asked: 'When does the Fed decide next?',
    calls: [['svc_calendar', { from_date: '2026-05-06', to_date: '2026-07-01', event_key: ['fomc_decision'] }]],
    facts: ['US-FOMC-2026-06', '2026-06-17T18:00:00.000Z'],
  },
  {
    asked: 'Is anything due tomorrow?',
    calls: [['svc_calendar', { from_date: '2026-05-07', to_date: '2026-05-08' }]],
    facts: ['"results":[]', 'to_date'],
  },
  {
    asked: 'Tell me when Ravelhaven has news of weight. Is that set?',
    calls: [
      ['svc_alerts_subscribe', { ticker: 'RALZ', min_relevance_score: 7 }],
      ['svc_alerts_list', { ticker: 'RALZ' }],
      ['svc_alerts_unsubscribe', { ticker: 'RALZ', remove: true }],
      ['svc_alerts_list', {}],
    ],
    facts: ['"min_relevance_score":7', '"results":[]'],
  },
  {
    asked: 'List all results, also behind the first page.',
    calls: [
      search('"Quarter 2026" results', { page_size: 3 }),
      ['svc_news_search', (answers) => ({ q: '"Quarter 2026" results', page_size: 3, cursor: lastCursor(answers) })],
    ],
    facts: [/"matched":1[0-9]/, /"results":\[\{.*"results":\[\{/],
  },
  { asked: 'Is there news of a company named Zebrafish Unlimited?', calls: [search('"Zebrafish Unlimited"')], facts: ['"results":[]'] },
];
