/**
 * One buffer that answers are put together in, one after the other: rows in, bytes out, good until the next answer.
 * Bytes of their own for each would be outside the heap and short-lived, which brings on whole collections.
 */

export interface Scratch {
  /** A buffer of at least `bytes`; what was in it may be lost. */
  readonly take: (bytes: number) => Buffer;
  /** The socket could not take the bytes at once and still reads them: they are left to it. */
  readonly giveUp: () => void;
}

const leastBytes = 65_536;

export function createScratch(): Scratch {
  let buffer: Buffer | null = null;
  return {
    take: (bytes) => {
      if (buffer === null || buffer.length < bytes) buffer = Buffer.allocUnsafeSlow(Math.max(bytes, leastBytes));
      return buffer;
    },
    giveUp: () => {
      buffer = null;
    },
  };
}
