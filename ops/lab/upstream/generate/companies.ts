/**
 * Generates the invented companies of the generated world, always the same. Their roots and tickers match no US listing of 2025.
 */
import { randomOf, pick, intBetween, hashOf } from '../random.ts';

export interface Sector {
  readonly key: string;
  /** Noun that headlines use for a company of the sector, such as `chipmaker`. */
  readonly trade: string;
  readonly industry: string;
  readonly products: readonly string[];
  readonly endings: readonly string[];
}

export interface Company {
  readonly index: number;
  readonly cik: string;
  readonly name: string;
  readonly brand: string;
  /** Tickers of the listed share classes; empty when the company is not listed. */
  readonly tickers: readonly string[];
  readonly exchange: 'Nasdaq' | 'NYSE' | 'OTC' | 'CBOE' | null;
  readonly sector: Sector;
  readonly city: string;
}

// prettier-ignore
const sectors: readonly Sector[] = [
  { key: 'semiconductors', trade: 'chipmaker', industry: 'semiconductor', products: ['power-management chips', 'silicon-carbide wafers', 'radio-frequency modules', 'automotive microcontrollers', 'memory controllers'], endings: ['Semiconductor', 'Microsystems', 'Devices', 'Photonics'] },
  { key: 'software', trade: 'software company', industry: 'enterprise-software', products: ['identity platform', 'payroll suite', 'observability tools', 'claims-processing software', 'data-backup service'], endings: ['Software', 'Systems', 'Cloud', 'Analytics'] },
  { key: 'biotech', trade: 'drug developer', industry: 'biotechnology', products: ['kidney-disease tablet', 'gene therapy for haemophilia', 'obesity injection', 'lung-cancer antibody', 'migraine spray'], endings: ['Therapeutics', 'Biosciences', 'Pharma', 'Biologics'] },
  { key: 'energy', trade: 'oil and gas producer', industry: 'energy', products: ['shale wells', 'offshore platforms', 'gas-gathering lines', 'export cargoes', 'condensate output'], endings: ['Energy', 'Petroleum', 'Resources', 'Midstream'] },
  { key: 'banks', trade: 'regional lender', industry: 'banking', products: ['commercial-property loans', 'deposits', 'mortgage book', 'wealth-management arm', 'card business'], endings: ['Bancorp', 'Financial', 'Trust', 'Bancshares'] },
  { key: 'retail', trade: 'retailer', industry: 'retail', products: ['home-goods stores', 'loyalty programme', 'own-label clothing', 'online grocery orders', 'outlet shops'], endings: ['Stores', 'Brands', 'Outfitters', 'Markets'] },
  { key: 'industrials', trade: 'machinery maker', industry: 'industrial', products: ['packaging lines', 'hydraulic pumps', 'warehouse robots', 'aircraft fasteners', 'rail couplers'], endings: ['Industries', 'Manufacturing', 'Aerospace', 'Engineering'] },
  { key: 'mining', trade: 'miner', industry: 'mining', products: ['copper concentrate', 'lithium brine', 'gold doré', 'nickel ore', 'rare-earth oxide'], endings: ['Mining', 'Minerals', 'Metals', 'Lithium'] },
  { key: 'utilities', trade: 'utility', industry: 'utility', products: ['grid upgrades', 'gas-fired plants', 'battery storage', 'water mains', 'transmission lines'], endings: ['Power', 'Electric', 'Water', 'Utilities'] },
  { key: 'property', trade: 'property trust', industry: 'real-estate', products: ['data-centre leases', 'self-storage sites', 'senior-living homes', 'logistics parks', 'office towers'], endings: ['Realty', 'Properties', 'REIT', 'Land'] },
  { key: 'medtech', trade: 'device maker', industry: 'medical-device', products: ['insulin pumps', 'surgical staplers', 'heart valves', 'imaging scanners', 'glucose sensors'], endings: ['Medical', 'Surgical', 'Diagnostics', 'Health'] },
  { key: 'transport', trade: 'carrier', industry: 'transport', products: ['freight routes', 'parcel hubs', 'tanker fleet', 'regional flights', 'container slots'], endings: ['Logistics', 'Freight', 'Airways', 'Shipping'] },
];

// prettier-ignore
const heads = ['Alder', 'Bram', 'Calder', 'Dorn', 'Elver', 'Fenn', 'Garrow', 'Hollin', 'Irvel', 'Jarro', 'Kestr', 'Lorn', 'Marl', 'Norv', 'Orri', 'Pell', 'Quar', 'Ravel', 'Selk', 'Tarn', 'Ulver', 'Vant', 'Wexl', 'Yarro', 'Zell'] as const;
const tails = ['wick', 'ford', 'mere', 'stone', 'bridge', 'haven', 'field', 'gate', 'brook', 'moor', 'den', 'ton'] as const;
const forms = ['Inc.', 'Corp', 'Inc', 'Holdings, Inc.', 'Group, Inc.', 'Co', 'PLC', 'Ltd.'] as const;
// prettier-ignore
const cities = ['BOSTON', 'AUSTIN', 'DENVER', 'SAN DIEGO', 'COLUMBUS', 'CHARLOTTE', 'SEATTLE', 'PITTSBURGH', 'TULSA', 'NEW YORK', 'CHICAGO', 'RENO'] as const;
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
  // Sorted by hash, so that neighbours in the list seldom share head or tail.
  const shuffled = roots.sort((a, b) => hashOf(a) - hashOf(b));
  return Array.from({ length: listedCount + privateCount }, (_, index) => {
    const random = randomOf(1, 'company', index);
    // Every fourteenth company reuses the root of an earlier one, so that only the endings differ.
    const root = shuffled[index % 14 === 13 ? index - 13 : index % shuffled.length] ?? 'Alderwick';
    const sector = sectors[(index * 5 + Math.floor(index / sectors.length)) % sectors.length] ?? sectors[0]!;
    const ending = sector.endings[Math.floor(index / 14) % sector.endings.length] ?? 'Group';
    const city = pick(random, cities);
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
    };
  });
}

/** Real tickers that the generator would otherwise assign. */
// prettier-ignore
const listedElsewhere = new Set<string>(['ALDX', 'CADV', 'CALX', 'CARV', 'ELTK', 'FEBZ', 'HOFV', 'HOLX', 'LONZ', 'MARK', 'MARW', 'MARX', 'NOVV', 'NOVZ', 'QUBX', 'SELV', 'SELX', 'TARK']);

const all = makeCompanies();
export const listedCompanies: readonly Company[] = all.slice(0, listedCount);
/** Companies that file with the SEC but are not listed. */
export const unlistedCompanies: readonly Company[] = all.slice(listedCount);
