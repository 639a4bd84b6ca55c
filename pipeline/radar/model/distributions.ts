/** Computes the tail of the negative binomial distribution, the gamma function, and quantiles of the normal distribution. */

/** Least dispersion, which keeps the shape finite. A smaller one differs from a Poisson distribution only in theory. */
const leastDispersion = 1e-6;
const leastDenominator = 1e-300;
/** Number of steps: the fraction needs O(sqrt(max(a, b))), thousands for counts of 1e6 (Press et al., Numerical Recipes, 3rd ed., 6.4). */
const stepsMax = 20_000;

/**
 * Returns ln P(X >= count) of a negative binomial X whose variance is mean + dispersion * mean^2 ("NB2"; Cameron and Trivedi, Regression
 * Analysis of Count Data, 2nd ed., 3.3). X is a Poisson count whose rate has a gamma distribution with shape 1 / dispersion (Gelman et al.,
 * Bayesian Data Analysis, 3rd ed., 2.6). The result is a logarithm, because the tail of a large burst is below the least floating-point number.
 * With q = mean / (mean + shape) it is ln I_q(count, shape), the regularised incomplete beta function (DLMF 8.17.24).
 */
export function logUpperTail(count: number, mean: number, dispersion: number): number {
  if (count <= 0) return 0;
  if (mean <= 0) return -Infinity;
  const shape = 1 / Math.max(dispersion, leastDispersion);
  const q = mean / (mean + shape);
  // log1p avoids the cancellation in ln(q) and ln(1 - q).
  const logFront = logGamma(count + shape) - logGamma(count) - logGamma(shape) - count * Math.log1p(shape / mean) - shape * Math.log1p(mean / shape);
  if (q < (count + 1) / (count + shape + 2)) return logFront + Math.log(betaFraction(q, count, shape) / count);
  // Beyond the mean the fraction converges fast only for the complement: I_q(a, b) = 1 - I_{1-q}(b, a).
  const lower = Math.exp(logFront) * (betaFraction(shape / (mean + shape), shape, count) / shape);
  return Math.log1p(-Math.min(lower, 1 - Number.EPSILON));
}

/** Returns the continued fraction of the incomplete beta function (DLMF 8.17.22), by the modified method of Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let step = 1; step <= stepsMax; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 3e-16) break;
  }
  return value;
}

const awayFromZero = (value: number): number => (Math.abs(value) < leastDenominator ? leastDenominator : value);

const gammaCoefficients = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012, 9.984369578019572e-6,
  1.5056327351493116e-7,
] as const;
const halfLogTwoPi = 0.5 * Math.log(2 * Math.PI);

/** Returns ln(gamma(argument)) above zero to about 14 digits: the approximation of Lanczos (1964) with coefficients of Godfrey (2001) for g = 7. */
export function logGamma(argument: number): number {
  // The approximation is valid from 1/2; below, gamma(x + 1) = x gamma(x) leads there.
  if (argument < 0.5) return logGamma(argument + 1) - Math.log(argument);
  const x = argument - 1;
  let sum = 0.9999999999998099;
  for (const [at, coefficient] of gammaCoefficients.entries()) sum += coefficient / (x + at + 1);
  const shifted = x + 7.5;
  return halfLogTwoPi + (x + 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

type Polynomial = readonly [number, number, number, number, number, number, number, number];

const central: readonly [Polynomial, Polynomial] = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813,
    2509.0809287301227,
  ],
  [1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854],
];
const middle: readonly [Polynomial, Polynomial] = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506, 0.022723844989269184,
    0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345,
    1.0507500716444169e-9,
  ],
];
const far: readonly [Polynomial, Polynomial] = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5,
    2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5, 1.421511758316446e-7,
    2.0442631033899397e-15,
  ],
];

/**
 * Returns the standard normal deviate that is exceeded with this probability, to about 16 digits from 1e-300: algorithm AS 241 (PPND16) of
 * Wichura, "The Percentage Points of the Normal Distribution", Applied Statistics 37 (1988), 477-484.
 */
export function normalExceededWith(probability: number): number {
  const fromMiddle = 0.5 - probability;
  if (Math.abs(fromMiddle) <= 0.425) return fromMiddle * ratioOf(central, 0.180625 - fromMiddle * fromMiddle);
  const root = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const deviate = root <= 5 ? ratioOf(middle, root - 1.6) : ratioOf(far, root - 5);
  return fromMiddle < 0 ? -deviate : deviate;
}

const ratioOf = ([numerator, denominator]: readonly [Polynomial, Polynomial], x: number): number => valueAt(numerator, x) / valueAt(denominator, x);

const valueAt = (coefficients: Polynomial, x: number): number => coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
