/**
 * `train-stories [DIR] [--cross]`: makes what stories are told apart by from the labelled sets of a folder (by default
 * ../shared/data/nlp beside the repository, the symbol lists in symbols beside it): how many texts hold a term,
 * and the weights of the measures; the same data make the same files. `--cross` writes none and prints how well stories
 * are told apart that the weights were not fitted on: one in three each time, whole, drawn by a seed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashText } from '#pipeline/refine/text/hash.ts';
import { directoryIn } from './evaluate/enrichment/directory.ts';
import { readRows } from './evaluate/enrichment/rows.ts';
import { documentCounts } from './train/document-counts.ts';
import type { StoryExample } from './train/stories.ts';

const isCross = process.argv.includes('--cross');
const [, , folder = fileURLToPath(new URL('../../../shared/data/nlp', import.meta.url))] = process.argv.filter((argument) => argument !== '--cross');
const storyFolder = new URL('../../pipeline/refine/story/', import.meta.url);
/** Between two headlines whose set gives no time. */
const MINUTE_MS = 60_000;
const DRAWS = 6;

const write = (file: string, content: unknown): void => writeFileSync(new URL(file, storyFolder), `${JSON.stringify(content, null, 1)}\n`);

if (!isCross) write('document-counts.json', documentCounts(texts()));
// The measures read the table as they load.
const { fitStories, fittedMeasures, storyExamples, storyFiguresOf } = await import('./train/stories.ts');

const directory = directoryIn(join(folder, '../symbols'));
const rows = readRows<{ ts: number; title: string; publisher: string; story: string }>(folder, 'stories/uci_news_aggregator_sample.jsonl');
const headlines = readRows<{ headline: string; tickers: readonly string[] }>(folder, 'tickers/twitter_cashtag_headlines.jsonl');
if (directory === null || rows === null || headlines === null) {
  process.stderr.write(`train-stories: stories, tickers or ../symbols are missing in ${folder}\n`);
  process.exitCode = 1;
} else {
  const stories = storyExamples(
    rows.map(({ ts, title, publisher, story }) => ({ title, atMs: ts, outlet: publisher, labels: [story] })),
    directory,
  );
  const others = storyExamples(
    headlines.map(({ headline, tickers }, i) => ({ title: headline, atMs: i * MINUTE_MS, outlet: '', labels: tickers })),
    directory,
  );
  if (isCross) printHeldOut(stories, others);
  else writeWeights(stories, others);
}

function writeWeights(stories: readonly StoryExample[], others: readonly StoryExample[]): void {
  const { constant, measures } = fitStories(stories, others);
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
  write('fitted-weights.json', {
    constant: rounded(constant),
    measures: Object.fromEntries(fittedMeasures.map((name) => [name, rounded(measures[name])])),
  });
}

/** Drawn again and again rather than each once: the figures swing by which stories on one matter are held out together. */
function printHeldOut(stories: readonly StoryExample[], others: readonly StoryExample[]): void {
  const drawn = Array.from({ length: DRAWS }, (_, draw) => {
    const isHeld = ({ labels }: StoryExample): boolean => (hashText(`${draw} ${labels[0] ?? ''}`) >>> 0) % 3 === 0;
    const weights = fitStories(
      stories.filter((example) => !isHeld(example)),
      others.filter((example) => !isHeld(example)),
    );
    const figures = storyFiguresOf(stories.filter(isHeld), weights);
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    return figures;
  });
  for (const name of Object.keys(drawn[0] ?? {})) {
    const values = drawn.map((figures) => figures[name] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    process.stdout.write(`${name}: ${mean.toFixed(3)}, spread ${spread.toFixed(3)}\n`);
  }
}

/** Sets whose licence (MIT) lets what is counted be shipped, each text once. */
function texts(): Set<string> {
  const found = new Set<string>();
  for (const { title } of readRows<{ title: string }>(folder, 'sentiment/sentfin.jsonl') ?? []) found.add(title);
  for (const file of ['sentiment/twitter_fin_sentiment.jsonl', 'category/twitter_fin_topic.jsonl'])
    for (const { text } of readRows<{ text: string }>(folder, file) ?? []) found.add(text.replaceAll(/https?:\S+/g, ''));
  return found;
}
