/**
 * The archive horizon of a plan. Rows are served from 00:00 UTC of the day `archiveDays` before today, so that a bare date of that day is
 * still inside. A window that reaches further back is refused with 403, not silently cut.
 */
import type { Plan } from '#schemas/plan.ts';
import { apiError, type ApiError } from '../errors.ts';

const dayMs = 86_400_000;

/** Returns the start of the plan's archive in milliseconds since the epoch. */
export const horizonMs = (plan: Pick<Plan, 'archiveDays'>, nowMs: number): number => (Math.floor(nowMs / dayMs) - plan.archiveDays) * dayMs;

/** Returns the 403 `archive_horizon`. */
export function pastHorizon(plan: Plan, horizon: number, pricingUrl: string): ApiError {
  const start = new Date(horizon).toISOString();
  const upgrade = plan.upgradeTo.length === 0 ? '' : ', or upgrade the plan';
  const detail = `The request goes back further than the ${plan.archiveDays} days of the ${plan.name} plan. Request rows from ${start.slice(0, 10)} on, without an older cursor${upgrade}.`;
  return apiError('archive_horizon', detail, {
    reason: 'archive_horizon',
    tier: plan.name,
    archive_days: plan.archiveDays,
    horizon: start,
    upgrade: plan.upgradeTo.length === 0 ? null : { tiers: [...plan.upgradeTo], pricing_url: pricingUrl },
  });
}
