/**
 * The number of a delivery: microseconds from the start of 2026 to when its message was stored, and its sequence in DELIVERIES added.
 * Both rise along the stream. Where NATS has lost the end of its store, sequences are given again, while the time has gone on by more:
 * a number is not. Below 2^53 for 250 years.
 */
const startNanos = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;

export const numberOf = ({ seq, timestampNanos }: { readonly seq: number; readonly timestampNanos: bigint }): number =>
  Math.max(0, Number((timestampNanos - startNanos) / 1_000n)) + seq;
