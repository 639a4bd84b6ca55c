/** Names that mean something else far more often than the company, which a headline must therefore say in its own words. */

/** Names of indexes and agencies too, and nouns that news writes with a capital: the company only where a word of its own business follows. */
// prettier-ignore
const STRICT: ReadonlySet<string> = new Set([
  'nasdaq', 'dow', 'cboe', 'cme', 'moody', 'news', 'reuters', 'thomson reuters', 'new york times', 'fitch',
  'bill', 'capitol', 'chefs', 'citizens', 'cousins', 'decent', 'earth', 'emerging', 'employers', 'garden', 'gates', 'insight', 'joint', 'metro', 'nice', 'northeast', 'olympic', 'premier', 'public service', 'reserve', 'sandstorm', 'seek', 'senior', 'society', 'southeast', 'team', 'telephone', 'ten', 'unit',
  'valley', 'variant', 'world',
  'artificial intelligence', 'capital city', 'clean energy', 'data storage', 'day one', 'digital asset', 'family office', 'financial institutions', 'first choice', 'first national', 'five star', 'four seasons',
  'good times', 'hall of fame', 'information services', 'innovative solutions', 'las vegas', 'launch one', 'main street', 'national bank', 'natural health', 'one stop', 'pop culture', 'quantum computing',
  'all things', 'business first', 'foreign trade', 'free flow', 'global leaders', 'go green', 'medical care', 'my city', 'new concept', 'new era', 'new found', 'new generation',
  'start today', 'renewable energy', 'target group', 'turning point', 'wearable devices',
]);
const OWN_BUSINESS =
  /^(?:inc|eps|non|gaap|q[1-4]|ceo|cfo|declares|goes|acquires|reports|to|corp|chemical|names|prices|beats|misses|appoints|launches|buys|completes|profits?)$/;

/** Clubs and halls: in the news for what is played there, the company only where its business follows. */
const PLAYED: ReadonlySet<string> = new Set(['atlanta braves', 'madison square garden', 'manchester united']);
const BUSINESS = /^(?:shares?|stock|revenues?|earnings|plc|inc|holdings|takeover|sale|bid|owners?|ipo|debt|q[1-4]|eps|reports|swings)$/;

/** Whether this name needs a word of its company's business right after it, and has another. */
export const lacksItsBusiness = (name: string, next: string): boolean =>
  (STRICT.has(name) && !OWN_BUSINESS.test(next)) || (PLAYED.has(name) && !BUSINESS.test(next));

/** Lenders, exchanges and words of crypto that share their names with listed companies. */
export const ofCrypto: ReadonlySet<string> = new Set(
  'anchor block celsius compound gemini genesis ledger luna polygon prime stellar terra token voyager wave'.split(' '),
);

/** Words that are a company only in news of crypto: `Strategy buys 8,178 bitcoin`. */
export const onlyOfCrypto: ReadonlySet<string> = new Set(['strategy']);
