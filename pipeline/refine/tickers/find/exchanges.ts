/** Defines how texts write exchanges before a symbol, `(NASDAQ: NVDA)`, and the suffix of each exchange in the directory (empty in the US). */

// prettier-ignore
const suffixByExchange: Readonly<Record<string, string>> = {
  NASDAQ: '', NASDAQGS: '', NASDAQGM: '', NASDAQCM: '', NASDAQCAP: '', NYSE: '', NYSEAMERICAN: '', NYSEARCA: '', NYSEMKT: '', AMEX: '', CBOE: '', BATS: '', ARCA: '',
  OTC: '', OTCQB: '', OTCQX: '', OTCMKTS: '', OTCPK: '', OTCBB: '', OTCPINK: '', PINK: '', OTCMARKETS: '',
  TSX: '.TO', TSXV: '.V', CSE: '.CN', NEO: '.NE', CVE: '.V', TSE: '.TO', LSE: '.L', LON: '.L', AIM: '.L', ASX: '.AX', HKEX: '.HK', HKSE: '.HK', SEHK: '.HK', HKG: '.HK', NSE: '.NS', BSE: '.BO',
  EPA: '.PA', EURONEXT: '.PA', AMS: '.AS', EBR: '.BR', SWX: '.SW', SIX: '.SW', FRA: '.F', FSE: '.F', ETR: '.DE', XETRA: '.DE', BIT: '.MI', BME: '.MC', STO: '.ST', CPH: '.CO', OSE: '.OL', OSL: '.OL', HEL: '.HE',
  TYO: '.T', KRX: '.KS', KOSDAQ: '.KQ', TPE: '.TW', TWSE: '.TW', SGX: '.SI', JSE: '.JO', BVMF: '.SA', SHA: '.SS', SSE: '.SS', SHE: '.SZ', SZSE: '.SZ', NZX: '.NZ', BMV: '.MX', CRYPTO: '-USD', CCC: '-USD',
};

export const EXCHANGE_FORM =
  /\b(NASDAQ(?:GS|GM|CM|CAP)?|Nasdaq(?:GS|GM|CM)?|NYSE(?:[ -]?(?:American|AMERICAN|Arca|ARCA|MKT))?|AMEX|CBOE|Cboe|BATS|ARCA|OTC(?:[ -]?(?:QB|QX|MKTS|PK|BB|PINK|Pink|Markets|MARKETS))?|PINK|TSX-?V?|CSE|NEO|CVE|TSE|LSE|LON|AIM|ASX|HKEX|HKSE|SEHK|HKG|NSE|BSE|EPA|EURONEXT|Euronext|AMS|EBR|SWX|SIX|FRA|FSE|ETR|XETRA|BIT|BME|STO|CPH|OSE|OSL|HEL|TYO|KRX|KOSDAQ|TPE|TWSE|SGX|JSE|BVMF|SHA|SSE|SHE|SZSE|NZX|BMV|CRYPTO|CCC)\s{0,2}:\s{0,2}\$?([A-Z0-9]{1,7}(?:[.\-/][A-Z]{1,3})?)(?![A-Za-z0-9])/g;

/** Returns a ticker as the directory spells it: class after a dash, listing after a dot, Hong Kong numbers of four digits. */
export function listedTicker(exchange: string, symbol: string): string {
  const name = exchange.toUpperCase().replace(/[ -]/g, '');
  // `TSE` is Toronto's and Tokyo's, whose symbols are numbers.
  const suffix = name === 'TSE' && /^\d/.test(symbol) ? '.T' : (suffixByExchange[name] ?? '');
  const bare = symbol.replace(/[./]/, '-');
  return `${suffix === '.HK' ? bare.padStart(4, '0') : bare}${suffix}`;
}

const suffixes = [...new Set(Object.values(suffixByExchange))].filter((suffix) => suffix.startsWith('.')).map((suffix) => suffix.slice(1));

/** Matches a symbol with its listing or class: `SHOP.TO`, `700.HK`, `BRK.B`. */
export const LISTED_FORM = new RegExp(`(?<![A-Za-z0-9.$])([A-Z0-9]{1,6})\\.(${suffixes.join('|')}|[AB])(?![A-Za-z0-9])`, 'g');

/** Returns the ticker of a listed form, or null for one letter with a class, which are initials. */
export function listedFormTicker(symbol: string, suffix: string): string | null {
  if (suffix === 'A' || suffix === 'B') return symbol.length > 1 ? `${symbol}-${suffix}` : null;
  return suffix === 'HK' ? `${symbol.padStart(4, '0')}.HK` : `${symbol}.${suffix}`;
}
