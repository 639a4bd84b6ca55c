/**
 * The log of requests: one wide line each, on stdout like every other line, written in blocks rather than one by
 * one. It has no field that could hold a secret, so nothing in it is looked for and blacked out.
 */
import pino from 'pino';
import type { Logger } from '#ops/runtime/log.ts';
import type { Config } from '#schemas/config.ts';

const blockBytes = 8_192;
/** Longest that a line waits for its block. */
const flushMs = 200;

export function createAccessLog(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: blockBytes, periodicFlush: flushMs });
  process.once('exit', () => destination.flushSync());
  return pino({ level: config.LOG_LEVEL, base: { part: 'api', pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
