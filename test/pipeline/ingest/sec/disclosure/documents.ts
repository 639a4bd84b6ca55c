/** Small disclosures by the public schemas (EDGAR XML Technical Specifications; Form 12b-25), changed where a test asks for it. */
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import { submissionText, type SyntheticFiling } from '#test/support/submission.ts';

export const accession = '0001000001-26-000007';
export const issuerCik = '0001617553';

export interface Wrapped {
  readonly form: string;
  readonly text: string;
  readonly filers?: SyntheticFiling['filers'];
  readonly period?: string;
}

/** Returns the submission text as EDGAR serves it. */
export function submissionTextOf({ form, text, filers = [], period }: Wrapped, number = accession): string {
  const isXml = text.startsWith('<?xml');
  const document = { type: form, filename: isXml ? 'primary_doc.xml' : 'nt.htm', text: isXml ? `<XML>\n${text}\n</XML>` : text };
  const dates = { filedOn: '2026-03-24', accepted: '20260324163005', period: period ?? null };
  return submissionText({ form, accession: number, filers, ...dates, documents: [document] }).toString();
}

export const submissionOf = (wrapped: Wrapped): Submission => splitSubmission(Buffer.from(submissionTextOf(wrapped)));

export const listing = {
  accession,
  cik: issuerCik,
  seenAt: '2026-03-24T20:31:00.000Z',
  fetchedAt: '2026-03-24T20:31:01.000Z',
  acceptedAt: null,
  filedOn: null,
};

interface Sale {
  readonly shares?: string;
  readonly value?: string;
  readonly outstanding?: string;
  readonly title?: string;
}

export const saleRow = ({ shares = '60000', value = '12000000.50', outstanding = '400000000', title = 'Common' }: Sale = {}): string =>
  `<ns2:securitiesInformation><ns2:securitiesClassTitle>${title}</ns2:securitiesClassTitle><ns2:brokerOrMarketmakerDetails><ns2:name>Harbor &amp; Lane</ns2:name></ns2:brokerOrMarketmakerDetails>
<ns2:noOfUnitsSold>${shares}</ns2:noOfUnitsSold><ns2:aggregateMarketValue>${value}</ns2:aggregateMarketValue><ns2:noOfUnitsOutstanding>${outstanding}</ns2:noOfUnitsOutstanding><ns2:approxSaleDate>03/24/2026</ns2:approxSaleDate></ns2:securitiesInformation>`;

export const form144 = (rows = saleRow(), rest = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<ns2:edgarSubmission xmlns:com="http://www.sec.gov/edgar/common" xmlns:ns2="http://www.sec.gov/edgar/ownership"><ns2:headerData><ns2:submissionType>144</ns2:submissionType></ns2:headerData>
<ns2:formData><ns2:issuerInfo><ns2:issuerCik>${issuerCik}</ns2:issuerCik><ns2:issuerName>ACME CORP</ns2:issuerName>
<ns2:nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>JANE QUILL</ns2:nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>
<ns2:relationshipsToIssuer><ns2:relationshipToIssuer>Director</ns2:relationshipToIssuer></ns2:relationshipsToIssuer></ns2:issuerInfo>
${rows}${rest}</ns2:formData></ns2:edgarSubmission>`;

interface Person {
  readonly name: string;
  readonly shares: string;
  readonly percent: string;
}

export interface Schedule {
  readonly persons?: readonly Person[];
  readonly purpose?: string;
  readonly item5?: string;
  readonly amends?: string;
  readonly isUnderFive?: boolean;
}

const hill: Person = { name: 'Hill Partners LP', shares: '5500000.00', percent: '5.5' };

export const schedule13d = ({
  persons = [hill],
  purpose = 'For investment.',
  item5 = '',
  amends,
}: Schedule = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D"><headerData><submissionType>SCHEDULE 13D</submissionType>${amends === undefined ? '' : `<previousAccessionNumber>${amends}</previousAccessionNumber>`}</headerData>
<formData><coverPageHeader>${amends === undefined ? '' : '<amendmentNo>3</amendmentNo>'}<securitiesClassTitle>Common Stock</securitiesClassTitle><dateOfEvent>03/20/2026</dateOfEvent><issuerInfo><issuerCIK>${issuerCik}</issuerCIK><issuerName>ACME CORP</issuerName></issuerInfo></coverPageHeader>
<reportingPersons>${persons.map(({ name, shares, percent }) => `<reportingPersonInfo><reportingPersonName>${name}</reportingPersonName><aggregateAmountOwned>${shares}</aggregateAmountOwned><percentOfClass>${percent}</percentOfClass><typeOfReportingPerson>PN</typeOfReportingPerson></reportingPersonInfo>`).join('')}</reportingPersons>
<items1To7><item4><transactionPurpose>${purpose}</transactionPurpose></item4><item5><percentageOfClassSecurities>${item5}</percentageOfClassSecurities></item5></items1To7></formData></edgarSubmission>`;

export const schedule13g = ({ persons = [hill], item5 = '', isUnderFive = false }: Schedule = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g"><headerData><submissionType>SCHEDULE 13G</submissionType></headerData>
<formData><coverPageHeader><securitiesClassTitle>Common Stock</securitiesClassTitle><eventDateRequiresFilingThisStatement>03/20/2026</eventDateRequiresFilingThisStatement><issuerInfo><issuerCik>${issuerCik}</issuerCik><issuerName>ACME CORP</issuerName></issuerInfo></coverPageHeader>
${persons.map(({ name, shares, percent }) => `<coverPageHeaderReportingPersonDetails><reportingPersonName>${name}</reportingPersonName><reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}</reportingPersonBeneficiallyOwnedAggregateNumberOfShares><classPercent>${percent}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>`).join('')}
<items><item4><amountBeneficiallyOwned>${item5}</amountBeneficiallyOwned></item4><item5><classOwnership5PercentOrLess>${isUnderFive ? 'Y' : 'N'}</classOwnership5PercentOrLess></item5></items></formData></edgarSubmission>`;

export const filerHeader = [{ cik: issuerCik, name: 'ACME CORP' }];

interface Notice {
  readonly reasons?: string;
  readonly answer?: string;
  readonly change?: string;
  readonly box?: string;
  readonly period?: string;
}

export const lateNotice = ({
  reasons = 'The Company needs more time to complete its review of the financial statements.',
  answer = '☐ Yes ☒ No',
  change = '',
  box = '☒',
  period = 'December 31, 2025',
}: Notice = {}): string => `<html><body><p>FORM 12b-25</p><p>NOTIFICATION OF LATE FILING</p><p>(Check one): ☒ Form 10-K ☐ Form 10-Q</p><p>For Period Ended: ${period}</p>
<p>PART I — REGISTRANT INFORMATION</p><p>Acme Corp</p><p>PART II — RULES 12b-25(b) AND (c)</p>
<p>If the subject report could not be filed without unreasonable effort or expense and the registrant seeks relief pursuant to Rule 12b-25(b), the following should be completed. (Check box if appropriate)</p>
<table><tr><td>${box}</td><td>(a) The reason described in reasonable detail in Part III of this form could not be eliminated; (b) The subject annual report will be filed on or before the fifteenth calendar day following the prescribed due date; and (c) The accountant’s statement has been attached if applicable.</td></tr></table>
<p>PART III — NARRATIVE</p><p>State below in reasonable detail why Forms 10-K could not be filed within the prescribed time period.</p><p>${reasons}</p>
<p>PART IV — OTHER INFORMATION</p><p>(2) Have all other periodic reports been filed? ☒ Yes ☐ No</p>
<p>(3) Is it anticipated that any significant change in results of operations from the corresponding period for the last fiscal year will be reflected by the earnings statements to be included in the subject report or portion thereof?</p><p>${answer}</p>
<p>If so, attach an explanation of the anticipated change, both narratively and quantitatively, and, if appropriate, state the reasons why a reasonable estimate of the results cannot be made.</p>
<p>${change}</p><p>Acme Corp</p><p>has caused this notification to be signed on its behalf by the undersigned hereunto duly authorized.</p></body></html>`;
