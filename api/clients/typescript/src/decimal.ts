/** Exact decimals. The service writes money, prices and share counts as strings of digits, because a JSON number would be rounded. */

/** A decimal as the service writes it, such as `-12.50`. */
export type DecimalString = `${number}`;

const pattern = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

export class Decimal {
  /** The decimal is `digits` / 10 ** `scale`. */
  readonly digits: bigint;
  readonly scale: number;

  private constructor(digits: bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }

  /** Throws RangeError when `value` is not a decimal number. */
  static of(value: Decimal | string | number | bigint): Decimal {
    if (value instanceof Decimal) return value;
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(String(value)) ?? [];
    if (whole === '') throw new RangeError(`${String(value).slice(0, 40)} is not a decimal number`);
    const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
    const scale = fraction.length - Number(exponent);
    return scale < 0 ? new Decimal(digits * 10n ** BigInt(-scale), 0) : new Decimal(digits, scale);
  }

  private at(scale: number): bigint {
    return this.digits * 10n ** BigInt(scale - this.scale);
  }

  plus(other: Decimal | string | number | bigint): Decimal {
    const addend = Decimal.of(other);
    const scale = Math.max(this.scale, addend.scale);
    return new Decimal(this.at(scale) + addend.at(scale), scale);
  }

  minus(other: Decimal | string | number | bigint): Decimal {
    return this.plus(Decimal.of(other).negated());
  }

  times(other: Decimal | string | number | bigint): Decimal {
    const factor = Decimal.of(other);
    return new Decimal(this.digits * factor.digits, this.scale + factor.scale);
  }

  /** Returns the quotient with `scale` digits after the point; halves round away from zero. Throws RangeError on division by zero. */
  dividedBy(other: Decimal | string | number | bigint, scale: number): Decimal {
    const divisor = Decimal.of(other);
    if (divisor.digits === 0n) throw new RangeError('division by zero');
    return new Decimal(roundedQuotient(this.digits * 10n ** BigInt(scale + divisor.scale), divisor.digits * 10n ** BigInt(this.scale)), scale);
  }

  /** Returns the number with `scale` digits after the point; halves round away from zero. */
  rounded(scale: number): Decimal {
    return scale >= this.scale
      ? new Decimal(this.at(scale), scale)
      : new Decimal(roundedQuotient(this.digits, 10n ** BigInt(this.scale - scale)), scale);
  }

  negated(): Decimal {
    return new Decimal(-this.digits, this.scale);
  }

  /** Returns -1, 0 or 1 when this decimal is less than, equal to or greater than `other`, for sorting. */
  compare(other: Decimal | string | number | bigint): number {
    const { digits } = this.minus(other);
    return digits === 0n ? 0 : digits < 0n ? -1 : 1;
  }

  /** Returns all digits, including trailing zeros. */
  toString(): DecimalString {
    const text = (this.digits < 0n ? -this.digits : this.digits).toString().padStart(this.scale + 1, '0');
    const point = text.length - this.scale;
    return `${this.digits < 0n ? '-' : ''}${text.slice(0, point)}${this.scale === 0 ? '' : `.${text.slice(point)}`}` as DecimalString;
  }

  toJSON(): DecimalString {
    return this.toString();
  }

  /** Returns the nearest double. */
  toNumber(): number {
    return Number(this.toString());
  }
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (above * 2n + below) / (below * 2n);
  return isNegative ? -quotient : quotient;
}
