/**
 * Generates Forms 144, Schedules 13D and 13G (SEC, EDGAR XML Technical Specifications) and notices of late filing (Form 12b-25).
 */
import { longDate } from '../eastern.ts';
import { escapeXml } from '../feeds/markup.ts';
import { chance, intBetween, pick, randomOf } from '../random.ts';
import { listedCompanies, unlistedCompanies, type Company } from './companies.ts';

export interface Disclosure {
  readonly name: string;
  readonly text: string;
  /** Period of report of a notice of late filing; null on other forms. */
  readonly period: string | null;
}

interface Facts {
  readonly form: string;
  readonly company: Company;
  readonly holder: Company;
  readonly random: () => number;
  /** Day of the event and of the filing, as `03/24/2026`. */
  readonly day: string;
}

const usDay = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** Returns the company that the disclosure is about and the holder that files it. */
export function disclosureParties(seed: number, index: number): { readonly company: Company; readonly holder: Company } {
  const random = randomOf(seed, 'disclosure', index);
  return { company: pick(random, listedCompanies), holder: pick(random, unlistedCompanies) };
}

const sellers = ['Avery Quill', 'Jordan Hale', 'Riley Marsh', 'Casey Thorne'] as const;

function form144({ form, company, random, day }: Facts): string {
  const shares = intBetween(random, 2_000, 400_000);
  const price = intBetween(random, 500, 20_000) / 100;
  const plan = chance(random, 0.4) ? `<planAdoptionDates><planAdoptionDate>${day}</planAdoptionDate></planAdoptionDates>` : '';
  return `<edgarSubmission xmlns="http://www.sec.gov/edgar/ownership"><headerData><submissionType>${form}</submissionType></headerData>
<formData><issuerInfo><issuerCik>${company.cik}</issuerCik><issuerName>${escapeXml(company.name)}</issuerName>
<nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>${pick(random, sellers)}</nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold>
<relationshipsToIssuer><relationshipToIssuer>${pick(random, ['Officer', 'Director'])}</relationshipToIssuer></relationshipsToIssuer></issuerInfo>
<securitiesInformation><securitiesClassTitle>Common Stock</securitiesClassTitle><brokerOrMarketmakerDetails><name>Harbor Lane Brokerage</name></brokerOrMarketmakerDetails>
<noOfUnitsSold>${shares}</noOfUnitsSold><aggregateMarketValue>${(shares * price).toFixed(2)}</aggregateMarketValue><noOfUnitsOutstanding>${intBetween(random, 40, 900) * 1_000_000}</noOfUnitsOutstanding>
<approxSaleDate>${day}</approxSaleDate></securitiesInformation><noticeSignature><noticeDate>${day}</noticeDate>${plan}</noticeSignature></formData></edgarSubmission>`;
}

const purposes = [
  'The Reporting Persons acquired the shares for investment. They may change their intentions at any time.',
  'On that day the Reporting Persons nominated three candidates for election as directors at the next annual meeting.',
  'The Reporting Persons delivered a non-binding proposal to acquire all outstanding shares that they do not own.',
] as const;

function schedule13({ form, company, holder, random, day }: Facts): string {
  const isD = form.startsWith('SCHEDULE 13D');
  const outstanding = intBetween(random, 20, 400) * 1_000_000;
  const percent = intBetween(random, form.endsWith('/A') ? 30 : 51, 149) / 10;
  const shares = Math.round((outstanding * percent) / 100);
  const based = `The percentage is based on ${outstanding.toLocaleString('en-US')} shares outstanding.`;
  const issuer = (cik: string): string =>
    `<issuerInfo><${cik}>${company.cik}</${cik}><issuerName>${escapeXml(company.name)}</issuerName></issuerInfo>`;
  const amendment = form.endsWith('/A') ? `<amendmentNo>${intBetween(random, 1, 9)}</amendmentNo>` : '';
  const name = `<reportingPersonName>${escapeXml(holder.name)}</reportingPersonName>`;
  const cover = isD
    ? `<coverPageHeader>${amendment}<securitiesClassTitle>Common Stock</securitiesClassTitle><dateOfEvent>${day}</dateOfEvent>${issuer('issuerCIK')}</coverPageHeader>
<reportingPersons><reportingPersonInfo>${name}<aggregateAmountOwned>${shares}.00</aggregateAmountOwned><percentOfClass>${percent}</percentOfClass><typeOfReportingPerson>PN</typeOfReportingPerson></reportingPersonInfo></reportingPersons>
<items1To7><item4><transactionPurpose>${pick(random, purposes)}</transactionPurpose></item4><item5><percentageOfClassSecurities>${based}</percentageOfClassSecurities></item5></items1To7>`
    : `<coverPageHeader>${amendment}<securitiesClassTitle>Common Stock</securitiesClassTitle><eventDateRequiresFilingThisStatement>${day}</eventDateRequiresFilingThisStatement>${issuer('issuerCik')}</coverPageHeader>
<coverPageHeaderReportingPersonDetails>${name}<reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}.00</reportingPersonBeneficiallyOwnedAggregateNumberOfShares><classPercent>${percent}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson></coverPageHeaderReportingPersonDetails>
<items><item4><amountBeneficiallyOwned>${based}</amountBeneficiallyOwned></item4></items>`;
  return `<edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13${isD ? 'D' : 'g'}"><headerData><submissionType>${form}</submissionType></headerData><formData>${cover}</formData></edgarSubmission>`;
}

const reasons = [
  'The Company needs more time to complete the review of its financial statements and could not do so without unreasonable effort and expense.',
  'The Company is completing an internal investigation by a special committee of its board of directors, which began in the last quarter.',
  'The Company identified a material weakness in its internal control over financial reporting and needs more time for further procedures.',
] as const;

function lateNotice({ form, company, random }: Facts, period: string): string {
  const isAnnual = form.startsWith('NT 10-K');
  return `<html><head><title>${form} ${period.slice(5, 7)}</title></head><body><p>FORM 12b-25</p><p>NOTIFICATION OF LATE FILING</p>
<p>(Check one): ${isAnnual ? '☒' : '☐'} Form 10-K ☐ Form 20-F ${isAnnual ? '☐' : '☒'} Form 10-Q</p><p>For Period Ended: ${longDate(period)}</p>
<p>PART I — REGISTRANT INFORMATION</p><p>${escapeXml(company.name)}</p><p>PART II — RULES 12b-25(b) AND (c)</p>
<p>If the subject report could not be filed without unreasonable effort or expense, the following should be completed. (Check box if appropriate)</p>
<table><tr><td>☒</td><td>(b) The subject report will be filed on or before the prescribed calendar day following the prescribed due date.</td></tr></table>
<p>PART III — NARRATIVE</p><p>State below in reasonable detail why the report could not be filed within the prescribed time period.</p><p>${pick(random, reasons)}</p>
<p>PART IV — OTHER INFORMATION</p><p>(3) Is it anticipated that any significant change in results of operations from the corresponding period for the last fiscal year will be reflected by the earnings statements to be included in the subject report or portion thereof?</p>
<p>☐ Yes ☒ No</p><p>${escapeXml(company.name)} has caused this notification to be signed on its behalf by the undersigned hereunto duly authorized.</p></body></html>`;
}

/** Returns the document of a disclosure; `date` is the day of acceptance in New York. */
export function disclosureAt(seed: number, index: number, form: string, date: string): Disclosure {
  const random = randomOf(seed, 'disclosed', index);
  const facts: Facts = { form, ...disclosureParties(seed, index), random, day: usDay(date) };
  if (!form.startsWith('NT')) {
    const xml = form.startsWith('144') ? form144(facts) : schedule13(facts);
    return { name: 'primary_doc.xml', text: `<?xml version="1.0" encoding="UTF-8"?>${xml}\n`, period: null };
  }
  const period = `${Number(date.slice(0, 4)) - (form.startsWith('NT 10-K') ? 1 : 0)}-${form.startsWith('NT 10-K') ? '12-31' : '03-31'}`;
  return { name: `d${index}nt.htm`, text: lateNotice(facts, period), period };
}
