/** The plan of a backfill, and its days: EDGAR's business days, oldest first, so that an original is published before its amendment. */
import { isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';

export interface BackfillPlan {
  /** First and last filing date, both included. */
  readonly from: string;
  readonly to: string;
  readonly families: readonly SecSourceType[];
}

export function daysOf({ from, to }: Pick<BackfillPlan, 'from' | 'to'>): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) if (isBusinessDay(day)) days.push(day);
  return days;
}

export const formsOf = (families: readonly SecSourceType[]): ReadonlySet<string> => new Set(families.flatMap((family) => collectedForms[family]));

const familyByForm = new Map<string, SecSourceType>(
  (Object.keys(collectedForms) as SecSourceType[]).flatMap((family) => collectedForms[family].map((form) => [form, family] as const)),
);

export const familyOf = (form: string): SecSourceType | null => familyByForm.get(form) ?? null;

/** Returns the key of the stored position; equal plans have the same key. */
export const planKey = ({ from, to, families }: BackfillPlan): string => `backfill.${from}_${to}_${[...families].sort().join('_')}`;
