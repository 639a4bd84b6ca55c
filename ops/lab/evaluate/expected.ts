/** Defines the schemas of `earnings_expected.json` and `manifest.json`. */
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
  metrics: z.record(z.string(), ExpectedMetric.nullable()),
});
export type ExpectedRelease = z.infer<typeof ExpectedRelease>;

export const Expectations = z.record(z.string(), ExpectedRelease);

export const ManifestEntry = z.object({
  file: z.string(),
  form: z.string().optional(),
  filed: z.string().optional(),
  /** Items of an 8-K: their descriptions for a submission, the length of the text by item number for a main document. */
  items: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  earnings_release: z.boolean().optional(),
  /** Label of a 6-K: `earnings`, `other` or `borderline`. */
  label: z.string().optional(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;
export const Manifest = z.array(ManifestEntry);
