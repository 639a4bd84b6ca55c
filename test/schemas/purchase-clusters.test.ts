import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredTrade } from '#schemas/insider.ts';
import { findClusters, findLinkedClusters } from '#schemas/purchase-clusters.ts';
import { uidOf } from '#schemas/identity.ts';
import { InsiderCluster } from '#schemas/insider-cluster.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';
import { insiderTrade, ownerOf } from '#test/support/trades.ts';
import { purchasesIn } from '#test/clickhouse/filed-purchases.ts';

interface Expected {
  readonly issuerCik: string;
  readonly issuer: string;
  readonly kind: 'cluster' | 'ten_percent_only' | 'spread' | 'pair' | 'repeat';
  readonly max_buyers_10d: { readonly n: number; readonly first: string | null };
  readonly max_officer_director_buyers_10d: { readonly n: number; readonly first: string | null; readonly last: string | null };
  readonly purchases: readonly {
    readonly date: string;
    readonly owner: string;
    readonly owner_ciks: readonly string[];
    readonly accession: string;
  }[];
}

const isReal = dataDir('form4') !== null;
const folder = documentsDir('form4');
const expected = JSON.parse(readFileSync(`${folder}/clusters_expected.json`, 'utf8')) as readonly Expected[];
const options = { buyersMin: 3, includeLabelled: true };
const purchasesOf = ({ issuerCik }: Expected): StoredTrade[] => purchasesIn(`${folder}/clusters/${issuerCik}`);
const found = (issuer: Expected): InsiderCluster[] => findClusters(purchasesOf(issuer), options);
/** Returns the purchases as if no form named a plan or an offering, which is what the expected counts are based on. */
const unlabelled = (issuer: Expected): StoredTrade[] => purchasesOf(issuer).map((trade) => ({ ...trade, label: null, is_10b5_1: null }));

/** Returns runs counted simply: purchases at most 14 days apart, by the first owner on each form. */
function plainRuns({ purchases }: Expected): { first: string; last: string; owners: Set<string>; filings: Set<string> }[] {
  const runs: { first: string; last: string; owners: Set<string>; filings: Set<string> }[] = [];
  for (const { date, owner_ciks, accession } of purchases.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    let run = runs.at(-1);
    if (run === undefined || (Date.parse(date) - Date.parse(run.last)) / 86_400_000 > 14) {
      run = { first: date, last: date, owners: new Set(), filings: new Set() };
      runs.push(run);
    }
    run.last = date;
    run.owners.add(owner_ciks[0]!);
    run.filings.add(accession);
  }
  return runs;
}

describe('filings of some issuers', () => {
  test.each(expected.filter(({ kind }) => kind === 'cluster'))(
    '$issuer: a cluster of every officer and director, but for plan and offering lots',
    (issuer) => {
      const { n, first, last } = issuer.max_officer_director_buyers_10d;
      const isIt = ({ first_trade_date, last_trade_date }: InsiderCluster): boolean => first_trade_date <= first! && last_trade_date >= last!;
      const [plain] = findClusters(unlabelled(issuer), options).filter(isIt);
      expect(plain!.officer_director_count).toBeGreaterThanOrEqual(n);
      expect(InsiderCluster.parse(plain)).toEqual(plain);
      const stated = new Set(purchasesOf(issuer).flatMap(({ label, owners }) => (label === null ? [] : [owners[0]!.cik])));
      const [cluster] = found(issuer).filter(isIt);
      expect(cluster === undefined).toBe(plain!.buyers_count - stated.size < 3);
      if (cluster !== undefined) expect(cluster.buyers_count).toBe(plain!.buyers_count - stated.size);
    },
  );

  test('directors who bought in an offering, as footnotes or warrants show, or through dividends are no clusters', () => {
    const left = expected.filter((issuer) => issuer.kind === 'cluster' && found(issuer).length === 0);
    expect(left.map(({ issuer }) => issuer)).toEqual(
      isReal ? ['SpringBig Holdings, Inc.', 'Clene Inc.', 'Franchise Group, Inc.'] : ['EXAMPLE FOODS INC'],
    );
  });

  test.each(expected.filter(({ kind }) => kind === 'ten_percent_only'))('$issuer: one fund filing four times is not a cluster', (issuer) => {
    expect(found(issuer)).toEqual([]);
    const [one] = findClusters(unlabelled(issuer), { ...options, buyersMin: 1 });
    expect(one).toMatchObject({ buyers_count: 1, officer_director_count: 0, filings_count: 1 });
    expect(one!.buyers.map(({ label }) => label).filter((label) => label === 'duplicate').length).toBe(issuer.max_buyers_10d.n - 1);
  });

  test.each(expected)('$issuer: the order in which its filings are read changes no cluster', (issuer) => {
    const trades = purchasesOf(issuer);
    const whole = findClusters(trades, { ...options, buyersMin: 1 });
    for (const seed of [1, 2, 3, 4]) {
      const turned = trades.toSorted((a, b) => (uidOf(`${seed} ${a.uid}`) < uidOf(`${seed} ${b.uid}`) ? -1 : 1));
      expect(findClusters(turned, { ...options, buyersMin: 1 })).toEqual(whole);
    }
  });

  test.each(expected)('$issuer ($kind): runs as counted the plain way, less an affiliate that files for the same trade', (issuer) => {
    const runs = plainRuns(issuer).filter(({ owners }) => owners.size >= 3);
    const clusters = findClusters(unlabelled(issuer), options).toSorted((a, b) => (a.first_trade_date < b.first_trade_date ? -1 : 1));
    const kept = runs.filter(({ first }) => clusters.some(({ first_trade_date }) => first_trade_date === first));
    // Only the fund that files four times is left out entirely.
    expect(runs.length - kept.length).toBe(issuer.kind === 'ten_percent_only' ? 1 : 0);
    expect(
      clusters.map(({ first_trade_date, last_trade_date, buyers_count, buyers }) => ({
        first: first_trade_date,
        last: last_trade_date,
        owners: buyers_count + buyers.filter(({ label }) => label === 'duplicate').length,
      })),
    ).toEqual(kept.map(({ first, last, owners }) => ({ first, last, owners: owners.size })));
  });
});

let filings = 0;
const purchase = (owner: string, changes: Partial<StoredTrade> = {}): StoredTrade => {
  filings += 1;
  const accession_number = changes.accession_number ?? `0009999999-26-${String(filings).padStart(6, '0')}`;
  const trade = insiderTrade({ transaction_code: 'P', owners: [ownerOf({ cik: owner, name: `Owner ${owner}` })], accession_number, ...changes });
  return { ...trade, uid: filings.toString(16).padStart(16, '0'), news_title: null, news_published: null, ...changes };
};
const on = (date: string, shares: string, price: string | null = '10') => ({
  last_date: date,
  first_date: date,
  tranches: [{ transaction_date: date, shares, price_usd: price }],
});
const fund = (cik: string): StoredTrade['owners'] => [ownerOf({ cik, title: '', is_officer: false, is_ten_percent_owner: true })];
const [ann, bob, cat, dan] = ['0000000001', '0000000002', '0000000003', '0000000004'] as const;

describe('a run', () => {
  test('goes on over 14 days and ends over 15', () => {
    const whole = [purchase(ann, on('2026-01-01', '10')), purchase(bob, on('2026-01-15', '20')), purchase(cat, on('2026-01-29', '30'))];
    expect(findClusters(whole, options)).toMatchObject([{ buyers_count: 3, first_trade_date: '2026-01-01', last_trade_date: '2026-01-29' }]);
    const broken = [purchase(ann, on('2026-01-01', '10')), purchase(bob, on('2026-01-15', '20')), purchase(cat, on('2026-01-30', '30'))];
    expect(findClusters(broken, options)).toEqual([]);
  });

  test('counts an insider once however often he buys, and links one filing of each', () => {
    const trades = [ann, ann, bob, cat].map((owner, at) => purchase(owner, on(`2026-01-0${at + 1}`, `${at + 1}0`)));
    const [cluster] = findClusters(trades, options);
    expect(cluster).toMatchObject({ buyers_count: 3, filings_count: 4, evidence_truncated: true, total_value_usd: '1000.00' });
    const own = cluster!.buyers.find(({ insider_cik }) => insider_cik === ann);
    expect(own).toMatchObject({ shares: '30', avg_price_usd: '10', total_value_usd: '300.00', trade_dates: ['2026-01-01', '2026-01-02'] });
    expect(findClusters(trades.slice(0, 3), options)).toEqual([]);
    // Filings that no buyer links to come after those that one does.
    const { secUrls } = findLinkedClusters(trades, options)[0]!;
    expect(secUrls.slice(0, 3)).toEqual(cluster!.buyers.map(({ sec_url }) => sec_url));
    expect(new Set(secUrls).size).toBe(4);
  });

  test('is known when its last filing was accepted', () => {
    const times = ['2026-01-05T10:00:00.000Z', '2026-01-07T10:00:00.000Z', '2026-01-06T10:00:00.000Z'];
    const trades = [ann, bob, cat].map((owner, at) => purchase(owner, { ...on('2026-01-02', `${at + 1}0`), accepted_at: times[at]! }));
    expect(findClusters(trades, options)[0]!.known_at).toBe(times[1]);
  });

  test('has no value where no fill is priced', () => {
    const trades = [ann, bob, cat].map((owner, at) => purchase(owner, on('2026-01-02', `${at + 1}0`, null)));
    expect(findClusters(trades, options)[0]).toMatchObject({ buyers_count: 3, total_value_usd: null });
  });
});

describe('a label', () => {
  const three = [purchase(ann, on('2026-01-01', '10')), purchase(bob, on('2026-01-02', '20')), purchase(cat, on('2026-01-03', '30'))];
  const labelOf = (clusters: readonly InsiderCluster[], cik: string) =>
    clusters.flatMap(({ buyers }) => buyers.filter(({ insider_cik }) => insider_cik === cik).map(({ label }) => label));

  test('from the form takes its purchase out of all counts, and is listed on request only', () => {
    for (const stated of [{ label: 'offering' }, { label: 'plan' }, { is_10b5_1: true }] as const) {
      const trades = [...three, purchase(dan, { ...on('2026-01-02', '40'), ...stated })];
      const listed = findClusters(trades, options);
      expect(listed).toMatchObject([{ buyers_count: 3, filings_count: 3, total_value_usd: '600.00', officer_director_count: 3 }]);
      expect(labelOf(listed, dan)).toEqual(['label' in stated ? stated.label : 'plan']);
      const plain = findClusters(trades, { ...options, includeLabelled: false });
      expect(plain[0]!.buyers).toHaveLength(3);
      expect({ ...plain[0], buyers: null }).toEqual({ ...listed[0], buyers: null });
      expect(findClusters(trades.slice(1), options)).toEqual([]);
    }
  });

  test('for an offering is on all purchases of its day at its price, with or without a footnote', () => {
    const inIt = [ann, bob, cat, dan].map((owner, at) =>
      purchase(owner, { ...on('2026-01-02', `${at + 1}0`, '0.3037'), ...(at < 2 && { label: 'offering' as const }) }),
    );
    expect(findClusters(inIt, options)).toEqual([]);
    expect(labelOf(findClusters([...three, ...inIt], options), dan)).toEqual(['offering']);
    // A single form may have matched the market's price.
    expect(labelOf(findClusters([...three, inIt[0]!, inIt[3]!], options), dan)).toEqual([null]);
  });

  test('for a duplicate is on the same trade that an affiliate of a buyer reports', () => {
    const trades = [...three, purchase(dan, { ...on('2026-01-01', '10'), owners: fund(dan) })];
    expect(labelOf(findClusters(trades, options), dan)).toEqual(['duplicate']);
    expect(findClusters(trades, options)[0]).toMatchObject({ buyers_count: 3, total_value_usd: '600.00' });
    const another = [...three, purchase(dan, { ...on('2026-01-01', '11'), owners: fund(dan) })];
    expect(findClusters(another, options)[0]).toMatchObject({ buyers_count: 4, officer_director_count: 3 });
  });

  test('for a duplicate is on a trade that refine marked as a further report', () => {
    const joint = purchase(dan, { ...on('2026-01-01', '11'), joint_with: uidOf('the first report') });
    for (const trades of [
      [...three, joint],
      [joint, ...three],
    ]) {
      expect(labelOf(findClusters(trades, options), dan)).toEqual(['duplicate']);
      expect(findClusters(trades, options)[0]).toMatchObject({ buyers_count: 3, total_value_usd: '600.00', filings_count: 3 });
    }
    // Joint reports neither make an offering's price known nor join buyers to one.
    const offered = [ann, bob].map((owner, at) =>
      purchase(owner, { ...on('2026-01-01', `${at + 1}`, '3'), label: 'offering' as const, ...(at === 1 && { joint_with: uidOf('x') }) }),
    );
    expect(labelOf(findClusters([...three, ...offered, purchase(cat, on('2026-01-01', '7', '3'))], options), cat)).toEqual([null]);
    const signed = purchase(dan, { ...on('2026-01-01', '10'), owners: [ann, bob].map((cik) => ownerOf({ cik })), joint_with: uidOf('x') });
    expect(findClusters([...three, signed], options)[0]).toMatchObject({ buyers_count: 3 });
  });

  test('is not put on directors who took equal lots, unless both hold through another', () => {
    const equal = [ann, bob, cat].map((owner) => purchase(owner, on('2026-01-01', '45', '31.63')));
    expect(findClusters(equal, options)[0]!.buyers_count).toBe(3);
    const through = [ann, bob, cat].map((owner) => purchase(owner, { ...on('2026-01-01', '45', '31.63'), ownership_form: 'indirect' }));
    expect(findClusters(through, options)).toEqual([]);
  });

  test('is not needed for owners who sign together: they are one buyer', () => {
    const joint = purchase(ann, { ...on('2026-01-04', '70'), owners: [ownerOf({ cik: dan }), ownerOf({ cik: ann })] });
    expect(findClusters([...three, joint], options)[0]!.buyers_count).toBe(3);
    expect(findClusters([three[0]!, three[1]!, joint], options)).toEqual([]);
  });
});

test('shares and values of the buyers that count add up to the cluster, in any order of the filings', () => {
  const arbitrary = fc.array(
    fc.record({
      owner: fc.constantFrom(ann, bob, cat, dan),
      day: fc.integer({ min: 1, max: 28 }),
      shares: fc.integer({ min: 1, max: 99_999 }).map((hundredths) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`),
      cents: fc.integer({ min: 1, max: 99_999 }),
      label: fc.constantFrom(null, null, 'plan' as const),
    }),
    { minLength: 3, maxLength: 20 },
  );
  fc.assert(
    fc.property(arbitrary, fc.nat(), (made, seed) => {
      const trades = made.map(({ owner, day, shares, cents, label }) =>
        purchase(owner, {
          ...on(`2026-01-${String(day).padStart(2, '0')}`, shares, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
          label,
        }),
      );
      const clusters = findClusters(trades, options);
      const turned = [...trades.slice(seed % trades.length), ...trades.slice(0, seed % trades.length)];
      expect(findClusters(turned, options)).toEqual(clusters);
      for (const cluster of clusters) {
        const inside = trades.filter(
          ({ label, last_date }) => label === null && last_date >= cluster.first_trade_date && last_date <= cluster.last_trade_date,
        );
        // Whole numbers, in ten-thousandths of a dollar.
        const exact = inside.reduce((sum, { tranches: [fill] }) => sum + digits(fill!.shares) * digits(fill!.price_usd!), 0n);
        expect(cluster.total_value_usd).toBe(money(exact));
        expect(cluster.buyers_count).toBe(new Set(inside.map(({ owners }) => owners[0]!.cik)).size);
        expect(cluster.buyers_count).toBeGreaterThanOrEqual(3);
      }
    }),
    { numRuns: 200 },
  );
});

const digits = (decimal: string): bigint => BigInt(decimal.replace('.', ''));
/** Converts ten-thousandths to cents, half up. */
const money = (exact: bigint): string => {
  const cents = (exact + 50n) / 100n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
};
