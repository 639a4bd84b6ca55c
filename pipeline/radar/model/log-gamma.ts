/**
 * Computes the natural logarithm of the gamma function for arguments above zero, to about 14 digits: the approximation of Lanczos (1964)
 * with the nine coefficients for g = 7 of Godfrey (2001).
 */

const coefficients = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012, 9.984369578019572e-6,
  1.5056327351493116e-7,
] as const;
const halfLogTwoPi = 0.5 * Math.log(2 * Math.PI);

export function logGamma(argument: number): number {
  // The approximation is valid from 1/2 on; below it the recurrence gamma(x + 1) = x gamma(x) leads there.
  if (argument < 0.5) return logGamma(argument + 1) - Math.log(argument);
  const x = argument - 1;
  let sum = 0.9999999999998099;
  for (const [at, coefficient] of coefficients.entries()) sum += coefficient / (x + at + 1);
  const shifted = x + 7.5;
  return halfLogTwoPi + (x + 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}
