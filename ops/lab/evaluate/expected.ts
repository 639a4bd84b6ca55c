/** Schemas of `earnings_expected.json` and `manifest.json`, as their README describes them. */
import { z } from 'zod';

export const ExpectedMetric = z.object({
  printed: z.string(),
  numeric: z.number(),
  unit: z.string(),
  scale: z.number(),
  basis: z.string(),
  prior_year_printed: z.string().nullable(),
});
export type ExpectedMetric = z.infer<typeof ExpectedMetric>;

export const ExpectedRelease = z.object({
  fiscal_period: z.string().nullish(),
  period_end: z.string().nullish(),
  metrics: z.record(z.string(), ExpectedMetric.nullable()),
});
export type ExpectedRelease = z.infer<typeof ExpectedRelease>;

/** Expected releases by file name in the folder. */
export const Expectations = z.record(z.string(), ExpectedRelease);

export const ManifestEntry = z.object({
  file: z.string(),
  form: z.string().optional(),
  filed: z.string().optional(),
  /** From a submission's header: the descriptions of its items. From a main document: the length of the text by item number. */
  items: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  earnings_release: z.boolean().optional(),
  /** Label of a 6-K: earnings, other or borderline. */
  label: z.string().optional(),
  near_miss: z.boolean().optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;
export const Manifest = z.array(ManifestEntry);
