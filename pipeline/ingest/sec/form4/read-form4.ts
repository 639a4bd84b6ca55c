/**
 * Reads an ownership document (SEC, EDGAR Ownership XML Technical Specification) into a RawForm4 with every figure as filed, or returns its
 * refusal. A value that the form omits is null, never zero or false.
 */
import type { Form4Owner, Form4Transaction, RawForm4 } from '#schemas/raw.ts';
import { openMarketCodes } from '#schemas/vocabulary.ts';
import { sharedFields, type ListedFiling } from '../listed-filing.ts';
import type { Submission } from '../documents/documents.ts';
import { refused, refuseSubmission, type FilingRead, type Refused } from '../refusal.ts';
import { plainDecimal, readCik, readDay, readTypedDay, Unreadable } from './filed-values.ts';
import { resolveTitle } from './officer-title.ts';
import { childOf, childrenOf, readXml, textAt, type XmlElement } from './strict-xml.ts';

const collected: ReadonlySet<string> = new Set(openMarketCodes);
const limits = { owners: 100, transactions: 1_000, footnotes: 100 } as const;

/** Maximum over all transactions, of which each repeats its footnotes in full. RAW takes no larger message. */
const footnoteCharactersMax = 800_000;

const booleans: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };

/** Returns the value of `0`, `1`, `true` or `false` in any case, or null if the element is absent or empty. Throws Unreadable for other text. */
function readFlag(element: XmlElement | undefined, ...path: readonly string[]): boolean | null {
  const text = textAt(element, ...path).toLowerCase();
  if (text === '') return null;
  const value = booleans[text];
  if (value === undefined) throw new Unreadable(`${path.at(-1)} is not true or false: ${text}`);
  return value;
}

function readOwner(element: XmlElement): Form4Owner {
  const relationship = childOf(element, 'reportingOwnerRelationship');
  return {
    cik: readCik(textAt(element, 'reportingOwnerId', 'rptOwnerCik'), 'a reporting owner'),
    name: textAt(element, 'reportingOwnerId', 'rptOwnerName').slice(0, 300),
    is_director: readFlag(relationship, 'isDirector') ?? false,
    is_officer: readFlag(relationship, 'isOfficer') ?? false,
    is_ten_percent_owner: readFlag(relationship, 'isTenPercentOwner') ?? false,
    is_other: readFlag(relationship, 'isOther') ?? false,
    title: textAt(relationship, 'officerTitle').slice(0, 500),
  };
}

function readFootnotes(root: XmlElement): ReadonlyMap<string, string> {
  const notes = childrenOf(childOf(root, 'footnotes'), 'footnote');
  return new Map(notes.map((note) => [note.attributes.id ?? '', note.text.replace(/\s+/g, ' ').trim().slice(0, 8_000)]));
}

/** Returns the ids of the footnotes that `element` and its descendants refer to, in order, each once. */
function footnoteIds(element: XmlElement, ids = new Set<string>()): Set<string> {
  for (const child of element.children) {
    if (child.name === 'footnoteId' && child.attributes.id) ids.add(child.attributes.id);
    else footnoteIds(child, ids);
  }
  return ids;
}

function readAmount(element: XmlElement | undefined, name: string): string | null {
  const text = textAt(element, name, 'value');
  if (text === '') return null;
  const amount = plainDecimal(text);
  if (amount === null) throw new Unreadable(`${name} is not a number: ${text.slice(0, 60)}`);
  if (amount.startsWith('-')) throw new Unreadable(`${name} is negative: ${text}`);
  return amount;
}

/** Element with the shares owned after the trade. */
const holdingsColumn = 'postTransactionAmounts';

const ownershipForms: Readonly<Record<string, 'direct' | 'indirect'>> = { D: 'direct', I: 'indirect' };

function readTransaction(row: XmlElement, code: string, notes: ReadonlyMap<string, string>): Form4Transaction {
  const amounts = childOf(row, 'transactionAmounts');
  const date = readTypedDay(textAt(row, 'transactionDate', 'value'));
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
    security_title: textAt(row, 'securityTitle', 'value').slice(0, 500),
    transaction_date: date,
    code,
    acquired_disposed: direction,
    shares,
    price: readAmount(amounts, 'transactionPricePerShare'),
    ...(booleans[textAt(row, 'transactionCoding', 'equitySwapInvolved').toLowerCase()] === true && { equity_swap: true as const }),
    ownership_form: ownership,
    nature_of_ownership: textAt(row, 'ownershipNature', 'natureOfOwnership', 'value').slice(0, 1_000),
    shares_after: readAmount(childOf(row, holdingsColumn), 'sharesOwnedFollowingTransaction'),
    footnotes: textsOf(ids),
    ...(ofHoldings.length > 0 && { footnotes_of_holdings: ofHoldings }),
  };
}

const warrant = /\bwarrants?\b/i;
const acquiringCodes: ReadonlySet<string> = new Set(['P', 'A', 'J']);

/** Returns the days on which the owner acquired warrants other than by exercising a right. */
function daysOfWarrants(root: XmlElement): ReadonlySet<string> {
  const rows = childrenOf(childOf(root, 'derivativeTable'), 'derivativeTransaction').filter(
    (row) =>
      warrant.test(textAt(row, 'securityTitle', 'value')) &&
      acquiringCodes.has(textAt(row, 'transactionCoding', 'transactionCode').toUpperCase()) &&
      textAt(row, 'transactionAmounts', 'transactionAcquiredDisposedCode', 'value').toUpperCase() === 'A',
  );
  return new Set(rows.flatMap((row) => readTypedDay(textAt(row, 'transactionDate', 'value')) ?? []));
}

/** Throws Unreadable for an unreadable row only if its code is collected: a sum without it would be wrong. */
function readTransactions(root: XmlElement, notes: ReadonlyMap<string, string>): Form4Transaction[] {
  const rows = childrenOf(childOf(root, 'nonDerivativeTable'), 'nonDerivativeTransaction');
  const ofWarrants = daysOfWarrants(root);
  return rows.flatMap((row, index) => {
    const code = textAt(row, 'transactionCoding', 'transactionCode').toUpperCase();
    try {
      if (code.length !== 1) throw new Unreadable(`transaction code: ${code || 'empty'}`);
      const trade = readTransaction(row, code, notes);
      return [code === 'P' && ofWarrants.has(trade.transaction_date) ? { ...trade, with_warrants: true as const } : trade];
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (code !== '' && !collected.has(code)) return [];
      throw new Unreadable(`transaction ${index + 1} (${code || 'no code'}): ${error.message}`);
    }
  });
}

type Content = Omit<RawForm4, 'kind' | 'source' | keyof ReturnType<typeof sharedFields>>;

function readContent(root: XmlElement, form: '4' | '4/A'): Content {
  const period = readTypedDay(textAt(root, 'periodOfReport'));
  if (period === null) throw new Unreadable(`periodOfReport is not a date: ${textAt(root, 'periodOfReport') || 'empty'}`);
  const remarks = textAt(root, 'remarks').slice(0, 20_000);
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
    original_filed_on: form === '4/A' ? readDay(textAt(root, 'dateOfOriginalSubmission')) : null,
    period_of_report: period,
    issuer: {
      cik: readCik(textAt(root, 'issuer', 'issuerCik')),
      name: textAt(root, 'issuer', 'issuerName').slice(0, 300),
      symbol: textAt(root, 'issuer', 'issuerTradingSymbol').slice(0, 200),
    },
    owners: owners.map((owner) => ({ ...owner, title: resolveTitle(owner.title, remarks, owners.length === 1) })),
    aff10b5_one: readFlag(root, 'aff10b5One'),
    not_subject_to_section16: readFlag(root, 'notSubjectToSection16') ?? false,
    remarks,
    transactions,
  };
}

const [rootOpening, rootClosing, wrapper] = ['<ownershipDocument', '</ownershipDocument>', '<XML>'] as const;

function ownershipXml({ documents, header }: Submission): string | Refused {
  const source = documents.find((document) => document.source?.includes(rootOpening))?.source ?? null;
  if (source === null)
    return header.form === null
      ? refused('unknown_format', 'no ownership document', true)
      : refused('unknown_format', `no ownership document in this form ${header.form}`);
  const [from, to] = [source.indexOf(rootOpening), source.lastIndexOf(rootClosing)];
  if (to < 0) return refused('malformed', 'the ownership document is cut short', true);
  const wrapped = source.lastIndexOf(wrapper, from);
  return source.slice(wrapped < 0 ? 0 : wrapped + wrapper.length, to + rootClosing.length).trim();
}

/** Returns the Form 4 in a submission, or its refusal. A bare ownership document counts as a submission without a header. */
export function readForm4(submission: Submission, listed: Omit<ListedFiling, 'cik'>): FilingRead<RawForm4> {
  const { header, kind } = submission;
  const unreadable = kind === 'document' ? null : refuseSubmission(submission, listed);
  if (unreadable !== null) return unreadable;
  const xml = ownershipXml(submission);
  if (typeof xml !== 'string') return xml;
  const document = readXml(xml);
  if (!document.ok) return refused(document.reason, document.detail);
  const { root } = document;
  const type = textAt(root, 'documentType').toUpperCase();
  if (!['4', '4/A'].includes(type)) return refused('not_collected', `form ${type || 'without type'}`);
  // EDGAR's header also makes it an amendment, whatever the document states.
  const form = type === '4/A' || header.form === '4/A' ? '4/A' : '4';

  try {
    const content = readContent(root, form);
    const characters = content.transactions.reduce((sum, { footnotes }) => sum + footnotes.reduce((all, { length }) => all + length, 0), 0);
    if (characters > footnoteCharactersMax) return refused('too_large', `${characters} characters of footnotes across its transactions`);
    return {
      ok: true,
      filing: {
        kind: 'form4',
        source: 'sec_form4',
        ...sharedFields(listed, header, content.issuer.cik),
        ...content,
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return refused('malformed', error.message);
    throw error;
  }
}
