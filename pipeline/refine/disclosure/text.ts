/** Defines the served text and score of a disclosure. */
import type { Category, Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText, cutText } from '../normalise/clean.ts';

export interface TextInput {
  readonly company: string;
  readonly ticker: string;
  /** Form as filed, such as `SCHEDULE 13D/A`. */
  readonly form: string;
}

export interface DisclosureText {
  readonly title: string;
  readonly summary: string;
  readonly impact: string;
  /** Why the disclosure has its sentiment, with the figures. */
  readonly reasoning: string;
  readonly sentiment: Sentiment;
  readonly confidence: Confidence;
  readonly relevance: number;
  readonly novelty: number;
  readonly category: Category;
  readonly topics: readonly string[];
  readonly people: readonly { readonly name: string; readonly description: string }[];
}

const quotedMax = 300;

/** Returns the text in quotation marks; '' for an empty text. */
export const quote = (text: string): string => (text === '' ? '' : `“${cutText(cleanText(text).replace(/[“”"]/g, "'"), quotedMax)}”`);

export const isAmendment = ({ form }: Pick<TextInput, 'form'>): boolean => form.endsWith('/A');

/** Returns the form as readers write it: `SCHEDULE 13D/A` -> `Schedule 13D/A`, `144` -> `Form 144`, others as filed. */
export const formName = (form: string): string =>
  form.startsWith('SCHEDULE') ? form.replace('SCHEDULE', 'Schedule') : form.startsWith('144') ? `Form ${form}` : form;
