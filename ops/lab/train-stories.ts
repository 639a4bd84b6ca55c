/**
 * Runs `npm run train:stories`, which computes from labelled sets the files of the story step: the number of texts with each term, and the
 * weights of the measures. The same data give the same files. `--cross` writes nothing; it fits the weights without a third of the stories,
 * several times, and prints their accuracy on that third.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storyWeights } from '#pipeline/refine/story/weights.ts';
import { hashText } from '#pipeline/refine/text/hash.ts';
import { runWords, UsageError, type CommandLine, type OptionTable } from '../scripts/command-line.ts';
import { fromCaller } from '../scripts/from-caller.ts';
import { directoryIn } from './evaluate/enrichment/directory.ts';
import { readRows } from './evaluate/enrichment/rows.ts';
import { documentCounts } from './train/document-counts.ts';
import { generatedDirectory, generatedStories } from './train/generated-stories.ts';
import type { StoryExample, StoryTraining } from './train/stories.ts';
import type * as Training from './train/stories.ts';

const commandLine = {
  name: 'train:stories',
  words: ['[DIR]'],
  options: { cross: { help: 'only measure the weights on stories that they were not fitted on, and write nothing' } },
  about: `
DIR: a folder of labelled sets laid out like nlp (default ../shared/data/nlp beside the repository), with symbol lists in
symbols beside it. The same data make the same files.`,
} as const satisfies CommandLine<OptionTable>;

const storyFolder = new URL('../../pipeline/refine/story/', import.meta.url);
/** Time assumed between two headlines of a set without times. */
const MINUTE_MS = 60_000;
const DRAWS = 6;
/** News of 300 generated companies, one minute apart, so that each is in the news several times a day. */
const trainedWorld = { seed: 11, count: 3_000, stepMs: MINUTE_MS };
const otherWorld = { ...trainedWorld, seed: 7 };

const write = (file: string, content: unknown): void => writeFileSync(new URL(file, storyFolder), `${JSON.stringify(content, null, 1)}\n`);

await runWords(commandLine, ({ words, values }) => trainStories(labelledFolder(words), values.cross));

/** Returns the folder of labelled sets. Throws when it does not exist. */
function labelledFolder([given, ...others]: readonly string[]): string {
  if (others.length > 0) throw new UsageError(`name one folder: ${others[0]} is a second one`);
  const folder = given === undefined ? fileURLToPath(new URL('../../../shared/data/nlp', import.meta.url)) : fromCaller(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${given ?? folder}: no such folder; name one that is laid out like nlp (sentiment, category, stories, tickers)`);
  return folder;
}

async function trainStories(folder: string, isCross: boolean): Promise<void> {
  const directory = directoryIn(join(folder, '../symbols'));
  const rows = readRows<{ ts: number; title: string; publisher: string; story: string }>(folder, 'stories/uci_news_aggregator_sample.jsonl');
  const headlines = readRows<{ headline: string; tickers: readonly string[] }>(folder, 'tickers/twitter_cashtag_headlines.jsonl');
  const counted = countedTexts(folder);
  const missing = Object.entries({ stories: rows, tickers: headlines, 'sentiment and category': counted.size > 0 || null, '../symbols': directory });
  const absent = missing.filter(([, found]) => found === null).map(([name]) => name);
  if (directory === null || rows === null || headlines === null || absent.length > 0)
    throw new UsageError(`${folder} lacks ${absent.join(', ')}; nothing was written`);

  if (!isCross) write('document-counts.json', documentCounts(counted));
  // Imported here, because the module reads document-counts.json when it is loaded.
  const training = await import('./train/stories.ts');
  const collected = training.storyExamples(
    rows.map(({ ts, title, publisher, story }) => ({ title, atMs: ts, outlet: publisher, labels: [story] })),
    directory,
  );
  const others = training.storyExamples(
    headlines.map(({ headline, tickers }, i) => ({ title: headline, atMs: i * MINUTE_MS, outlet: '', labels: tickers })),
    directory,
  );
  const generated = training.storyExamples(generatedStories(trainedWorld), generatedDirectory());
  if (isCross) {
    printOtherWorld(training);
    printHeldOut(training, { collected, generated, others });
  } else writeWeights(training, { collected, generated, others });
}

function writeWeights({ fitStories, fittedMeasures }: typeof Training, sets: StoryTraining): void {
  const { constant, measures } = fitStories(sets);
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
  write('fitted-weights.json', {
    constant: rounded(constant),
    measures: Object.fromEntries(fittedMeasures.map((name) => [name, rounded(measures[name])])),
  });
}

/** Prints the figures of the shipped weights on another generated world. */
function printOtherWorld({ storyExamples, storyFiguresOf }: typeof Training): void {
  const figures = storyFiguresOf(storyExamples(generatedStories(otherWorld), generatedDirectory()), storyWeights);
  process.stdout.write(`generated: ${JSON.stringify(figures)}\n`);
}

/** Prints the figures of held-out stories for several draws, and their mean and spread. */
function printHeldOut({ fitStories, storyFiguresOf }: typeof Training, { collected, generated, others }: StoryTraining): void {
  const drawn = Array.from({ length: DRAWS }, (_, draw) => {
    const isHeldOut = ({ labels }: StoryExample): boolean => (hashText(`${draw} ${labels[0] ?? ''}`) >>> 0) % 3 === 0;
    const weights = fitStories({
      collected: collected.filter((example) => !isHeldOut(example)),
      generated,
      others: others.filter((example) => !isHeldOut(example)),
    });
    const figures = storyFiguresOf(collected.filter(isHeldOut), weights);
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

/** Returns the distinct texts of the sets whose licence (MIT) permits distributing counts. */
function countedTexts(folder: string): Set<string> {
  const found = new Set<string>();
  for (const { title } of readRows<{ title: string }>(folder, 'sentiment/sentfin.jsonl') ?? []) found.add(title);
  for (const file of ['sentiment/twitter_fin_sentiment.jsonl', 'category/twitter_fin_topic.jsonl'])
    for (const { text } of readRows<{ text: string }>(folder, file) ?? []) found.add(text.replaceAll(/https?:\S+/g, ''));
  return found;
}
