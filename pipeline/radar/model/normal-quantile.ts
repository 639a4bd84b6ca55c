/**
 * The standard normal deviate that is exceeded with a given probability, right to about 16 digits from 1e-300 to 1/2
 * and beyond: algorithm AS 241 (PPND16) of Wichura, "The Percentage Points of the Normal Distribution", Applied
 * Statistics 37 (1988), 477-484.
 */

type Polynomial = readonly [number, number, number, number, number, number, number, number];

const central: readonly [Polynomial, Polynomial] = [
  [
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
    33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867, 39307.89580009271061, 28729.085735721942674,
    5226.495278852854561,
  ],
];
const middle: readonly [Polynomial, Polynomial] = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258, 0.24178072517745061177,
    0.0227238449892691845833, 7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459, 0.0151986665636164571966,
    5.475938084995344946e-4, 1.05075007164441684324e-9,
  ],
];
const far: readonly [Polynomial, Polynomial] = [
  [
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123, 0.026532189526576123093, 0.0012426609473880784386,
    2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ],
  [
    1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4, 1.8463183175100546818e-5,
    1.4215117583164458887e-7, 2.04426310338993978564e-15,
  ],
];

/** `probability`: above 0 and below 1. */
export function normalExceededWith(probability: number): number {
  const fromMiddle = 0.5 - probability;
  if (Math.abs(fromMiddle) <= 0.425) return fromMiddle * ratioOf(central, 0.180625 - fromMiddle * fromMiddle);
  const root = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const deviate = root <= 5 ? ratioOf(middle, root - 1.6) : ratioOf(far, root - 5);
  return fromMiddle < 0 ? -deviate : deviate;
}

const ratioOf = ([numerator, denominator]: readonly [Polynomial, Polynomial], x: number): number => valueAt(numerator, x) / valueAt(denominator, x);

/** Horner's rule; the coefficients rise in power. */
const valueAt = (coefficients: Polynomial, x: number): number => coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
