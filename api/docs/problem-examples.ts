/** Examples of problem bodies for the OpenAPI document, produced by the code that sends them. */
import { plans } from '#schemas/plan.ts';
import { exampleRefusals } from '../auth/authenticate.ts';
import { createCaller } from '../auth/caller.ts';
import { renderProblem, type ApiError } from '../errors.ts';
import { rateLimited } from '../quota/grant.ts';

const requestId = '01JD9Z3Q5V8X4T6B2N7M0K1HRC';
const pricingUrl = 'https://tickerwire.example/pricing';
const caller = createCaller({ id: 'k3x9a0b1c2d4', plan: 'free', requests_per_minute: null, requests_per_day: null }, plans);
/** 2026-01-05T14:30:40Z. */
const nowSeconds = 1_767_623_440;

const refusals: Readonly<Record<string, ApiError>> = {
  ...exampleRefusals,
  rate_limited_minute: rateLimited({ refusedBy: 'minute', minuteLeft: 0, dayLeft: 57, nowSeconds }, caller, pricingUrl),
  rate_limited_day: rateLimited({ refusedBy: 'day', minuteLeft: 12, dayLeft: 0, nowSeconds }, caller, pricingUrl),
};

export const problemExamples = (code: string): Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> =>
  Object.fromEntries(
    Object.entries(refusals)
      .filter(([, error]) => error.code === code)
      .map(([name, error]) => [
        name,
        { summary: name.replaceAll('_', ' '), value: JSON.parse(renderProblem(error, requestId).toString()) as unknown },
      ]),
  );
