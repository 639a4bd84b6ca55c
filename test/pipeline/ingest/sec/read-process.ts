/** Fetches and reads one 8-K as its stage does, in a process of its own; prints what came of it and the most memory it took. */
import { createOutbound } from '#ops/runtime/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { secSources } from '#pipeline/ingest/sec/sources.ts';

const { TEST_EDGAR_URL: baseUrl = '', TEST_ACCESSION: accession = '', TEST_CIK: cik = '' } = process.env;
const outbound = createOutbound({ allowedOrigins: [baseUrl] });
const fetch = createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0 });
const outcome = await secSources.sec_form8k.createFetch({ fetch, baseUrl })({
  accession,
  cik,
  form: '8-K',
  acceptedAt: null,
  filedOn: null,
  seenAt: '2026-05-06T15:00:00.000Z',
  isLive: true,
  failures: 0,
  dueAtMs: 0,
});
process.stdout.write(JSON.stringify({ outcome, peakBytes: process.resourceUsage().maxRSS * 1_024 }));
await outbound.close();
