/**
 * Returns long-lived bytes in memory of their own. Node cuts small buffers out of slabs of 64 kB (`Buffer.poolSize`) and returns zlib's
 * output as a part of such a slab; keeping one keeps the whole slab.
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
