/** The plans with their limits (specification.md 8). */
import { planNames, type PlanName } from './vocabulary.ts';

export interface Plan {
  readonly name: PlanName;
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
  readonly archiveDays: number;
  readonly activeKeysMax: number;
  readonly pageSizeMax: number;
  readonly radarDelayMinutes: number;
  readonly csvRowsMax: number;
  readonly watchlistMax: number;
  readonly alertsMax: number;
  readonly webhooksMax: number;
  readonly upgradeTo: readonly PlanName[];
}

// prettier-ignore
export const plans: Readonly<Record<PlanName, Plan>> = {
  free:  { name: 'free',  requestsPerMinute: 20,  requestsPerDay: 100,     archiveDays: 30,  activeKeysMax: 1, pageSizeMax: 20, radarDelayMinutes: 60, csvRowsMax: 500,    watchlistMax: 10,  alertsMax: 0,   webhooksMax: 0, upgradeTo: ['basic', 'pro'] },
  basic: { name: 'basic', requestsPerMinute: 60,  requestsPerDay: 10_000,  archiveDays: 90,  activeKeysMax: 1, pageSizeMax: 20, radarDelayMinutes: 15, csvRowsMax: 2_000,  watchlistMax: 50,  alertsMax: 25,  webhooksMax: 0, upgradeTo: ['pro'] },
  pro:   { name: 'pro',   requestsPerMinute: 150, requestsPerDay: 100_000, archiveDays: 180, activeKeysMax: 5, pageSizeMax: 50, radarDelayMinutes: 0,  csvRowsMax: 10_000, watchlistMax: 500, alertsMax: 500, webhooksMax: 5, upgradeTo: [] },
};

/** Returns the plans, all with the `archiveDays` of the setting ARCHIVE_DAYS unless it is null. */
export const withArchiveDays = (archiveDays: number | null): Readonly<Record<PlanName, Plan>> =>
  archiveDays === null ? plans : (Object.fromEntries(planNames.map((name) => [name, { ...plans[name], archiveDays }])) as Record<PlanName, Plan>);

/** Returns the plan of this name. An unknown plan, which a later release added, is treated as the lowest. */
export const knownPlan = (name: string): { readonly plan: PlanName; readonly isKnown: boolean } => {
  const plan = planNames.find((candidate) => candidate === name);
  return { plan: plan ?? planNames[0], isKnown: plan !== undefined };
};

export const planOf = ({ plan }: { readonly plan: string }, of: Readonly<Record<PlanName, Plan>> = plans): Plan => of[knownPlan(plan).plan];
