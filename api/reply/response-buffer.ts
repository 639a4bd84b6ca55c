/**
 * A reusable buffer in which responses are assembled one at a time; the bytes of a response are valid until the next one
 * takes the buffer. Allocating a new off-heap Buffer per response would trigger full garbage collections.
 */

export interface ResponseBuffer {
  /** A buffer of at least `bytes`; what was in it may be lost. */
  readonly take: (bytes: number) => Buffer;
  /** The socket could not take the bytes at once and still reads them: they are left to it. */
  readonly giveUp: () => void;
}

const leastBytes = 65_536;

export function createResponseBuffer(): ResponseBuffer {
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
