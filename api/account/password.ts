/** Hashes passwords with argon2id. A run takes 19 MB and a core for some 50 ms, so few run at once and only some may wait. */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import pLimit from 'p-limit';

/** One of the settings that OWASP's Password Storage Cheat Sheet ranks as equal. Memory in KiB. */
const wanted = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const nonceBytes = 16;
const atOnceMax = 2;
const waitingMax = 24;
export const passwordLengthMin = 10;
const passwordLengthMax = 200;

/** Thrown when too many hashes wait already. */
export class TooBusy extends Error {}

export type Passwords = ReturnType<typeof createPasswords>;

/** Normalises the password, because keyboards write the same character in several Unicode forms (NIST SP 800-63B). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC').slice(0, 4 * passwordLengthMax));

export function passwordFault(password: string, address: string): string | null {
  const { length } = [...password];
  if (length < passwordLengthMin) return `The password is too short: use at least ${passwordLengthMin} characters.`;
  if (length > passwordLengthMax) return `The password is too long: use at most ${passwordLengthMax} characters.`;
  if (new Set(password).size < 4) return 'The password must contain at least 4 different characters.';
  if (password.toLowerCase() === address) return 'The password must not be your e-mail address.';
  return null;
}

export function createPasswords(onHash: () => void) {
  const limit = pLimit(atOnceMax);
  const run = (parameters: Argon2Parameters): Promise<Buffer> => {
    if (limit.pendingCount >= waitingMax) throw new TooBusy();
    onHash();
    return limit(
      () =>
        new Promise((resolve, reject) => {
          argon2('argon2id', parameters, (error, key) => (error === null ? resolve(key) : reject(error)));
        }),
    );
  };
  const hash = async (password: string): Promise<string> => {
    const nonce = randomBytes(nonceBytes);
    const key = await run({ ...wanted, nonce, message: bytesOf(password) });
    const { memory, passes, parallelism } = wanted;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(key)}`;
  };
  return {
    hash,
    /** Returns whether the password has this hash. A null or unreadable hash has no password, and takes as long. */
    verify: async (password: string, stored: string | null): Promise<boolean> => {
      const parsed = (stored === null ? null : parse(stored)) ?? nobody();
      const { key, ...parameters } = parsed;
      const found = await run({ ...parameters, message: bytesOf(password) });
      return timingSafeEqual(found, key) && parsed.isReal;
    },
  };
}

interface Parsed extends Omit<Argon2Parameters, 'message'> {
  readonly key: Buffer;
  readonly isReal: boolean;
}

/** Returns the parameters of a hash that no password matches. */
const nobody = (): Parsed => ({ ...wanted, nonce: Buffer.alloc(nonceBytes), key: Buffer.alloc(wanted.tagLength), isReal: false });

function parse(text: string): Parsed | null {
  const [, memory, passes, parallelism, nonce = '', key = ''] =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/-]{8,88})\$([\w+/-]{16,88})$/.exec(text) ?? [];
  if (memory === undefined) return null;
  const bytes = Buffer.from(key, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: bytes.length };
  return { ...parameters, nonce: Buffer.from(nonce, 'base64'), key: bytes, isReal: true };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
