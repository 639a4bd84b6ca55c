/** Converts a number as filed to plain decimal text (Decimal in schemas/primitives.ts), with every digit kept. */
import Big from 'big.js';

const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const scientific = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d{1,2}$/;
const lengthMax = 40;

/** Returns null unless `text` is one number. `1,250` is 1250, `.5` is 0.5, `1.5E3` is 1500, `5.50` stays 5.50. */
export function plainDecimal(text: string): string | null {
  const bare = text.trim().replace(/^\$\s*/, '');
  if (bare.length > lengthMax) return null;
  const digits = grouped.test(bare) ? bare.replaceAll(',', '') : bare;
  if (scientific.test(digits)) return new Big(digits.replace(/^\+/, '')).toFixed();
  const parts = plain.exec(digits);
  const [, sign, whole = '', fraction = ''] = parts ?? [];
  if (!parts || whole + fraction === '') return null;
  const magnitude = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}
