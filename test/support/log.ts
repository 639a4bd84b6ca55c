/** A log for tests: silent, unless TEST_LOG_LEVEL says otherwise. */
import pino from 'pino';

export const testLog = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
