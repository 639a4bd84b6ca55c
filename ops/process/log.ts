/** The structured log on stdout: one line per unit of work. Values of fields named like keys and passwords are redacted. */
import pino, { type Logger } from 'pino';
import type { Config } from '#schemas/config.ts';

export type { Logger };

export const createLog = (part: string, config: Pick<Config, 'LOG_LEVEL'>): Logger =>
  pino({
    level: config.LOG_LEVEL,
    base: { part, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['key', 'secret', 'password', 'authorization', '*.key', '*.secret', '*.password', '*.authorization'], censor: '[redacted]' },
  });
