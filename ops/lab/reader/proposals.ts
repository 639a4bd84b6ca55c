/**
 * Writes the headlines of the labelled sets with the names that the symbol directory finds in them, as input of sets.py:
 *
 *   node ops/lab/reader/proposals.ts NLP SYMBOLS > proposals.jsonl
 *
 * NLP is the folder of labelled sets, SYMBOLS that of symbol lists. A line is {set, key, source, text, mentions: [{symbol, start, end}],
 * gold}, where `gold` is the labels, empty for unlabelled headlines.
 */
import { mentionsIn, hasCryptoWord } from '#pipeline/refine/tickers/find/find.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { directoryIn } from '../evaluate/enrichment/directory.ts';
import { readRows } from '../evaluate/enrichment/rows.ts';
import { tweetText } from '../evaluate/enrichment/sentiment-sets.ts';
import { headlineKey, labelledHeadlines, servedTitle } from './labels.ts';

const [nlp, symbols] = process.argv.slice(2);
if (nlp === undefined || symbols === undefined) {
  process.stderr.write('name both folders: node ops/lab/reader/proposals.ts NLP SYMBOLS\n');
  process.exit(2);
}
const directory = directoryIn(symbols);
if (directory === null) throw new Error(`${symbols} has no symbol list`);

function rowsIn(file: string): Record<string, unknown>[] {
  const rows = readRows<Record<string, unknown>>(nlp!, file);
  if (rows === null) throw new Error(`${nlp} has no file ${file}`);
  return rows;
}
const written = new Set<string>();

function write(set: string, source: string, gold: object): void {
  const key = headlineKey(source);
  if (written.has(set + key) || (set === 'unlabelled' && (written.has(`gold${key}`) || written.has(`more${key}`)))) return;
  written.add(set + key);
  const text = servedTitle(tweetText(source));
  const words = wordsOf(text);
  const mentions = mentionsIn({ words, place: 'title' }, directory!, hasCryptoWord(words))
    .proposed()
    .map(({ entry, from, to }) => ({
      symbol: entry.symbol,
      start: words.start[from],
      end: words.end[to - 1],
    }));
  process.stdout.write(`${JSON.stringify({ set, key, source, text, mentions, gold })}\n`);
}

for (const row of rowsIn('gold/street.jsonl')) write('gold', String(row['title']), row);
for (const label of labelledHeadlines(nlp)) write('more', label.source, label);
for (const row of rowsIn('gold/wild.jsonl')) write('wild', String(row['title']), row);
for (const row of rowsIn('gold/relevance.jsonl')) write('relevance', String(row['title']), row);

/** Headlines from which the small network learns the large one's outputs (fit.py --teacher): file, column, and n to use every nth row. */
const unlabelled = [
  ['tickers/benzinga_headline_ticker_sample.jsonl', 'title', 1],
  ['tickers/twitter_cashtag_headlines.jsonl', 'headline', 1],
  ['stories/uci_news_aggregator_sample.jsonl', 'title', 1],
  ['category/crypto_headlines.jsonl', 'title', 2],
  ['category/twitter_fin_topic.jsonl', 'text', 2],
  ['sentiment/twitter_fin_sentiment.jsonl', 'text', 2],
  ['sentiment/sentfin.jsonl', 'title', 2],
  ['sentiment/gold_headlines.jsonl', 'title', 4],
] as const;
for (const [file, column, every] of unlabelled)
  for (const row of rowsIn(file).filter((_, at) => at % every === 0)) write('unlabelled', String(row[column]), {});
