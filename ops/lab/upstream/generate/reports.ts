/** Generates the 8-K or 6-K of a seed, index and date: its period, items and documents. */
import { longDate } from '../eastern.ts';
import { chance, intBetween, pick, randomOf, weightedDraw, type Random } from '../random.ts';
import { listedCompanies, unlistedCompanies, type Company } from './companies.ts';
import { eventKinds, otherReports, writeEvent, type EventKind } from './events.ts';
import { phrase, type Facts } from './phrase.ts';
import { endOf, ordinalOf, quarterDue } from './quarters.ts';
import { earningsRelease } from './release.ts';
import type { SubmissionDocument } from './submission.ts';
import { companyFacts, decimal, dollars } from './world.ts';

export interface Report {
  readonly period: string;
  /** Titles of the items as in EDGAR's header; empty on a 6-K. */
  readonly items: readonly string[];
  readonly documents: readonly SubmissionDocument[];
}

const drawKind = weightedDraw<EventKind | null>([[null, 55], ...eventKinds.map((kind) => [kind, kind.weight] as const)]);
const drawOther = weightedDraw(otherReports.map((kind) => [kind, kind.weight] as const));
const releaseShare6k = 0.55;

/** Returns true for a PLC or Ltd. In the generated world these are foreign issuers, which file 6-Ks and no 8-Ks. */
const isForeign = (company: Company): boolean => /\b(?:PLC|LTD)\b/i.test(company.name);
const domestic = listedCompanies.filter((company) => !isForeign(company));
const foreign = listedCompanies.filter(isForeign);

/** Returns the filer of a report, from which a listing is made without generating the report. */
export function reporterAt(seed: number, index: number, form: string): Company {
  const random = randomOf(seed, 'reporter', index);
  if (form.startsWith('6-K')) return pick(random, foreign);
  return chance(random, 0.06) ? pick(random, unlistedCompanies) : pick(random, domestic);
}

const html = (title: string, body: string): string =>
  `<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n<title>${title}</title>\n</head>\n<body style="font-family:Times New Roman;font-size:10pt;">\n${body}\n</body>\n</html>\n`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const paragraph = (text: string): string => `<p style="margin-bottom:8pt;">${escaped(text)}</p>`;
const centred = (text: string): string => `<p style="text-align:center;font-weight:bold;">${escaped(text)}</p>`;

const ordinary = (company: Company): string => (company.tickers[0] ?? '').replace('-', '.');
const slug = (company: Company): string => (company.tickers[0] ?? `c${company.index}`).toLowerCase().replace('-', '');

/** Returns the main document of an 8-K; with `isInline`, its facts have Inline XBRL tags, which cover pages have had since 2019. */
function cover8k(company: Company, date: string, isInline: boolean, body: string): string {
  const fact = (name: string, text: string): string =>
    isInline ? `<ix:nonNumeric contextRef="c0" name="dei:${name}" id="f-${name}">${escaped(text)}</ix:nonNumeric>` : escaped(text);
  const page = `${centred('UNITED STATES')}
${centred('SECURITIES AND EXCHANGE COMMISSION')}
${centred('Washington, D.C. 20549')}
<p style="text-align:center;font-size:14pt;font-weight:bold;">FORM ${fact('DocumentType', '8-K')}</p>
${centred('CURRENT REPORT')}
<p style="text-align:center;">Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934</p>
<p style="text-align:center;">Date of Report (Date of earliest event reported): ${fact('DocumentPeriodEndDate', longDate(date))}</p>
<p style="text-align:center;font-weight:bold;">${fact('EntityRegistrantName', company.name)}</p>
<p style="text-align:center;">(Exact name of registrant as specified in its charter)</p>
<p>Check the appropriate box below if the Form 8-K filing is intended to simultaneously satisfy the filing obligation of the registrant under any of the following provisions:</p>
<p>&#9744; Written communications pursuant to Rule 425 under the Securities Act (17 CFR 230.425)</p>
${
  ordinary(company) === ''
    ? ''
    : `<p style="text-align:center;">Securities registered pursuant to Section 12(b) of the Act:</p>
<table style="width:100%;border-collapse:collapse;"><tr><td>Title of each class</td><td>Trading Symbol(s)</td><td>Name of each exchange on which registered</td></tr>
<tr><td>${fact('Security12bTitle', 'Common Stock')}</td><td>${fact('TradingSymbol', ordinary(company))}</td><td>${fact('SecurityExchangeName', company.exchange ?? 'NONE')}</td></tr></table>`
}
${body}
<p style="text-align:center;font-weight:bold;">SIGNATURES</p>
<p>Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly authorized.</p>`;
  const text = html('8-K', page);
  return isInline
    ? `<XBRL>\n<?xml version='1.0' encoding='ASCII'?>\n${text.replace('<html>', '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:dei="http://xbrl.sec.gov/dei/2026">')}</XBRL>`
    : text;
}

const cover6k = (company: Company, date: string, body: string): string =>
  html(
    '6-K',
    `${centred('SECURITIES AND EXCHANGE COMMISSION')}
${centred('FORM 6-K')}
${centred('REPORT OF FOREIGN PRIVATE ISSUER PURSUANT TO RULE 13a-16 OR 15d-16 UNDER THE SECURITIES EXCHANGE ACT OF 1934')}
${paragraph(`For the month of ${longDate(date).replace(/ \d+,/, '')}`)}
${centred(company.name)}
${paragraph('Indicate by check mark whether the registrant files or will file annual reports under cover of Form 20-F or Form 40-F: Form 20-F X Form 40-F')}
${body}`,
  );

function factsOf(random: Random, company: Company, date: string): Facts {
  const other = pick(
    random,
    listedCompanies.filter((one) => one.brand.split(' ')[0] !== company.brand.split(' ')[0]),
  );
  return {
    ...companyFacts(random, company),
    name: company.name,
    brand: company.brand,
    other: other.brand,
    date: longDate(date),
    sum: dollars(random, 12, 2_400),
    price: `$${decimal(random, 4, 120, 2)}`,
    shares: intBetween(random, 400_000, 9_000_000).toLocaleString('en-US'),
    years: String(intBetween(random, 2, 7)),
    count: String(intBetween(random, 5, 60)),
  };
}

const pressRelease = (headline: string, lead: string, company: Company): string =>
  html(
    'Exhibit 99.1',
    `<p style="text-align:right;">Exhibit 99.1</p>\n<p style="text-align:center;font-size:13pt;font-weight:bold;">${escaped(headline)}</p>\n${paragraph(`${company.city}, ${lead}`)}\n${paragraph(`About ${company.brand}: ${company.brand} is a ${company.sector.trade}.`)}\n${paragraph('This release contains forward-looking statements. Actual results may differ materially.')}`,
  );

const exhibit = (text: string, company: Company, random: Random): SubmissionDocument => ({
  // Filing agents spell the type differently.
  type: pick(random, ['EX-99.1', 'EX-99.1', 'EX-99.1', 'EX-99', 'EX-99.01']),
  name: pick(random, [`${slug(company)}-ex991.htm`, 'exhibit991.htm', `${slug(company)}_ex99-1.htm`, `d${intBetween(random, 1e5, 9e5)}dex991.htm`]),
  description: 'EX-99.1',
  text,
});

const exhibitsItem = {
  number: '9.01',
  description: 'Financial Statements and Exhibits',
  text: '(d) Exhibits. 99.1 Press release. 104 Cover page interactive data file.',
};

/** Returns the 8-K; `date` is the day of acceptance in New York. */
export function form8kAt(seed: number, index: number, date: string): Report {
  const company = reporterAt(seed, index, '8-K');
  const random = randomOf(seed, '8-K', index);
  const kind = drawKind(random);
  const quarter = quarterDue(date);
  const facts = factsOf(random, company, date);
  const written = kind === null ? null : writeEvent(kind, facts, random);
  const release =
    kind === null
      ? earningsRelease({ company, quarter, date, sign: '$' }, random)
      : written === null || written.headline === null
        ? null
        : pressRelease(written.headline, written.lead ?? '', company);
  const results = {
    number: '2.02',
    description: 'Results of Operations and Financial Condition',
    text: `On ${longDate(date)}, ${company.name} issued a press release announcing its results for the ${ordinalOf(quarter)} quarter. The press release is furnished as Exhibit 99.1.`,
  };
  const fairDisclosure = {
    number: '7.01',
    description: 'Regulation FD Disclosure',
    text: 'The Company also posted a presentation for investors on its website.',
  };
  const own = written?.items ?? [results, ...(chance(random, 0.2) ? [fairDisclosure] : [])];
  const items = release === null ? own : [...own, exhibitsItem];
  const body = items
    .map(({ number, description, text }) => `<p style="font-weight:bold;">Item ${number} ${escaped(description)}.</p>\n${paragraph(text)}`)
    .join('\n');
  const isInline = chance(random, 0.8);
  const cover: SubmissionDocument = {
    type: '8-K',
    name: isInline ? `${slug(company)}-${date.replaceAll('-', '')}.htm` : 'form8-k.htm',
    description: '8-K',
    text: cover8k(company, date, isInline, body),
  };
  return {
    period: date,
    items: items.map(({ description }) => description),
    documents: [cover, ...(release === null ? [] : [exhibit(release, company, random)])],
  };
}

/** Returns the 6-K; `date` is the day of acceptance in New York. */
export function form6kAt(seed: number, index: number, date: string): Report {
  const company = reporterAt(seed, index, '6-K');
  const random = randomOf(seed, '6-K', index);
  const quarter = quarterDue(date);
  const isRelease = chance(random, releaseShare6k);
  const other = isRelease ? null : drawOther(random);
  const facts = factsOf(random, company, date);
  const text =
    other === null
      ? earningsRelease({ company, quarter, date, sign: 'US$' }, random)
      : pressRelease(phrase(other.headline, facts, random), phrase(other.lead, facts, random), company);
  // Some foreign issuers put the release into the main document.
  const isInMain = chance(random, 0.15);
  const inside = /<body[^>]*>([^]*)<\/body>/.exec(text)?.[1] ?? '';
  const main: SubmissionDocument = {
    type: '6-K',
    name: 'form6-k.htm',
    description: '6-K',
    text: cover6k(company, date, isInMain ? inside : paragraph('Exhibit 99.1: Press release')),
  };
  return {
    period: isRelease ? endOf(quarter) : date,
    items: [],
    documents: isInMain ? [main] : [main, exhibit(text, company, random)],
  };
}
