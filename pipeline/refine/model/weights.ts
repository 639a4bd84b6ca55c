/** The trained models in the repository, read once at start; made by `npm run train`. */
import { readFileSync } from 'node:fs';
import type { LinearModel } from './linear.ts';
import { readWeights } from './weights-file.ts';

/** Of all five: whoever changes their settings, data or features raises it and trains again. */
export const MODELS_VERSION = 'models-11';

export const modelFiles = {
  category: 'category.bin',
  desk: 'desk.bin',
  nameSentiment: 'name-sentiment.bin',
  streetCategory: 'street-category.bin',
  textSentiment: 'text-sentiment.bin',
} as const;

export const weightsFolder = new URL('./weights/', import.meta.url);

export const loadModel = (name: keyof typeof modelFiles): LinearModel => readWeights(readFileSync(new URL(modelFiles[name], weightsFolder)));
