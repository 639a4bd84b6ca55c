/** Runs the Form 4 stage as a process of its own, for tests that kill it. */
import { openBus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { testLog } from '#test/support/log.ts';
import { runStage } from './running-stage.ts';

const { TEST_NATS_URL = '', TEST_EDGAR_URL = '', TEST_NOW = '' } = process.env;
const bus = await openBus(readConfig({ NATS_URL: TEST_NATS_URL }), 'stage', testLog);
await runStage(bus, { baseUrl: TEST_EDGAR_URL, log: testLog, now: () => new Date(Date.parse(TEST_NOW) + performance.now()) });
