/** Structured log: one wide line per unit of work, on stdout. Keys, tokens and passwords are redacted by name. */
import pino, { type Logger } from 'pino';
import type { Config } from '#schemas/config.ts';

export type { Logger };

/** `part` names the process in every line. */
export const createLog = (part: string, config: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino({
    level: config.LOG_LEVEL,
    base: { part, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['key', 'secret', 'password', 'authorization', '*.key', '*.secret', '*.password', '*.authorization'], censor: '[redacted]' },
  });
