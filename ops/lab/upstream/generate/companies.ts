/**
 * The listed companies of the generated world, under the names that EDGAR, a symbol list and a headline give them. They are invented: roots
 * and tickers were compared with the US listings of 2025 and match none.
 */
import { randomOf, pick, intBetween, hashOf } from '../random.ts';

export interface Sector {
  readonly key: string;
  /** The noun that headlines use for its companies, e.g. `chipmaker`. */
  readonly trade: string;
  readonly industry: string;
  readonly products: readonly string[];
  readonly endings: readonly string[];
  readonly sic: string;
  readonly sicName: string;
}

export interface Company {
  readonly index: number;
  /** Ten digits. */
  readonly cik: string;
  /** EDGAR's conformed name. */
  readonly name: string;
  /** The name that news articles use. */
  readonly brand: string;
  /** The listed classes, the most traded first; empty when the issuer is not listed. */
  readonly tickers: readonly string[];
  readonly exchange: 'Nasdaq' | 'NYSE' | 'OTC' | 'CBOE' | null;
  readonly sector: Sector;
  readonly city: string;
  readonly state: string;
}

// prettier-ignore
const sectors: readonly Sector[] = [
  { key: 'semiconductors', trade: 'chipmaker', industry: 'semiconductor', products: ['power-management chips', 'silicon-carbide wafers', 'radio-frequency modules', 'automotive microcontrollers', 'memory controllers'], endings: ['Semiconductor', 'Microsystems', 'Devices', 'Photonics'], sic: '3674', sicName: 'SEMICONDUCTORS & RELATED DEVICES' },
  { key: 'software', trade: 'software company', industry: 'enterprise-software', products: ['identity platform', 'payroll suite', 'observability tools', 'claims-processing software', 'data-backup service'], endings: ['Software', 'Systems', 'Cloud', 'Analytics'], sic: '7372', sicName: 'SERVICES-PREPACKAGED SOFTWARE' },
  { key: 'biotech', trade: 'drug developer', industry: 'biotechnology', products: ['kidney-disease tablet', 'gene therapy for haemophilia', 'obesity injection', 'lung-cancer antibody', 'migraine spray'], endings: ['Therapeutics', 'Biosciences', 'Pharma', 'Biologics'], sic: '2836', sicName: 'BIOLOGICAL PRODUCTS (NO DIAGNOSTIC SUBSTANCES)' },
  { key: 'energy', trade: 'oil and gas producer', industry: 'energy', products: ['shale wells', 'offshore platforms', 'gas-gathering lines', 'export cargoes', 'condensate output'], endings: ['Energy', 'Petroleum', 'Resources', 'Midstream'], sic: '1311', sicName: 'CRUDE PETROLEUM & NATURAL GAS' },
  { key: 'banks', trade: 'regional lender', industry: 'banking', products: ['commercial-property loans', 'deposits', 'mortgage book', 'wealth-management arm', 'card business'], endings: ['Bancorp', 'Financial', 'Trust', 'Bancshares'], sic: '6022', sicName: 'STATE COMMERCIAL BANKS' },
  { key: 'retail', trade: 'retailer', industry: 'retail', products: ['home-goods stores', 'loyalty programme', 'own-label clothing', 'online grocery orders', 'outlet shops'], endings: ['Stores', 'Brands', 'Outfitters', 'Markets'], sic: '5651', sicName: 'RETAIL-FAMILY CLOTHING STORES' },
  { key: 'industrials', trade: 'machinery maker', industry: 'industrial', products: ['packaging lines', 'hydraulic pumps', 'warehouse robots', 'aircraft fasteners', 'rail couplers'], endings: ['Industries', 'Manufacturing', 'Aerospace', 'Engineering'], sic: '3560', sicName: 'GENERAL INDUSTRIAL MACHINERY & EQUIPMENT' },
  { key: 'mining', trade: 'miner', industry: 'mining', products: ['copper concentrate', 'lithium brine', 'gold doré', 'nickel ore', 'rare-earth oxide'], endings: ['Mining', 'Minerals', 'Metals', 'Lithium'], sic: '1000', sicName: 'METAL MINING' },
  { key: 'utilities', trade: 'utility', industry: 'utility', products: ['grid upgrades', 'gas-fired plants', 'battery storage', 'water mains', 'transmission lines'], endings: ['Power', 'Electric', 'Water', 'Utilities'], sic: '4911', sicName: 'ELECTRIC SERVICES' },
  { key: 'property', trade: 'property trust', industry: 'real-estate', products: ['data-centre leases', 'self-storage sites', 'senior-living homes', 'logistics parks', 'office towers'], endings: ['Realty', 'Properties', 'REIT', 'Land'], sic: '6798', sicName: 'REAL ESTATE INVESTMENT TRUSTS' },
  { key: 'medtech', trade: 'device maker', industry: 'medical-device', products: ['insulin pumps', 'surgical staplers', 'heart valves', 'imaging scanners', 'glucose sensors'], endings: ['Medical', 'Surgical', 'Diagnostics', 'Health'], sic: '3841', sicName: 'SURGICAL & MEDICAL INSTRUMENTS & APPARATUS' },
  { key: 'transport', trade: 'carrier', industry: 'transport', products: ['freight routes', 'parcel hubs', 'tanker fleet', 'regional flights', 'container slots'], endings: ['Logistics', 'Freight', 'Airways', 'Shipping'], sic: '4213', sicName: 'TRUCKING (NO LOCAL)' },
];

// prettier-ignore
const heads = ['Alder', 'Bram', 'Calder', 'Dorn', 'Elver', 'Fenn', 'Garrow', 'Hollin', 'Irvel', 'Jarro', 'Kestr', 'Lorn', 'Marl', 'Norv', 'Orri', 'Pell', 'Quar', 'Ravel', 'Selk', 'Tarn', 'Ulver', 'Vant', 'Wexl', 'Yarro', 'Zell'] as const;
const tails = ['wick', 'ford', 'mere', 'stone', 'bridge', 'haven', 'field', 'gate', 'brook', 'moor', 'den', 'ton'] as const;
const forms = ['Inc.', 'Corp', 'Inc', 'Holdings, Inc.', 'Group, Inc.', 'Co', 'PLC', 'Ltd.'] as const;
// prettier-ignore
const places = [['BOSTON', 'MA'], ['AUSTIN', 'TX'], ['DENVER', 'CO'], ['SAN DIEGO', 'CA'], ['COLUMBUS', 'OH'], ['CHARLOTTE', 'NC'], ['SEATTLE', 'WA'], ['PITTSBURGH', 'PA'], ['TULSA', 'OK'], ['NEW YORK', 'NY'], ['CHICAGO', 'IL'], ['RENO', 'NV']] as const;
const exchanges = ['Nasdaq', 'NYSE', 'Nasdaq', 'NYSE', 'Nasdaq', 'NYSE', 'Nasdaq', 'CBOE', 'OTC', 'NYSE'] as const;

const listedCount = 300;
const privateCount = 24;
const firstCik = 2_900_000;

function ticker(root: string, taken: Set<string>): string {
  const letters = root.toUpperCase().replace(/[^A-Z]/g, '');
  const inner = letters
    .slice(2)
    .split('')
    .filter((letter) => !'AEIOU'.includes(letter));
  const marks = 'XZKVWJQ';
  for (let turn = 0; turn < marks.length; turn++) {
    const mark = marks.charAt((hashOf(root) + turn) % marks.length);
    for (const middle of inner) {
      const made = `${letters.slice(0, 2)}${middle}${mark}`;
      if (!taken.has(made) && !listedElsewhere.has(made)) {
        taken.add(made);
        return made;
      }
    }
  }
  throw new Error(`no ticker left for ${root}`);
}

function makeCompanies(): readonly Company[] {
  const taken = new Set<string>();
  const roots = tails.flatMap((tail) => heads.map((head) => `${head}${tail}`));
  // A shuffle by hash: neighbours in the list share neither head nor tail.
  const shuffled = roots.sort((a, b) => hashOf(a) - hashOf(b));
  return Array.from({ length: listedCount + privateCount }, (_, index) => {
    const random = randomOf(1, 'company', index);
    // Every fourteenth company reuses the root of an earlier one, so that only the endings differ.
    const root = shuffled[index % 14 === 13 ? index - 13 : index % shuffled.length] ?? 'Alderwick';
    const sector = sectors[(index * 5 + Math.floor(index / sectors.length)) % sectors.length] ?? sectors[0]!;
    const ending = sector.endings[Math.floor(index / 14) % sector.endings.length] ?? 'Group';
    const [city, state] = pick(random, places);
    const isListed = index < listedCount;
    const symbol = isListed ? ticker(root, taken) : '';
    const hasClasses = isListed && index % 38 === 5;
    const name = `${root} ${ending} ${isListed ? pick(random, forms) : pick(random, ['LLC', 'L.P.', 'Fund, Inc.', 'BDC Corp'])}`;
    return {
      index,
      cik: String(firstCik + index * 37 + intBetween(random, 0, 30)).padStart(10, '0'),
      name: index % 3 === 0 ? name.toUpperCase().replace(/[.,]/g, '') : name,
      brand: `${root} ${ending}`,
      tickers: !isListed ? [] : hasClasses ? [`${symbol}-A`, `${symbol}-B`] : [symbol],
      exchange: !isListed ? null : (exchanges[index % exchanges.length] ?? 'NYSE'),
      sector,
      city,
      state,
    };
  });
}

/** Invented combinations that are real tickers. */
// prettier-ignore
const listedElsewhere = new Set<string>(['ALDX', 'CADV', 'CALX', 'CARV', 'ELTK', 'FEBZ', 'HOFV', 'HOLX', 'LONZ', 'MARK', 'MARW', 'MARX', 'NOVV', 'NOVZ', 'QUBX', 'SELV', 'SELX', 'TARK']);

const all = makeCompanies();
export const listedCompanies: readonly Company[] = all.slice(0, listedCount);
/** Companies that file with the SEC but are not traded. */
export const unlistedCompanies: readonly Company[] = all.slice(listedCount);
