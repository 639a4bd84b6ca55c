/**
 * Converts an ownership document (SEC, EDGAR Ownership XML Technical Specification) to a RawForm4, every figure as filed, or to a refusal
 * with its reason. A value that the form omits stays null: unknown is never zero or false.
 */
import { filingIdentity } from '#schemas/identity.ts';
import type { Form4Owner, Form4Transaction, RawForm4 } from '#schemas/raw.ts';
import { openMarketCodes } from '#schemas/vocabulary.ts';
import { plainDecimal } from './decimal.ts';
import { refused, type Refused } from '../refusal.ts';
import { readSubmission } from './ownership-submission.ts';
import { resolveTitle } from './officer-title.ts';
import { childOf, childrenOf, readXml, textAt, type XmlElement } from './strict-xml.ts';

/** Facts from the listing that named the filing. */
export interface ListedForm4 {
  readonly accession: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** Acceptance time from the feed; the header's takes precedence. */
  readonly acceptedAt: string | null;
  readonly filedOn: string | null;
  readonly isHistory?: boolean;
}

export type Form4Result = { readonly ok: true; readonly form4: RawForm4 } | Refused;

/** The form does not yield correct figures. */
class Unreadable extends Error {}

const collected: ReadonlySet<string> = new Set(openMarketCodes);
const limits = { owners: 100, transactions: 1_000, footnotes: 100 } as const;

/** Bound over all transactions: each repeats its footnotes in full, and many may share one. RAW takes no larger message. */
const footnoteCharactersMax = 800_000;

const cut = (text: string, lengthMax: number): string => (text.length > lengthMax ? text.slice(0, lengthMax) : text);

const booleans: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };

/** Reads `0`, `1`, `true`, `false` in any case; absent or empty is null. */
function readFlag(element: XmlElement | undefined, ...path: readonly string[]): boolean | null {
  const text = textAt(element, ...path).toLowerCase();
  if (text === '') return null;
  const value = booleans[text];
  if (value === undefined) throw new Unreadable(`${path.at(-1)} is not true or false: ${text}`);
  return value;
}

/** Reads `2023-05-01`, also with a zone suffix (`2023-05-01-05:00`), which does not change the day. */
function readDate(text: string): string | null {
  const date = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1];
  if (date === undefined) return null;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}

function readCik(text: string, whose: string): string {
  const digits = text.replace(/^0+/, '');
  if (!/^\d{1,10}$/.test(text) || digits === '') throw new Unreadable(`${whose} has no CIK: ${text || 'empty'}`);
  return digits.padStart(10, '0');
}

function readOwner(element: XmlElement): Form4Owner {
  const relationship = childOf(element, 'reportingOwnerRelationship');
  return {
    cik: readCik(textAt(element, 'reportingOwnerId', 'rptOwnerCik'), 'a reporting owner'),
    name: cut(textAt(element, 'reportingOwnerId', 'rptOwnerName'), 300),
    is_director: readFlag(relationship, 'isDirector') ?? false,
    is_officer: readFlag(relationship, 'isOfficer') ?? false,
    is_ten_percent_owner: readFlag(relationship, 'isTenPercentOwner') ?? false,
    is_other: readFlag(relationship, 'isOther') ?? false,
    title: cut(textAt(relationship, 'officerTitle'), 500),
  };
}

function readFootnotes(root: XmlElement): ReadonlyMap<string, string> {
  const notes = childrenOf(childOf(root, 'footnotes'), 'footnote');
  return new Map(notes.map((note) => [note.attributes.id ?? '', cut(note.text.replace(/\s+/g, ' ').trim(), 8_000)]));
}

/** Returns the ids of the footnotes that any part of `element` refers to, in order, each once. */
function footnoteIds(element: XmlElement, found = new Set<string>()): Set<string> {
  for (const child of element.children) {
    if (child.name === 'footnoteId' && child.attributes.id) found.add(child.attributes.id);
    else footnoteIds(child, found);
  }
  return found;
}

function readAmount(element: XmlElement | undefined, name: string): string | null {
  const text = textAt(element, name, 'value');
  if (text === '') return null;
  const amount = plainDecimal(text);
  if (amount === null) throw new Unreadable(`${name} is not a number: ${text.slice(0, 60)}`);
  if (amount.startsWith('-')) throw new Unreadable(`${name} is negative: ${text}`);
  return amount;
}

/** Column with the shares owned after the trade. */
const holdingsColumn = 'postTransactionAmounts';

const ownershipForms: Readonly<Record<string, 'direct' | 'indirect'>> = { D: 'direct', I: 'indirect' };

function readTransaction(row: XmlElement, code: string, notes: ReadonlyMap<string, string>): Form4Transaction {
  const amounts = childOf(row, 'transactionAmounts');
  const date = readDate(textAt(row, 'transactionDate', 'value'));
  if (date === null) throw new Unreadable(`no transaction date: ${textAt(row, 'transactionDate', 'value') || 'empty'}`);
  const shares = readAmount(amounts, 'transactionShares');
  if (shares === null) throw new Unreadable('no number of shares');
  const direction = textAt(amounts, 'transactionAcquiredDisposedCode', 'value').toUpperCase();
  if (direction !== 'A' && direction !== 'D') throw new Unreadable(`neither acquired nor disposed: ${direction || 'empty'}`);
  const ownership = ownershipForms[textAt(row, 'ownershipNature', 'directOrIndirectOwnership', 'value').toUpperCase()];
  if (!ownership) throw new Unreadable('neither direct nor indirect ownership');
  const ids = [...footnoteIds(row)].slice(0, limits.footnotes);
  const textsOf = (those: readonly string[]): string[] => those.map((id) => notes.get(id) ?? '').filter((text) => text !== '');
  const ofTrade = new Set(row.children.filter(({ name }) => name !== holdingsColumn).flatMap((column) => [...footnoteIds(column)]));
  const ofHoldings = textsOf(ids.filter((id) => !ofTrade.has(id)));
  return {
    security_title: cut(textAt(row, 'securityTitle', 'value'), 500),
    transaction_date: date,
    code,
    acquired_disposed: direction,
    shares,
    price: readAmount(amounts, 'transactionPricePerShare'),
    ...(booleans[textAt(row, 'transactionCoding', 'equitySwapInvolved').toLowerCase()] === true && { equity_swap: true as const }),
    ownership_form: ownership,
    nature_of_ownership: cut(textAt(row, 'ownershipNature', 'natureOfOwnership', 'value'), 1_000),
    shares_after: readAmount(childOf(row, 'postTransactionAmounts'), 'sharesOwnedFollowingTransaction'),
    footnotes: textsOf(ids),
    ...(ofHoldings.length > 0 && { footnotes_of_holdings: ofHoldings }),
  };
}

/** An unreadable row refuses the form only if the row would be served: a sum without it would be wrong. */
function readTransactions(root: XmlElement, notes: ReadonlyMap<string, string>): Form4Transaction[] {
  const rows = childrenOf(childOf(root, 'nonDerivativeTable'), 'nonDerivativeTransaction');
  return rows.flatMap((row, index) => {
    const code = textAt(row, 'transactionCoding', 'transactionCode').toUpperCase();
    try {
      if (code.length !== 1) throw new Unreadable(`transaction code: ${code || 'empty'}`);
      return [readTransaction(row, code, notes)];
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (code !== '' && !collected.has(code)) return [];
      throw new Unreadable(`transaction ${index + 1} (${code || 'no code'}): ${error.message}`);
    }
  });
}

/** Returns the path of a filing's folder: EDGAR omits the CIK's leading zeros and the accession number's dashes. */
export const filingFolder = (cik: string, accession: string): string => `edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;

/** Returns the filing's index page under its issuer, whichever filer listed it, so that one filing has one address. */
export const filingIndexUrl = (issuerCik: string, accession: string): string =>
  `https://www.sec.gov/Archives/${filingFolder(issuerCik, accession)}/${accession}-index.htm`;

type Content = Omit<
  RawForm4,
  'kind' | 'identity' | 'source' | 'is_history' | 'seen_at' | 'fetched_at' | 'accession' | 'accepted_at' | 'filed_on' | 'url'
>;

function readContent(root: XmlElement, form: '4' | '4/A'): Content {
  const period = readDate(textAt(root, 'periodOfReport'));
  if (period === null) throw new Unreadable(`periodOfReport is not a date: ${textAt(root, 'periodOfReport') || 'empty'}`);
  const remarks = cut(textAt(root, 'remarks'), 20_000);
  const owners = childrenOf(root, 'reportingOwner').map(readOwner);
  if (owners.length === 0) throw new Unreadable('no reporting owner');
  const transactions = readTransactions(root, readFootnotes(root));
  for (const [name, count] of [
    ['owners', owners.length],
    ['transactions', transactions.length],
  ] as const)
    if (count > limits[name]) throw new Unreadable(`${count} ${name}; at most ${limits[name]} are allowed`);
  return {
    form,
    original_filed_on: form === '4/A' ? readDate(textAt(root, 'dateOfOriginalSubmission')) : null,
    period_of_report: period,
    issuer: {
      cik: readCik(textAt(root, 'issuer', 'issuerCik'), 'the issuer'),
      name: cut(textAt(root, 'issuer', 'issuerName'), 300),
      symbol: cut(textAt(root, 'issuer', 'issuerTradingSymbol'), 200),
    },
    owners: owners.map((owner) => ({ ...owner, title: resolveTitle(owner.title, remarks, owners.length === 1) })),
    aff10b5_one: readFlag(root, 'aff10b5One'),
    not_subject_to_section16: readFlag(root, 'notSubjectToSection16') ?? false,
    remarks,
    transactions,
  };
}

export function readForm4(body: Buffer, listed: ListedForm4): Form4Result {
  const submission = readSubmission(body);
  if (!submission.ok) return submission;
  const { header, ownershipXml } = submission;
  if (header?.accession && header.accession !== listed.accession)
    return refused('malformed', `contains filing ${header.accession} instead of ${listed.accession}`, true);

  const document = readXml(ownershipXml);
  if (!document.ok) return refused(document.reason, document.detail);
  const { root } = document;
  const type = textAt(root, 'documentType').toUpperCase();
  if (!['4', '4/A'].includes(type)) return refused('not_collected', `form ${type || 'without type'}`);
  // EDGAR's classification also makes it an amendment, whatever the document states.
  const form = type === '4/A' || header?.form === '4/A' ? '4/A' : '4';

  try {
    const content = readContent(root, form);
    const characters = content.transactions.reduce((sum, { footnotes }) => sum + footnotes.reduce((all, { length }) => all + length, 0), 0);
    if (characters > footnoteCharactersMax) return refused('too_large', `${characters} characters of footnotes across its transactions`);
    return {
      ok: true,
      form4: {
        kind: 'form4',
        identity: filingIdentity(listed.accession),
        source: 'sec_form4',
        seen_at: listed.seenAt,
        fetched_at: listed.fetchedAt,
        ...(listed.isHistory === true && { is_history: true as const }),
        accession: listed.accession,
        url: filingIndexUrl(content.issuer.cik, listed.accession),
        accepted_at: header?.acceptedAt ?? listed.acceptedAt,
        filed_on: header?.filedOn ?? listed.filedOn,
        ...content,
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return refused('malformed', error.message);
    throw error;
  }
}
