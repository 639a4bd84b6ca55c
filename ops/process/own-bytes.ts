/**
 * Returns a copy of the bytes in memory of their own, for bytes that are kept long. Node allocates small buffers and zlib's output in shared
 * slabs of 64 kB (`Buffer.poolSize`), and one buffer keeps its whole slab.
 */
export function ownBytes(bytes: string | Buffer): Buffer {
  if (typeof bytes === 'string') {
    const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
    own.write(bytes);
    return own;
  }
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
