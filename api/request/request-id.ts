/** Returns the id of a request: the caller's X-Request-Id if it is a plain token, else a new one. */
import { randomUUID } from 'node:crypto';

const token = /^[A-Za-z0-9._:-]{1,128}$/;

export const requestId = (given: string | string[] | undefined): string => (typeof given === 'string' && token.test(given) ? given : randomUUID());
