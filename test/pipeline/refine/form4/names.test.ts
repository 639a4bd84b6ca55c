import { describe, expect, test } from 'vitest';
import { companyName, isOrganization, officeTitle, ownerName, personName } from '#pipeline/refine/form4/names.ts';

describe('names', () => {
  test.each([
    ['CHAVARRIA CARLA C', 'Chavarria Carla C'],
    ["O'BRIEN DEIRDRE", "O'Brien Deirdre"],
    ['MCREYNOLDS JOHN W', 'McReynolds John W'],
    ['MARTIN-FLICKINGER GERRI', 'Martin-Flickinger Gerri'],
    ['EGGEMEYER JOHN M III', 'Eggemeyer John M III'],
    ['NOLAN THOMAS  H JR', 'Nolan Thomas H Jr'],
    ['GREGORY ANDREW J. JR.', 'Gregory Andrew J. Jr.'],
    ['WATSA V PREM ET AL', 'Watsa V Prem et al'],
    ['McEvoy Ashley', 'McEvoy Ashley'],
    ['de la Cruz Nicholas', 'de la Cruz Nicholas'],
  ])('a person %s is written %s, in the order filed', (filed, expected) => {
    expect(personName(filed)).toBe(expected);
  });

  test.each([
    ['COCA COLA CO', 'Coca Cola Co'],
    ['AMAZON COM INC', 'Amazon.com Inc'],
    ['LEGALZOOM.COM, INC.', 'Legalzoom.com, Inc.'],
    ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp'],
    ['US BANCORP \\DE\\', 'US Bancorp'],
    ['ZIONS BANCORPORATION, NATIONAL ASSOCIATION /UT/', 'Zions Bancorporation, National Association'],
    ['AAR CORP', 'AAR Corp'],
    ['CULLEN/FROST BANKERS, INC.', 'Cullen/Frost Bankers, Inc.'],
    ['MIDOCEAN PARTNERS V EXECUTIVE, L.P.', 'MidOcean Partners V Executive, L.P.'],
    ['GV 2021 GP, L.L.C.', 'GV 2021 GP, L.L.C.'],
    ['JPMORGAN CHASE & CO', 'JPMorgan Chase & Co'],
    ['Apple Inc.', 'Apple Inc.'],
    ['CVS HEALTH Corp', 'CVS Health Corp'],
    ["BJ'S WHOLESALE CLUB HOLDINGS, INC.", "BJ's Wholesale Club Holdings, Inc."],
    ['ISABELLA BANK Corp', 'Isabella Bank Corp'],
    ['BIG SUN AIR INC', 'Big Sun Air Inc'],
    ['L3HARRIS TECHNOLOGIES, INC.', 'L3Harris Technologies, Inc.'],
    ['1ST SOURCE CORP', '1st Source Corp'],
    ['NIKE, Inc.', 'NIKE, Inc.'],
    ['ON SEMICONDUCTOR CORP', 'ON Semiconductor Corp'],
  ])('a company %s is written %s', (filed, expected) => {
    expect(companyName(filed)).toBe(expected);
  });

  test.each([
    ['PRESIDENT AND CEO', 'President and CEO'],
    ['EVP, CHIEF REVENUE OFFICER', 'EVP, Chief Revenue Officer'],
    ['SVP, CHIEF HR OFFICER', 'SVP, Chief HR Officer'],
    ['PRES. & CEO, COMMUNITY BANKING', 'Pres. & CEO, Community Banking'],
    ['Sr. Exec VP and CFO', 'Sr. Exec VP and CFO'],
    ['', ''],
  ])('an office %j is written %j', (filed, expected) => {
    expect(officeTitle(filed)).toBe(expected);
  });

  test('companies differ from people', () => {
    expect(['667, L.P.', 'BERKSHIRE HATHAWAY INC', 'JOHN ROSATTI REVOCABLE TRUST', 'Beach Point Capital Management LP'].every(isOrganization)).toBe(
      true,
    );
    expect(['COOK TIMOTHY D', 'Corey Dyer', 'GROUPER ANN'].some(isOrganization)).toBe(false);
    expect(ownerName('ARBOR COMMERCIAL MORTGAGE LLC')).toBe('Arbor Commercial Mortgage LLC');
  });
});
