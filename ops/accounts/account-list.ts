/** Lists within an account's entry, of things with an id and an age, read one by one: what cannot be read stays as it is. */
import { z } from 'zod';

/** A thing of a list, and whether the plan has room for it: the oldest have it. */
export interface Held<T> {
  readonly stored: T;
  readonly isOverPlan: boolean;
}

interface Aged {
  readonly id: string;
  readonly created_at: string;
}

const Named = z.looseObject({ id: z.string() });
const idOf = (value: unknown): string | undefined => Named.safeParse(value).data?.id;

/** Oldest first. */
export function heldIn<T extends Aged>(values: readonly unknown[] | undefined, schema: z.ZodType<T>, max: number): Held<T>[] {
  const read = (values ?? []).flatMap((value) => schema.safeParse(value).data ?? []);
  return read
    .sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1))
    .map((stored, at) => ({ stored, isOverPlan: at >= max }));
}

/** The list with the thing of this id in the place of the one before. */
export const replaced = <T extends Aged>(values: readonly unknown[] | undefined, by: T): unknown[] =>
  (values ?? []).map((value) => (idOf(value) === by.id ? by : value));

export const without = (values: readonly unknown[] | undefined, id: string): unknown[] => (values ?? []).filter((value) => idOf(value) !== id);
