/** Reads and changes a list in an account's entry. Each element is parsed on its own, so one that cannot be parsed is kept unchanged. */
import { z } from 'zod';
import { compareText } from '#schemas/compare-text.ts';
import { randomText } from './accounts.ts';

export interface ListedElement<T> {
  readonly stored: T;
  /** True when the plan has no room for the element. The oldest elements have room. */
  readonly isOverPlan: boolean;
}

interface Aged {
  readonly id: string;
  readonly created_at: string;
}

const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
export const newId = (prefix: string): string => `${prefix}_${randomText(12, idAlphabet)}`;

const Named = z.looseObject({ id: z.string() });
const idOf = (value: unknown): string | undefined => Named.safeParse(value).data?.id;

/** Returns the elements that `schema` accepts, oldest first. */
export function listedElements<T extends Aged>(values: readonly unknown[] | undefined, schema: z.ZodType<T>, max: number): ListedElement<T>[] {
  const read = (values ?? []).flatMap((value) => schema.safeParse(value).data ?? []);
  return read
    .sort((a, b) => compareText(a.created_at, b.created_at) || compareText(a.id, b.id))
    .map((stored, at) => ({ stored, isOverPlan: at >= max }));
}

export const replaced = <T extends Aged>(values: readonly unknown[] | undefined, by: T): unknown[] =>
  (values ?? []).map((value) => (idOf(value) === by.id ? by : value));

export const without = (values: readonly unknown[] | undefined, id: string): unknown[] => (values ?? []).filter((value) => idOf(value) !== id);
