/** Returns X-Request-Id: the caller's own when it is a plain token, else a new one. */
import { randomUUID } from 'node:crypto';

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

export const requestId = (given: string | string[] | undefined): string => (typeof given === 'string' && sane.test(given) ? given : randomUUID());
