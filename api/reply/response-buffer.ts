/**
 * A reusable buffer in which responses are assembled one at a time. The bytes of a response are valid until the next one takes the buffer.
 * Allocating an off-heap Buffer per response would trigger full garbage collections.
 */

export interface ResponseBuffer {
  /** Returns a buffer of at least `bytes`; its former contents may be lost. */
  readonly take: (bytes: number) => Buffer;
  /** Leaves the bytes to a socket that could not send them at once and still reads them. */
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
