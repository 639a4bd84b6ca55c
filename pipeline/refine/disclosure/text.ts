/** Defines the words and the score of a disclosure, the same for every form. */
import type { Category, Confidence, Sentiment } from '#schemas/vocabulary.ts';
import { cleanText, cutText } from '../normalise/clean.ts';

export interface TextInput {
  readonly company: string;
  readonly ticker: string;
  /** Form as filed: `SCHEDULE 13D/A`. */
  readonly form: string;
}

export interface DisclosureText {
  readonly title: string;
  readonly summary: string;
  /** The event in a few words, for the ticker's analysis. */
  readonly impact: string;
  /** Why the sentiment is as it is, with the figures. */
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

/** Returns the document's own words in quotation marks; '' without any. */
export const quote = (text: string): string => (text === '' ? '' : `“${cutText(cleanText(text).replace(/[“”"]/g, "'"), quotedMax)}”`);

/** Returns whether the form amends an earlier filing. */
export const isAmendment = ({ form }: Pick<TextInput, 'form'>): boolean => form.endsWith('/A');

/** `SCHEDULE 13D/A` is Schedule 13D/A; other forms stay as filed. */
export const formName = (form: string): string =>
  form.startsWith('SCHEDULE') ? form.replace('SCHEDULE', 'Schedule') : form.startsWith('144') ? `Form ${form}` : form;
