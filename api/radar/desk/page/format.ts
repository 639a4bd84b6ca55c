/** Formats figures, instants and reasons as text. */

/** Returns the value, without a sign if it rounds to zero; '–' for null. */
export const fixed = (value: number | null, digits: number): string =>
  value === null ? '–' : value.toFixed(digits).replace(/^-(?=0(?:\.0*)?$)/, '');

/** Returns the value with its sign; '–' for null. */
export const signed = (value: number | null, digits: number): string => {
  const text = fixed(value, digits);
  return value !== null && value > 0 && Number(text) > 0 ? `+${text}` : text;
};

/** Returns an instant as minutes, such as `2026-02-03 14:05 UTC`. */
export const minute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** Returns a reason such as `feed_behind` as words; '' without a reason. */
export const words = (reason: string | null | undefined): string => (reason ?? '').replaceAll('_', ' ');

const toneThreshold = 0.2;

/** Returns the class of a tone for the style sheet: `none` for null, '' for a tone within the threshold. */
export function toneClass(value: number | null): 'none' | 'up' | 'down' | '' {
  if (value === null) return 'none';
  if (value > toneThreshold) return 'up';
  return value < -toneThreshold ? 'down' : '';
}
