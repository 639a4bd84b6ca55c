/** The request of a backfill and its days: business days of EDGAR, oldest first, so that an original precedes its amendment. */
import { daysBetween, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';

export interface BackfillPlan {
  /** First and last day, both included, as EDGAR dates filings. */
  readonly from: string;
  readonly to: string;
  readonly families: readonly SecSourceType[];
}

/** Returns the business days of the request, oldest first. */
export function daysOf({ from, to }: Pick<BackfillPlan, 'from' | 'to'>): readonly string[] {
  const days: string[] = [];
  let day = from;
  for (let left = daysBetween(from, to); left >= 0; left -= 1, day = nextDay(day)) if (isBusinessDay(day)) days.push(day);
  return days;
}

/** Returns the forms that these sources collect. */
export const formsOf = (families: readonly SecSourceType[]): ReadonlySet<string> => new Set(families.flatMap((family) => collectedForms[family]));

const familyByForm = new Map<string, SecSourceType>(
  (Object.keys(collectedForms) as SecSourceType[]).flatMap((family) => collectedForms[family].map((form) => [form, family] as const)),
);

/** Returns the family of a form (exact match); null for one that is not collected. */
export const familyOf = (form: string): SecSourceType | null => familyByForm.get(form) ?? null;

/** Returns the position's key, which is the same for the same request. */
export const planKey = ({ from, to, families }: BackfillPlan): string => `backfill.${from}_${to}_${[...families].sort().join('_')}`;
