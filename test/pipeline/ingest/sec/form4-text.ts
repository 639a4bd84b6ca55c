/** Synthetic ownership documents for tests: whole, valid and small, with changes that a test asks for. */
import { submissionText as edgarText } from '#test/support/submission.ts';

export interface RowText {
  readonly code?: string;
  readonly date?: string;
  readonly shares?: string;
  /** '' : no value. */
  readonly price?: string;
  readonly priceNotes?: readonly string[];
  readonly direction?: string;
  readonly ownership?: string;
  readonly security?: string;
  readonly notes?: readonly string[];
}

export interface Form4Text {
  readonly type?: string;
  readonly cik?: string;
  readonly name?: string;
  readonly symbol?: string;
  readonly owners?: string;
  /** Null: the element is missing. */
  readonly plan?: string | null;
  readonly rows?: readonly RowText[];
  readonly footnotes?: Readonly<Record<string, string>>;
  readonly remarks?: string;
  readonly extra?: string;
}

const refs = (ids: readonly string[] = []): string => ids.map((id) => `<footnoteId id="${id}"/>`).join('');

const rowText = ({
  code = 'P',
  date = '2025-03-14',
  shares = '100',
  price = '10.5',
  priceNotes,
  direction = code === 'P' ? 'A' : 'D',
  ownership = 'D',
  security = 'Common Stock',
  notes,
}: RowText): string => `
<nonDerivativeTransaction>
  <securityTitle><value>${security}</value>${refs(notes)}</securityTitle>
  <transactionDate><value>${date}</value></transactionDate>
  <transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding>
  <transactionAmounts>
    <transactionShares><value>${shares}</value></transactionShares>
    <transactionPricePerShare>${price === '' ? '' : `<value>${price}</value>`}${refs(priceNotes)}</transactionPricePerShare>
    <transactionAcquiredDisposedCode><value>${direction}</value></transactionAcquiredDisposedCode>
  </transactionAmounts>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>1000.25</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>${ownership}</value></directOrIndirectOwnership></ownershipNature>
</nonDerivativeTransaction>`;

export const ownerText = (
  name = 'DOE JANE Q',
  title = 'Chief Executive Officer',
  flags = { director: '0', officer: '1', tenPercent: 'false', other: '' },
  cik = '0001859449',
): string => `
<reportingOwner>
  <reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship>
    <isDirector>${flags.director}</isDirector><isOfficer>${flags.officer}</isOfficer><isTenPercentOwner>${flags.tenPercent}</isTenPercentOwner><isOther>${flags.other}</isOther>
    <officerTitle>${title}</officerTitle>
  </reportingOwnerRelationship>
</reportingOwner>`;

export function form4Text({
  type = '4',
  cik = '0001617553',
  name = 'ACME CORP',
  symbol = 'ACME',
  owners = ownerText(),
  plan = '0',
  rows = [{}],
  footnotes = {},
  remarks = '',
  extra = '',
}: Form4Text = {}): string {
  const notes = Object.entries(footnotes).map(([id, text]) => `<footnote id="${id}">${text}</footnote>`);
  return `<?xml version="1.0"?>
<ownershipDocument>
<schemaVersion>X0508</schemaVersion><documentType>${type}</documentType><periodOfReport>2025-03-14</periodOfReport>
<issuer><issuerCik>${cik}</issuerCik><issuerName>${name}</issuerName><issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer>
${owners}
${plan === null ? '' : `<aff10b5One>${plan}</aff10b5One>`}
<nonDerivativeTable>${rows.map(rowText).join('')}</nonDerivativeTable>
<footnotes>${notes.join('')}</footnotes>
<remarks>${remarks}</remarks>${extra}
</ownershipDocument>`;
}

/** Returns the full submission text around a document; `accepted` is Eastern, 14 digits. */
export const submissionText = (accession: string, xml: string, { form = '4', accepted = '20250318201444' } = {}): string => {
  const filedOn = accepted.slice(0, 8);
  const documents = [{ type: form, filename: 'form4.xml', text: `<XML>\n${xml}\n</XML>` }];
  return edgarText({ form, accession, filedOn, accepted, period: null, filers: [], documents }).toString();
};
