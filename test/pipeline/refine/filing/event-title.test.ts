import { describe, expect, test } from 'vitest';
import { eventTitle } from '#pipeline/refine/filing/event-title.ts';
import { inOrdinaryCase } from '#pipeline/refine/filing/ordinary-case.ts';
import { votesTitle } from '#pipeline/refine/filing/votes.ts';

/** Returns how a title continues after `Acme Corp (ACME)`. */
function said(item: string, lead: string, company = 'Acme Corp'): string | null {
  const title = eventTitle({ item, lead, company });
  return title === null ? null : `${title.isOfCompany ? '' : ': '}${title.words}`;
}

/** One row a line: item | text of the item, paragraphs between ¶ | how the title continues. */
const rows = (lines: string): [item: string, lead: string, title: string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [item = '', lead = '', title = ''] = line.trim().split(' | ');
      return [item, lead.replaceAll(' ¶ ', '\n'), title];
    });

describe('the title of a filing without a headline says', () => {
  test.each(
    rows(`
    5.02 | Effective May 3, 2026, Dana Oak ceased to serve as Chief Executive Officer. Ms. Oak will be entitled to the severance benefits described in her employment agreement. | : Dana Oak ceased to serve as Chief Executive Officer
    5.02 | The Committee adopted an amended Severance Plan on May 3, 2026. ¶ Separately, on May 4, 2026, the Company and Jane Poe, Chief Accounting Officer, mutually agreed that Ms. Poe would separate from the Company. | and Jane Poe, Chief Accounting Officer, mutually agreed that Ms. Poe would separate from the company
    5.02 | (b) On May 3, 2026, Susan Moe was terminated as Chief Financial Officer for cause. ¶ (c) On the same day the Board named Paul Koe interim Chief Financial Officer. | : Susan Moe was terminated as Chief Financial Officer for cause
    8.01 | On May 3, 2026, the Board declared a regular quarterly dividend of $0.15 per share. ¶ On May 4, 2026, the Company detected unauthorized access to its systems and took its plants offline. | detected unauthorized access to its systems and took its plants offline
    5.02 | On July 2, 2015, the Company amended the Employment Agreement with Robert Oak. The amendment says that Mr. Oak will have the right to retire after June 30, 2016. | amended the Employment Agreement with Robert Oak
    1.01 | On April 7, 2015, Acme Corporation (the “Company”) entered into a Term Loan Agreement (the “Loan”) with Example Bank, N.A., as lender (the “Lender”), and others. | entered into a Term Loan Agreement with Example Bank, N.A.
    1.01 | On March 3, 2020, Acme Corp. (“Acme”) announced it had entered into a definitive Agreement and Plan of Merger (the “Merger Agreement”) by and among Acme, Oak Sub, Inc., a Delaware corporation (“Sub I”), and Widget, Inc. (“Widget”), pursuant to which Sub I will merge with and into Widget. | announced it had entered into a definitive Agreement and Plan of Merger to acquire Widget
    2.01 | Pursuant to the Share Purchase Agreement dated March 13, 2007 by and among Acme, Oak Advisors Inc. (“Oak”) and Example Bank, as Escrow Agent (the “Agreement”) Acme acquired from Oak all of the outstanding shares of Pine Ltd. | acquired from Oak all of the outstanding shares of Pine Ltd.
    2.02 | On May 4, 2015, Acme Corp. issued a press release announcing the unaudited results of operations for its second quarter ended March 28, 2015. A copy is attached as Exhibit 99.1. | reports results for the second quarter ended March 28, 2015
    2.02 | On November 24, 2026, Acme Corp. announced that it is delaying the release of its third quarter results until it completes an internal investigation. | delays its results for the third quarter
    2.02 | On November 24, 2026, Acme Corp. announced that it will report third quarter results on December 2, 2026. | sets the date of its results for the third quarter
    2.02 | On April 21, 2011, the Company announced preliminary financial results for its second quarter ended March 31, 2011. | reports preliminary results for the second quarter ended March 31, 2011
    5.02 | Effective May 21, 2020, the Board of Directors (the “Board”) of Acme Corp (the “Company”) increased the number of directors to twelve (12) and appointed John Roe as a member of the Board. | : Board of Directors increased the number of directors to twelve and appointed John Roe as a member of the Board
    5.02 | As previously reported in the Current Report on Form 8-K filed by the Company on March 22, 2018, Jane Doe terminated employment with the Company effective March 29, 2018 (the “Separation Date”). | : Jane Doe terminated employment with the company effective March 29, 2018
    7.01 | On February 2, 2023, Acme Corp, an Ohio corporation (the “Registrant”), issued a news release related to its plan to separate into two companies. | reported on its plan to separate into two companies
    7.01 | We are furnishing this Current Report on Form 8-K in connection with a presentation to be given at the Example Growth Conference on October 26, 2022. | presents at the Example Growth Conference
    8.01 | The Company's news release dated April 19, 1994 announcing it will discontinue its boiler division is incorporated herein by reference. | announced it will discontinue its boiler division
    8.01 | Based on current data, we expect revenue from our legacy products to be between $1.1 and $1.3 million. | expects revenue from its legacy products to be between $1.1 and $1.3 million
    8.01 | On November 15, 2019, Acme consummated the issuance and sale of $800,000,000 aggregate principal amount of its 1.5% Notes due 2025 (the “Notes”), pursuant to an underwriting agreement (the “Agreement”) dated November 7, 2019 among Acme and the banks. | consummated the issuance and sale of $800,000,000 of its 1.5% Notes due 2025
    8.01 | On February 1, 2019, the Company issued a notice of full redemption pursuant to the indenture governing its 5.375% Senior Notes due 2020 announcing that it intends to redeem all of them. | issued a notice of full redemption of its 5.375% Senior Notes due 2020 announcing that it intends to redeem all of them
    8.01 | On March 3, 2010, Oak Detect, a majority owned subsidiary of Acme Corp, announced that it received an investment of $1.8 million. | : Oak Detect announced that it received an investment of $1.8 million
    8.01 | On May 3, 2012, Acme Corp (“Acme”) and Oak Holdings, Inc. (“Oak”) issued a joint press release announcing the execution of a merger agreement. | and Oak Holdings, Inc. announced the execution of a merger agreement
    5.02 | and (e) Acme Corp (the “Company”) announced May 3, 2015, that it has appointed Jane Roe its Chief Financial Officer. ¶ Ms. Roe, 50, was appointed Controller in March 1998, and was appointed Vice President in June 2003. | announced that it has appointed Jane Roe its Chief Financial Officer
    1.01 | On May 3, 2012, Acme Corp was informed by John Roe that he would resign as Chief Financial Officer. Mr. Roe has agreed to remain with Acme until July 31, 2012. | was informed by John Roe that he would resign as Chief Financial Officer
    1.01 | On May 3, 2012, Acme Corp entered into a purchase agreement (the “Purchase Agreement”) by and between Acme and Pine & Co. LLC, as representative of the buyers (the “Buyers”), to offer and sell $70 million aggregate principal amount of its 2% Notes due 2021. | entered into a purchase agreement to offer and sell $70 million of its 2% Notes due 2021
    8.01 | On May 3, 2012, Acme Corp entered into a Terms Agreement with Pine Securities LLC, as representative of the underwriters named therein, with respect to the offer and sale of $90,000,000 aggregate principal amount of its 2% Notes due 2021. | entered into a Terms Agreement with Pine Securities LLC to sell $90,000,000 of its 2% Notes due 2021
    8.01 | Acme Corp (NASDAQ: ACME), a leading maker of things, today announced that it has ended its talks with Oak. | announced that it has ended its talks with Oak
    1.01 | On May 3, 2012, Acme Corp, in accordance with the advice of its committee, increased the fees of its directors. | increased the fees of its directors
    5.02 | On May 3, 2012, Acme Corp (the “Company”) announced that John Roe, Chief Financial Officer of both the Company and Acme Bank (the “Bank”) resigned. | announced that John Roe, Chief Financial Officer of both the company and Acme Bank resigned
    8.01 | Oak Labs announced today that the Office of Things (Ft. Pine, VA) has awarded a contract to the Company. | : Oak Labs announced today that the Office of Things (Ft. Pine, VA) has awarded a contract to the company
    5.02 | The Board of Directors (the “Board”) of Acme Corp (the “Company”) previously approved, subject to stockholder approval, the adoption of the 2021 Equity Incentive Plan. | : Board of Directors previously approved the adoption of the 2021 Equity Incentive Plan
    5.02 | On May 3, 2022, the Company’s Board of Directors, upon approval from the Company’s Compensation Committee, approved: (i) employment agreements for John Oak and Jane Pine; and (ii) a bonus for Ann Elm. | : Its Board of Directors approved employment agreements for John Oak and Jane Pine; and a bonus for Ann Elm
    5.02 | On May 3, 2022, John Oak notified the Company of his intent to accept other employment and, in connection therewith, resign from his positions effective May 21, 2022. | : John Oak notified the company of his intent to accept other employment and resign from his positions effective May 21, 2022
    5.02 | On May 3, 2026, the Compensation Committee of the Board of Directors, or the Board, of Acme Corp, or the Company, adopted the Pay Plan for Fiscal Year 2027, or the 2027 Plan, which provides officers with pay. | : Compensation Committee of the Board of Directors adopted the Pay Plan for Fiscal Year 2027
    1.01 | On May 3, 2023 (the “Effective Date”), Acme Corp amended its credit facility (provided under the Third Credit Agreement, dated as of May 3, 2021 (as amended, the “Agreement”)). | amended its credit facility
    1.01 | On May 3, 2023, Acme Corp (the “Company”) and its subsidiaries Oak Works (“Oak”) and Pine Cylinders (“Pine”) entered into that certain Amendment No. 2 to the Note Agreement. ¶ On the Effective Date, Oak issued a note. | and its subsidiaries Oak Works and Pine Cylinders entered into that certain Amendment No. 2 to the Note Agreement
    8.01 | On the Effective Date, the Company redeemed all of its 4.6% Senior Notes due 2024. | redeemed all of its 4.6% Senior Notes due 2024
    7.01 | On May 3, 2023, Acme Corp posted two investor presentations to the Company’s website, both of which relate to the Company’s previously announced plan to separate into two independent, publicly traded companies – one company is expected to be comprised of steel. | posted two investor presentations to its website, both of which relate to its previously announced plan to separate into two independent, publicly traded companies
  `),
  )('%s: %s', (item, lead, title) => expect(said(item, lead)).toBe(title));

  test.each(
    rows(`
    8.01 | On November 18, 2026, the Board of Directors of Acme declared a quarterly dividend of $0.10 per share. ¶ On November 20, 2026, Acme received notice that the FDA approved its heart valve. | received notice that the FDA approved its heart valve
    5.02 | On November 18, 2026, John Pine notified the Company of his decision to resign as a director. ¶ On November 20, 2026, the Board appointed Jane Roe as Chief Executive Officer of the Company, effective January 1, 2027. | : Board appointed Jane Roe as Chief Executive Officer, effective January 1, 2027
    5.02 | John Pine’s employment as Chief Financial Officer of Acme (the “Company”) will terminate effective April 17, 2027. In connection with his termination, Mr. Pine will receive his salary for a year. ¶ On March 17, 2027, the Board appointed Jane Roe as Controller of the Company, effective on that date. | : John Pine’s employment as Chief Financial Officer will terminate effective April 17, 2027
    8.01 | On November 20, 2026, Acme completed the sale of its relay business to Oak Corp. ¶ On May 3, 2026, Acme announced that it had agreed to acquire Widget Inc. | completed the sale of its relay business to Oak Corp.
  `),
  )('the gravest of several events, and the first of equal ones: %s: %s', (item, lead, title) => expect(said(item, lead)).toBe(title));

  test.each(
    rows(`
    4.02 | The Audit Committee discussed this matter with the accountants. As a result, the Company has determined that its statements for the year 2025 should no longer be relied upon. | determined that its statements for the year 2025 should no longer be relied upon
    4.02 | On April 10, 2026, the Board of Directors (the “Board”) of Acme, after discussion with management and in consultation with its accounting firm, concluded that the statements for the year 2025 (the “Period”), as included in the Company’s Annual Report on Form 10-K (the “Filing”), should no longer be relied upon due to errors. | : Board of Directors concluded that the statements for the year 2025 should no longer be relied upon due to errors
    3.01 | On November 18, 2026, Acme received a letter from Nasdaq notifying it that it is not in compliance with the rule on the minimum bid price. | received a letter from Nasdaq notifying it that it is not in compliance with the rule on the minimum bid price
  `),
  )('what an item tells that is surfaced only beside another: %s: %s', (item, lead, title) => expect(said(item, lead)).toBe(title));

  test('the end of an agreement under its item, or nothing, however it came about', () => {
    const entry = 'On August 10, 2012, Acme entered into a Note Agreement with Oak Insurance, pursuant to which it issued $150 million of notes.';
    expect(said('1.02', entry)).toBeNull();
    expect(said('1.02', `${entry}\nOn December 6, 2023, Acme paid the notes in full and terminated the Note Agreement.`)).toBe(
      'paid the notes in full and terminated the Note Agreement',
    );
  });

  test('nothing under an item of alarm where no sentence tells the alarm', () =>
    expect(said('4.02', 'On November 18, 2026, Acme announced that it moved its offices to Ohio.')).toBeNull());

  test.each<[string, string]>([
    ['7.01', 'On September 19, 2003, the Company issued the press release attached hereto as Exhibit 99.1.'],
    ['8.01', 'The Company is filing this Current Report on Form 8-K to provide the legal opinion of its counsel.'],
  ])('nothing where nothing is said: %s: %s', (item, lead) => expect(said(item, lead)).toBeNull());

  test('the company by no part of its name only', () => {
    expect(said('8.01', "On May 3, 2001, Acme Networks' Board of Directors approved a plan to sell its relay business.", 'Acme Networks Inc')).toBe(
      ': Its Board of Directors approved a plan to sell its relay business',
    );
    expect(said('2.01', 'On May 3, 2001, Health Corporation of Ohio, Inc. acquired Oak Nursing Inc. and its homes.', 'Health Corp of Ohio Inc')).toBe(
      'acquired Oak Nursing Inc. and its homes',
    );
  });

  test('the company under the whole of its name, and no other by a part of it', () => {
    expect(said('8.01', 'Acme.com Group, Inc. announced the sale of its relay business.', 'Acme Com Group Inc')).toBe(
      'announced the sale of its relay business',
    );
    expect(said('8.01', 'Acme-Oak Stores announced the sale of its relay business.', 'Acme Corp')).toBe(
      ': Acme-Oak Stores announced the sale of its relay business',
    );
    expect(said('8.01', 'On May 3, 2012, Acme Corp, Inc.’s Board of Directors approved the sale of its relay business.', 'Acme Corp')).toBe(
      ': Its Board of Directors approved the sale of its relay business',
    );
  });

  test('no more than a reader of titles wants, cut between words', () => {
    const long = said(
      '8.01',
      `On May 3, 2021, Acme announced that it will build plants in ${Array.from({ length: 60 }, (_, index) => `Place${index}`).join(' and ')}.`,
    );
    expect(long!.length).toBeLessThanOrEqual(200);
    expect(long).toMatch(/…$/);
  });
});

test('votes are named by their matters, whichever way they went', () => {
  expect(
    votesTitle(
      'At the annual meeting of stockholders each of the nominees was elected, the auditors were ratified and the advisory vote on executive compensation was held.',
    ),
  ).toBe('shareholders vote on directors, auditors and executive pay at the annual meeting');
  expect(votesTitle('At the special meeting the stockholders approved the Merger Agreement.')).toBe(
    'shareholders vote on a merger at a special meeting',
  );
  expect(
    votesTitle(
      'At the annual meeting the shareholders: 1) elected John H. Oak, Les R. Pine, Mike Elm, Maria Claudia Ash and Noel B. White to serve as directors until the next one.',
    ),
  ).toBe('shareholders vote on directors at the annual meeting');
  expect(votesTitle('The meeting was held in Ohio.')).toBeNull();
});

test.each([
  ['ACME CORP REPORTS 2-FOR-1 SPLIT, FDA APPROVAL AND Q3 EPS', 'Acme Corp Reports 2-for-1 Split, FDA Approval and Q3 EPS'],
  [
    'ACME CORP., (NASDAQ: ACME), A LEADING MAKER OF THINGS, today announced',
    'Acme Corp., (NASDAQ: ACME), A Leading Maker of Things, today announced',
  ],
  ['ACME ON MANAGEMENT’S VIEW OF ITS CUSTOMERS’ ORDERS', 'Acme on Management’s View of Its Customers’ Orders'],
])('%s is written %s', (text, plain) => expect(inOrdinaryCase(text, 'Acme Corp')).toBe(plain));
