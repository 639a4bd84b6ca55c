/**
 * Returns the number of a delivery: the microseconds from the start of 2026 to the storage of its message, plus its sequence in DELIVERIES.
 * Both rise along the stream. When NATS has lost the end of its store it repeats sequences, but more time has passed, so numbers stay
 * unique. Below 2^53 for 250 years.
 */
const startNanos = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;

export const numberOf = ({ seq, timestampNanos }: { readonly seq: number; readonly timestampNanos: bigint }): number =>
  Math.max(0, Number((timestampNanos - startNanos) / 1_000n)) + seq;
