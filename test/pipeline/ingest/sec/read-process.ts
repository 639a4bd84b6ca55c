/** Fetches and reads one 8-K as its stage does, in a process of its own; prints the outcome and the peak memory. */
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { createParsePool } from '#pipeline/ingest/parse/pool.ts';
import { secSources } from '#pipeline/ingest/sec/edgar-sources.ts';
import { testLog } from '#test/support/log.ts';
import { pendingFiling } from './pending-filing.ts';

const { TEST_EDGAR_URL: baseUrl = '', TEST_ACCESSION: accession = '', TEST_CIK: cik = '' } = process.env;
const outbound = createOutbound({ allowedOrigins: [baseUrl] });
const pool = createParsePool({ log: testLog });
const fetch = createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0 });
const outcome = await secSources.sec_form8k.createFetch({ fetch, parse: pool.parse, baseUrl })(pendingFiling({ accession, cik, form: '8-K' }));
process.stdout.write(JSON.stringify({ outcome, peakBytes: process.resourceUsage().maxRSS * 1_024 }));
await pool.close();
await outbound.close();
