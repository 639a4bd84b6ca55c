import { describe, expect, test } from 'vitest';
import { companyName, isOrganization, officeTitle, ownerName, personName } from '#pipeline/refine/form4/names.ts';

describe('names', () => {
  test.each([
    ['MCREYNOLDS JOHN W', 'McReynolds John W'],
    ['NOLAN THOMAS  H JR', 'Nolan Thomas H Jr'],
    ['de la Cruz Nicholas', 'de la Cruz Nicholas'],
  ])('a person %s is written %s, in the order filed', (filed, expected) => {
    expect(personName(filed)).toBe(expected);
  });

  test.each([
    ['AMAZON COM INC', 'Amazon.com Inc'],
    ['JPMORGAN CHASE & CO', 'JPMorgan Chase & Co'],
    ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp'],
    ['ZIONS BANCORPORATION, NATIONAL ASSOCIATION /UT/', 'Zions Bancorporation, National Association'],
    ['CULLEN/FROST BANKERS, INC.', 'Cullen/Frost Bankers, Inc.'],
    ['MIDOCEAN PARTNERS V EXECUTIVE, L.P.', 'MidOcean Partners V Executive, L.P.'],
    ['CVS HEALTH Corp', 'CVS Health Corp'],
    ["BJ'S WHOLESALE CLUB HOLDINGS, INC.", "BJ's Wholesale Club Holdings, Inc."],
    ['L3HARRIS TECHNOLOGIES, INC.', 'L3Harris Technologies, Inc.'],
    ['1ST SOURCE CORP', '1st Source Corp'],
    ['NIKE, Inc.', 'NIKE, Inc.'],
    ['ON SEMICONDUCTOR CORP', 'ON Semiconductor Corp'],
  ])('a company %s is written %s', (filed, expected) => {
    expect(companyName(filed)).toBe(expected);
  });

  test.each([
    ['EVP, CHIEF REVENUE OFFICER', 'EVP, Chief Revenue Officer'],
    ['PRESIDENT AND CEO', 'President and CEO'],
    ['Sr. Exec VP and CFO', 'Sr. Exec VP and CFO'],
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
