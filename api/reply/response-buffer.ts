/**
 * A reusable buffer in which responses are assembled one at a time. The bytes are valid until the next response takes the buffer. Without it,
 * allocations of Buffers outside the heap would cause full garbage collections.
 */

export type ResponseBuffer = ReturnType<typeof createResponseBuffer>;

const leastBytes = 65_536;

export function createResponseBuffer() {
  let buffer: Buffer | null = null;
  return {
    take: (bytes: number): Buffer => {
      if (buffer === null || buffer.length < bytes) buffer = Buffer.allocUnsafeSlow(Math.max(bytes, leastBytes));
      return buffer;
    },
    /** Leaves the present buffer to a socket that has not sent its bytes yet. The next response gets a new buffer. */
    giveUp: (): void => {
      buffer = null;
    },
  };
}
