/** The models that are trained: for each its examples, sizes and settings. A change asks for a new MODELS_VERSION. */
import { sentimentLabels } from '#pipeline/refine/sentiment/read.ts';
import type { modelFiles } from '#pipeline/refine/model/weights.ts';
import { categories } from '#schemas/vocabulary.ts';
import { categoryExamples, deskExamples, nameSentimentExamples, textSentimentExamples, type LabelledExample } from './examples.ts';
import type { FitSettings } from './fit.ts';
import { streetCategoryExamples } from './street-examples.ts';

export interface ModelPlan {
  readonly name: keyof typeof modelFiles;
  readonly labels: readonly string[];
  readonly settings: Omit<FitSettings, 'labels'>;
  /** How many fits the shipped weights are the mean of. */
  readonly orders: number;
  readonly examples: (folder: string, bits: number) => LabelledExample[];
}

const settings = { bits: 18, epochs: 6, rate: 0.2, decay: 5e-5, seed: 1, meanFrom: null };

export const modelPlans: readonly ModelPlan[] = [
  { name: 'nameSentiment', labels: sentimentLabels, settings: { ...settings, bits: 19 }, orders: 4, examples: nameSentimentExamples },
  // Read where a headline names nobody: seldom, so its table need not fit in the processor's cache.
  { name: 'textSentiment', labels: sentimentLabels, settings: { ...settings, bits: 21, epochs: 4 }, orders: 4, examples: textSentimentExamples },
  {
    name: 'category',
    labels: categories,
    settings: { ...settings, bits: 18, epochs: 8, rate: 0.9, decay: 3e-5, meanFrom: 2 },
    orders: 8,
    examples: categoryExamples,
  },
  {
    name: 'streetCategory',
    labels: categories,
    settings: { ...settings, bits: 17, epochs: 5, rate: 0.9, decay: 3e-5, meanFrom: 1 },
    orders: 4,
    examples: streetCategoryExamples,
  },
  {
    name: 'desk',
    labels: ['no', 'yes'],
    settings: { ...settings, bits: 17, epochs: 8, rate: 0.3, meanFrom: 2 },
    orders: 2,
    examples: deskExamples,
  },
];
