/** `npm run train`: makes the weights of the enricher from labelled sets and writes them where the pipeline reads them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { modelFiles, MODELS_VERSION, weightsFolder } from '#pipeline/refine/model/weights.ts';
import { writeWeights } from '#pipeline/refine/model/weights-file.ts';
import { runWords, type CommandLine, type OptionTable } from '../scripts/command-line.ts';
import { scoreLabels } from './evaluate/enrichment/figures.ts';
import { writeTrainedTexts } from './evaluate/enrichment/trained-texts.ts';
import type { LabelledExample } from './train/examples.ts';
import { chancesOf, fit, fitMean, quantise, temperatureFor } from './train/fit.ts';
import { labelledFolder } from './train/labelled-folder.ts';
import { modelPlans, type ModelPlan } from './train/models.ts';

const FOLDS = 5;
/** Of the keys of texts, one in this many is held back. */
const HELD_ONE_IN = 10;

const commandLine = {
  name: 'train',
  words: ['[DIR]'],
  options: {
    all: { help: 'trains on every row, also those that are held back for npm run evaluate' },
    cross: { help: 'prints five-fold figures and writes nothing' },
  },
  about: `
DIR: a folder of labelled sets laid out like nlp (default ../shared/data/nlp beside the repository). One row in ten is held
back, so that npm run evaluate -- enrichment has rows to measure. The same data make the same bytes.`,
} as const satisfies CommandLine<OptionTable>;

await runWords(commandLine, ({ words, values }) => train(labelledFolder(words), values));

function train(folder: string, { all, cross }: { readonly all: boolean; readonly cross: boolean }): void {
  const trained: string[] = [];
  // Written when all are made, so that a folder that lacks a set leaves the weights as they are.
  const made: { readonly place: URL; readonly bytes: Buffer }[] = [];
  for (const plan of modelPlans) {
    const examples = plan.examples(folder, plan.settings.bits);
    const folds = crossValidated(plan, examples);
    process.stdout.write(
      `${plan.name} (${MODELS_VERSION}): ${examples.length} examples, five-fold ${JSON.stringify(folds.figures)}, temperature ${folds.temperature}\n`,
    );
    if (cross) continue;
    const used = all ? examples : examples.filter(({ key, source }) => source === null || key % HELD_ONE_IN !== 0);
    const weights = fitMean(used, { ...plan.settings, labels: plan.labels.length }, plan.orders);
    const { name, labels } = plan;
    const model = { name, version: MODELS_VERSION, labels, bits: plan.settings.bits, temperature: folds.temperature, ...quantise(weights) };
    const file = writeWeights(model, { examples: used.length, five_fold: folds.figures });
    made.push({ place: new URL(modelFiles[name], weightsFolder), bytes: file });
    process.stdout.write(`  ${used.length} trained on, ${(file.length / 1024).toFixed(0)} KiB\n`);
    for (const { source } of used) if (source !== null) trained.push(source);
  }
  if (cross) return;
  mkdirSync(weightsFolder, { recursive: true });
  for (const { place, bytes } of made) writeFileSync(place, bytes);
  writeFileSync(new URL('./evaluate/enrichment/trained-texts.bin', import.meta.url), writeTrainedTexts(trained));
}

/** Figures over all measured rows, each answered by weights that saw neither it nor its twins; and the temperature that fits those answers. */
function crossValidated(
  { labels, settings }: ModelPlan,
  examples: readonly LabelledExample[],
): { figures: Record<string, number>; temperature: number } {
  const expected: number[] = [];
  const answered: number[] = [];
  const held: { weights: Float32Array; example: LabelledExample }[] = [];
  const chances = new Float64Array(labels.length);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fit(
      examples.filter(({ key }) => key % FOLDS !== fold),
      { ...settings, labels: labels.length },
    );
    for (const example of examples) {
      if (!example.isMeasured || example.key % FOLDS !== fold) continue;
      chancesOf(weights, example, chances);
      expected.push(example.label);
      answered.push(chances.indexOf(Math.max(...chances)));
      held.push({ weights, example });
    }
  }
  return { figures: scoreLabels(expected, answered), temperature: temperatureFor(held, labels.length) };
}
