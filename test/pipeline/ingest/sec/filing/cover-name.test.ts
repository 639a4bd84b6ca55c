import { describe, expect, test } from 'vitest';
import { coverName } from '#pipeline/ingest/sec/filing/cover-name.ts';
import { onlyPoints, readItemText } from '#pipeline/ingest/sec/filing/item-text.ts';
import { readOpening } from '#pipeline/ingest/sec/filing/press-release.ts';

describe('the registrant of a cover', () => {
  test.each([
    ['FORM 8-K\nCURRENT REPORT\nACME CORP.\n(Exact name of registrant as specified in its charter)\nOhio', 'ACME CORP.'],
    ['Form 6-K\nAcme Holdings plc\n\n(Translation of registrant’s name into English)', 'Acme Holdings plc'],
    ['FORM 8-K\nDate of Report (Date of earliest event reported): May 3, 2020\n(Exact name of registrant as specified in its charter)', ''],
    ['FORM 8-K\nItem 8.01. Other Events.', ''],
  ])('%j', (text, name) => expect(coverName(text)).toBe(name));
});

describe('the text under an item', () => {
  const cover = (words: string) => `FORM 8-K\nItem 7.01. Regulation FD Disclosure.\n${words}\nSIGNATURES`;

  test('keeps what a sentence tells before it points to an exhibit, and does not end at Inc.', () => {
    expect(
      readItemText(
        cover(
          'On October 4, 2023, Acme Industries, Inc. (NYSE: ACME) issued a press release announcing the spin-off of its steel business, a copy of which is attached as Exhibit 99.1 and incorporated herein by reference.',
        ),
        ['7.01'],
      ),
    ).toBe('On October 4, 2023, Acme Industries, Inc. (NYSE: ACME) issued a press release announcing the spin-off of its steel business.');
  });

  test.each([
    ['A copy of the press release is filed as Exhibit 99.1 and incorporated herein by reference.'],
    ['Copies of the documents are attached as Exhibits 99.1 and 99.2.'],
    ['The joint press release is attached hereto as Exhibit 99.1.'],
  ])('keeps a sentence that ends at Inc. before one that only points: %s', (pointer) => {
    const told = 'On May 3, 2012, Acme Industries, Inc. announced the execution of a merger agreement with Oak Holdings, Inc.';
    expect(readItemText(cover(`${told} ${pointer}`), ['7.01'])).toBe(told);
  });

  test('is a sentence where names leave few words in small letters, and no heading', () => {
    const told = 'Acme Corp. appointed Jane Q. Doe as Chief Operating Officer.';
    expect(readItemText(cover(told), ['7.01'])).toBe(told);
    const heading = 'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers.';
    expect(readItemText(cover(heading), ['7.01'])).toBe('');
  });

  test('that names a release and not what it says only points', () => {
    expect(onlyPoints('On September 19, 2003, the Company issued the press release attached hereto as Exhibit 99.1.')).toBe(true);
    expect(onlyPoints('On May 4, 2015, Acme issued a press release announcing its results.')).toBe(false);
    expect(onlyPoints('Acme acquired Example.')).toBe(false);
  });
});

test('the opening of a paper that has no dateline is its first sentences, under its heading', () => {
  expect(
    readOpening(
      'Acme Mill Suffers Damage in Dryer Failure\nOne of the six machines at the mill was damaged by a failure of the dryer on Sunday night, the company said in a letter.\n',
    ),
  ).toEqual({
    headline: 'Acme Mill Suffers Damage in Dryer Failure',
    lead: 'One of the six machines at the mill was damaged by a failure of the dryer on Sunday night, the company said in a letter.',
  });
  expect(
    readOpening('CREDIT AGREEMENT\nThis agreement is made by the parties named below, on the terms that are set out in it and its schedules.'),
  ).toEqual({ headline: '', lead: '' });
});
