/** Writes durations and sizes for messages and tables on a terminal. */

/** Returns for example `0.1 s`, `45 s`, `12 min` or `3 h 20 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, ms / 1_000);
  if (seconds < 90) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const byteUnits = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** Returns for example `2 GB`, `1.9 MB` or `310 bytes`. */
export function bytesText(bytes: number): string {
  const [size, unit] = byteUnits.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  return `${Number((bytes / size).toFixed(1))} ${unit}`;
}
