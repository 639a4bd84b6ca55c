/** Returns a copy in memory of its own, for bytes that are kept long: a small buffer otherwise keeps a slab of 64 kB (`Buffer.poolSize`). */
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
