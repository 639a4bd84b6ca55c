/** Passes a document's pieces through and keeps its first and last bytes, which show what it is and whether it is complete. */

export interface WatchedEnds {
  readonly watch: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  readonly opening: () => Buffer;
  readonly closing: () => Buffer;
}

const openingBytes = 2_048;
const closingBytes = 512;

export function watchEnds(): WatchedEnds {
  let opening = Buffer.alloc(0);
  let closing = Buffer.alloc(0);
  return {
    async *watch(pieces) {
      for await (const piece of pieces) {
        if (opening.length < openingBytes) opening = Buffer.concat([opening, piece.subarray(0, openingBytes - opening.length)]);
        // A copy, because a slice would keep the whole piece in memory.
        closing = Buffer.concat([closing, piece.subarray(-closingBytes)]).subarray(-closingBytes);
        yield piece;
      }
    },
    opening: () => opening,
    closing: () => closing,
  };
}
