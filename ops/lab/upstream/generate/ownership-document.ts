/** Writes the XML of a Form 4 in the SEC's schema X0508 (EDGAR Ownership XML Technical Specification). */
import { escapeXml } from '../feeds/markup.ts';
import type { Insider } from './insiders.ts';

export interface Form4Row {
  readonly date: string;
  readonly code: string;
  readonly isAcquired: boolean;
  readonly shares: string;
  /** Price in dollars; null when only a footnote states it. */
  readonly price: string | null;
  readonly priceNote: string | null;
  readonly after: string;
  readonly isIndirect: boolean;
  readonly nature: string;
}

export interface Form4 {
  readonly documentType: '4' | '4/A';
  readonly period: string;
  readonly amends: string | null;
  readonly issuer: { readonly cik: string; readonly name: string; readonly symbol: string };
  readonly owners: readonly Insider[];
  readonly notSubject: boolean;
  /** Text of the Rule 10b5-1 checkbox; null when the form lacks it. */
  readonly plan: string | null;
  readonly planNote: string | null;
  readonly securityTitle: string;
  readonly rows: readonly Form4Row[];
  readonly derivative: { readonly shares: string; readonly exercisePrice: string; readonly date: string } | null;
  readonly remarks: string;
  readonly signedOn: string;
}

const value = (name: string, text: string, notes = ''): string => `<${name}>\n<value>${escapeXml(text)}</value>${notes}\n</${name}>`;
const flag = (is: boolean): string => (is ? '1' : '0');

const ownerXml = (owner: Insider): string => `    <reportingOwner>
        <reportingOwnerId>
            <rptOwnerCik>${owner.cik}</rptOwnerCik>
            <rptOwnerName>${escapeXml(owner.name)}</rptOwnerName>
        </reportingOwnerId>
        <reportingOwnerAddress>
            <rptOwnerStreet1>1 MAIN STREET</rptOwnerStreet1>
            <rptOwnerStreet2></rptOwnerStreet2>
            <rptOwnerCity>BOSTON</rptOwnerCity>
            <rptOwnerState>MA</rptOwnerState>
            <rptOwnerZipCode>02110</rptOwnerZipCode>
            <rptOwnerStateDescription></rptOwnerStateDescription>
        </reportingOwnerAddress>
        <reportingOwnerRelationship>
            <isDirector>${flag(owner.isDirector)}</isDirector>
            <isOfficer>${flag(owner.isOfficer)}</isOfficer>
            <isTenPercentOwner>${flag(owner.isTenPercentOwner)}</isTenPercentOwner>
            <isOther>0</isOther>
            <officerTitle>${escapeXml(owner.title)}</officerTitle>
            <otherText></otherText>
        </reportingOwnerRelationship>
    </reportingOwner>
`;

const coding = (code: string): string => `<transactionCoding>
<transactionFormType>4</transactionFormType>
<transactionCode>${code}</transactionCode>
<equitySwapInvolved>0</equitySwapInvolved>
</transactionCoding>`;

const nature = (isIndirect: boolean, text: string): string => `<ownershipNature>
${value('directOrIndirectOwnership', isIndirect ? 'I' : 'D')}
${isIndirect ? value('natureOfOwnership', text) : ''}
</ownershipNature>`;

export function ownershipDocument(form: Form4): string {
  const notes: string[] = [];
  const noted = (text: string | null): string => {
    if (text === null) return '';
    const known = notes.indexOf(text);
    const number = known >= 0 ? known + 1 : notes.push(text);
    return `\n<footnoteId id="F${number}"/>`;
  };
  const rows = form.rows.map(
    (row) => `        <nonDerivativeTransaction>
${value('securityTitle', form.securityTitle)}
${value('transactionDate', row.date)}
${coding(row.code)}
<transactionAmounts>
${value('transactionShares', row.shares, row.code === 'S' ? noted(form.planNote) : '')}
${row.price === null ? `<transactionPricePerShare>${noted(row.priceNote)}\n</transactionPricePerShare>` : value('transactionPricePerShare', row.price, noted(row.priceNote))}
${value('transactionAcquiredDisposedCode', row.isAcquired ? 'A' : 'D')}
</transactionAmounts>
<postTransactionAmounts>
${value('sharesOwnedFollowingTransaction', row.after)}
</postTransactionAmounts>
${nature(row.isIndirect, row.nature)}
        </nonDerivativeTransaction>
`,
  );
  const derivative =
    form.derivative === null
      ? ''
      : `    <derivativeTable>
        <derivativeTransaction>
${value('securityTitle', 'Stock Option (right to buy)')}
${value('conversionOrExercisePrice', form.derivative.exercisePrice)}
${value('transactionDate', form.derivative.date)}
${coding('M')}
<transactionAmounts>
${value('transactionShares', form.derivative.shares)}
${value('transactionPricePerShare', '0')}
${value('transactionAcquiredDisposedCode', 'D')}
</transactionAmounts>
<exerciseDate>${noted('The option is fully vested and exercisable.')}
</exerciseDate>
${value('expirationDate', '2031-02-15')}
<underlyingSecurity>
${value('underlyingSecurityTitle', form.securityTitle)}
${value('underlyingSecurityShares', form.derivative.shares)}
</underlyingSecurity>
<postTransactionAmounts>
${value('sharesOwnedFollowingTransaction', '0')}
</postTransactionAmounts>
${nature(false, '')}
        </derivativeTransaction>
    </derivativeTable>
`;
  const signers = form.owners.map(
    (owner) => `    <ownerSignature>
        <signatureName>/s/ Attorney-in-Fact for ${escapeXml(owner.name)}</signatureName>
        <signatureDate>${form.signedOn}</signatureDate>
    </ownerSignature>
`,
  );
  return `<?xml version="1.0"?>
<ownershipDocument>

    <schemaVersion>X0508</schemaVersion>

    <documentType>${form.documentType}</documentType>

    <periodOfReport>${form.period}</periodOfReport>
${form.amends === null ? '' : `\n    <dateOfOriginalSubmission>${form.amends}</dateOfOriginalSubmission>\n`}
    <notSubjectToSection16>${flag(form.notSubject)}</notSubjectToSection16>

    <issuer>
        <issuerCik>${form.issuer.cik}</issuerCik>
        <issuerName>${escapeXml(form.issuer.name)}</issuerName>
        <issuerTradingSymbol>${escapeXml(form.issuer.symbol)}</issuerTradingSymbol>
    </issuer>

${form.owners.map(ownerXml).join('\n')}
${form.plan === null ? '' : `    <aff10b5One>${form.plan}</aff10b5One>\n`}
${rows.length === 0 ? '' : `    <nonDerivativeTable>\n${rows.join('')}    </nonDerivativeTable>\n`}
${derivative}
${notes.length === 0 ? '' : `    <footnotes>\n${notes.map((text, at) => `        <footnote id="F${at + 1}">${escapeXml(text)}</footnote>\n`).join('')}    </footnotes>\n`}
    <remarks>${escapeXml(form.remarks)}</remarks>

${signers.join('\n')}</ownershipDocument>
`;
}
