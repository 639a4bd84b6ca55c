/**
 * Finds the new ticker of each company whose ticker was delisted: the only one of the same CIK and kind of shares that began at about that
 * time. Without a CIK, the full names of the securities must match. An ambiguous case is not a rename. It depends on recorded facts only, so
 * that repeating it gives the same result.
 */
import { holdingsOf, successorPlace, type Holding, type SymbolEntry } from '#schemas/symbol.ts';
import { securityKey } from '../lists/security-name.ts';

export interface FoundRename {
  readonly from: string;
  readonly to: string;
  readonly cik: string | null;
  /** Index of the holding of `from` that ended. */
  readonly place: number;
}

/** Maximum days between old and new ticker, in either order: common shares stay the same, warrants that start a year later are new. */
const daysMax = { common: 400, others: 45 } as const;

interface TickerHolding {
  readonly ticker: string;
  readonly place: number;
  readonly holding: Holding;
}

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

export function findRenames(entries: ReadonlyMap<string, SymbolEntry>): FoundRename[] {
  const ended: TickerHolding[] = [];
  const current: TickerHolding[] = [];
  /** Holdings that continue a renamed one, as ticker and index. */
  const targets = new Set<string>();
  for (const entry of entries.values()) {
    for (const [place, holding] of holdingsOf(entry).entries()) {
      const one = { ticker: entry.symbol, place, holding };
      if (holding.to === null) current.push(one);
      else if (holding.renamed_to === '') ended.push(one);
      const successor = entries.get(holding.renamed_to);
      if (successor !== undefined) targets.add(`${successor.symbol} ${successorPlace(holding, successor)}`);
    }
  }
  const isTarget = ({ ticker, place }: TickerHolding): boolean => targets.has(`${ticker} ${place}`);
  const renames = byCik(ended, current, isTarget);
  const isFound = new Set(renames.flatMap(({ from, to }) => [from, to]));
  const left = (holdings: readonly TickerHolding[]): TickerHolding[] => holdings.filter(({ ticker }) => !isFound.has(ticker));
  return [...renames, ...byName(left(ended), left(current), isTarget)];
}

function byCik(ended: readonly TickerHolding[], current: readonly TickerHolding[], isTarget: (one: TickerHolding) => boolean): FoundRename[] {
  const renames: FoundRename[] = [];
  const currentByCik = Map.groupBy(current, ({ holding }) => holding.cik);
  for (const [cik, gone] of Map.groupBy(ended, ({ holding }) => holding.cik)) {
    const own = currentByCik.get(cik) ?? [];
    if (cik !== null && own.length > 0) renames.push(...ofIssuer(gone, own, isTarget).map((rename) => ({ ...rename, cik })));
  }
  return renames;
}

interface Classed extends TickerHolding {
  /** Derived from the tickers that the issuer had at the same time. */
  readonly class: ShareClass;
  /** Day on which the holding ended or began; null before recorded history. */
  readonly day: string | null;
}

function ofIssuer(
  gone: readonly TickerHolding[],
  own: readonly TickerHolding[],
  isTarget: (one: TickerHolding) => boolean,
): Omit<FoundRename, 'cik'>[] {
  const days = gone.map(({ holding }) => holding.to!);
  const nearest = (day: string): number => Math.min(...days.map((to) => daysBetween(to, day)));
  const isNew = ({ holding }: TickerHolding): boolean => holding.cik_from !== null && nearest(holding.cik_from) <= daysMax.common;
  const begun = own.filter(isNew);
  if (begun.length === 0) return [];
  const staying = own.filter((one) => !isNew(one));
  const tickers = (holdings: readonly TickerHolding[]): string[] => holdings.map(({ ticker }) => ticker);
  const classed = (holdings: readonly TickerHolding[], dayOf: (holding: Holding) => string | null): Classed[] => {
    const beside = tickers([...holdings, ...staying]);
    return holdings.map((one) => ({ ...one, class: shareClassOf(one.ticker, beside), day: dayOf(one.holding) }));
  };
  const stayingClasses = new Set(classed(staying, () => null).map((one) => keyOf(one.class)));
  const olds = classed(gone, ({ to }) => to);
  const news = classed(begun, ({ cik_from }) => cik_from).filter((one) => !isTarget(one));
  const taken = new Set<Classed>();
  const pairs: Omit<FoundRename, 'cik'>[] = [];
  /** Pairs an old and a new ticker in each group that has exactly one of both near each other. */
  const pair = (group: (one: Classed) => string | null, isNear: (old: Classed, next: Classed) => boolean): void => {
    const free = (holdings: readonly Classed[]): Classed[] => holdings.filter((one) => !taken.has(one) && group(one) !== null);
    const newsOf = Map.groupBy(free(news), group);
    for (const [key, candidates] of Map.groupBy(free(olds), group)) {
      const successors = newsOf.get(key) ?? [];
      const near = candidates.filter((old) => successors.some((next) => isNear(old, next)));
      const nearNews = successors.filter((next) => candidates.some((old) => isNear(old, next)));
      const [old, next] = [near[0], nearNews[0]];
      if (old === undefined || next === undefined || near.length > 1 || nearNews.length > 1 || old.ticker === next.ticker) continue;
      taken.add(old).add(next);
      pairs.push({ from: old.ticker, to: next.ticker, place: old.place });
    }
  };
  const isSameDay = (old: Classed, next: Classed): boolean => old.day === next.day;
  const isNearby = (old: Classed, next: Classed): boolean =>
    old.day !== null && next.day !== null && daysBetween(old.day, next.day) <= (old.class.kind === 'common' ? daysMax.common : daysMax.others);
  // A class that the issuer still has under another ticker was not renamed.
  const exactly = ({ class: of }: Classed): string | null => (stayingClasses.has(keyOf(of)) ? null : keyOf(of));
  const isOfKind = (key: string, kind: string): boolean => key.startsWith(`${kind} `) && !/ [FY]$/.test(key);
  const roughly = ({ class: { kind } }: Classed): string | null =>
    kind === 'other' || [...stayingClasses].some((key) => isOfKind(key, kind)) ? null : kind;
  /** Groups the only security of an issuer. */
  const onlyOne = (): string | null => (staying.length === 0 && olds.length === 1 && news.length === 1 ? '' : null);
  /** Preferred shares of two series are different securities. */
  const mayBeOne = ({ class: a }: Classed, { class: b }: Classed): boolean =>
    a.kind !== 'preferred' || a.series === b.series || a.series === '' || b.series === '';
  for (const isNear of [isSameDay, isNearby]) {
    pair(exactly, isNear);
    pair(roughly, (old, next) => isNear(old, next) && mayBeOne(old, next));
    // A ticker of five letters trades over the counter and does not show the share class.
    pair(onlyOne, (old, next) => isNear(old, next) && (old.ticker.length === 5 || next.ticker.length === 5));
  }
  return pairs;
}

const keyOf = ({ kind, series }: ShareClass): string => `${kind} ${series}`;

function byName(ended: readonly TickerHolding[], current: readonly TickerHolding[], isTarget: (one: TickerHolding) => boolean): FoundRename[] {
  const key = ({ holding }: TickerHolding): string => (holding.security === null ? '' : securityKey(holding.security));
  const currentByName = Map.groupBy(current, key);
  const renames: FoundRename[] = [];
  for (const [name, gone] of Map.groupBy(ended, key)) {
    const [old, next] = [gone[0], currentByName.get(name)?.[0]];
    if (name === '' || old === undefined || next === undefined || gone.length > 1 || currentByName.get(name)!.length > 1) continue;
    const [before, after] = [old.holding, next.holding];
    const areOthers = before.cik !== null && after.cik !== null && before.cik !== after.cik;
    if (after.from === null || areOthers || isTarget(next) || old.ticker === next.ticker) continue;
    if (daysBetween(before.to!, after.from) <= daysMax.common)
      renames.push({ from: old.ticker, to: next.ticker, cik: after.cik ?? before.cik, place: old.place });
  }
  return renames;
}

interface ShareClass {
  readonly kind: 'common' | 'warrant' | 'unit' | 'right' | 'preferred' | 'other';
  readonly series: string;
}

const suffixes: readonly (readonly [pattern: RegExp, kind: ShareClass['kind']])[] = [
  [/^-?W[STW]?([A-Z]?)$/, 'warrant'],
  [/^[A-Z]W()$/, 'warrant'],
  [/^-?UN?()$/, 'unit'],
  [/^-?R[IT]?()$/, 'right'],
  [/^-P([A-Z]?)$/, 'preferred'],
  [/^P()$/, 'preferred'],
  [/^-?([ABCKV])$/, 'common'],
  // Letters of tickers over the counter: shares of a foreign company, depositary receipts, in bankruptcy, after a split.
  [/^([FYQDE])$/, 'common'],
];

function classOf(suffix: string): ShareClass {
  if (suffix === '') return { kind: 'common', series: '' };
  for (const [pattern, kind] of suffixes) {
    const match = pattern.exec(suffix);
    if (match) return { kind, series: match[1] ?? '' };
  }
  return { kind: 'other', series: suffix };
}

/** Matches a ticker of five letters, the last of which states the kind (Nasdaq, fifth character identifiers). */
const hasFifthLetter = /^[A-Z]{5}$/;

/** Returns the share class of a ticker. `beside` has all tickers of the issuer at the time. */
function shareClassOf(ticker: string, beside: readonly string[]): ShareClass {
  const [root = '', dashed] = ticker.split('-');
  if (dashed !== undefined) return classOf(`-${dashed}`);
  const base = beside
    .filter((other) => other !== root && other.length >= 2 && root.startsWith(other) && root.length - other.length <= 2)
    .sort((a, b) => b.length - a.length)[0];
  if (base !== undefined) return classOf(root.slice(base.length));
  const others = beside.filter((other) => other !== root);
  // `SLMWF` next to `SLAMF` is a warrant of a foreign company, traded over the counter.
  if (/^[A-Z]{3}[WUR]F$/.test(root) && others.some((other) => other.slice(0, 2) === root.slice(0, 2))) return classOf(root.charAt(3));
  const isOneOfClasses = root.length >= 4 && others.some((other) => other.length === root.length && other.slice(0, -1) === root.slice(0, -1));
  return isOneOfClasses || hasFifthLetter.test(root) ? classOf(root.slice(-1)) : classOf('');
}
