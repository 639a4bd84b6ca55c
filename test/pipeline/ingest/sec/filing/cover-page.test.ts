import { describe, expect, test } from 'vitest';
import { coverName } from '#pipeline/ingest/sec/filing/cover-page.ts';
import { onlyPoints, readItemText } from '#pipeline/ingest/sec/filing/item-text.ts';
import { primaryOrder } from '#schemas/filing.ts';
import { readOpening } from '#pipeline/ingest/sec/filing/press-release.ts';

/** Orders items as a filing's reader does: the primary one first. */
const byPrimary = (one: string, other: string): number => rankOf(one) - rankOf(other);
const rankOf = (item: string): number => {
  const at = primaryOrder.findIndex((primary) => primary === item);
  return at < 0 ? primaryOrder.length : at;
};

test.each([
  ['FORM 8-K\nCURRENT REPORT\nACME CORP.\n(Exact name of registrant as specified in its charter)\nOhio', 'ACME CORP.'],
  ['Form 6-K\nÉÖ\n(Translation of registrant’s name into English)', 'ÉÖ'],
  ['Form 6-K\nAcme Holdings plc\n\n(Translation of registrant’s name into English)', 'Acme Holdings plc'],
  ['FORM 8-K\nDate of Report (Date of earliest event reported): May 3, 2020\n(Exact name of registrant as specified in its charter)', ''],
  ['FORM 8-K\nItem 8.01. Other Events.', ''],
])('the registrant of a cover: %j', (text, name) => expect(coverName(text)).toBe(name));

describe('the text under an item', () => {
  const textOf = (text: string, items: readonly string[]): string => readItemText(text, items).text;
  const cover = (words: string) => `FORM 8-K\nItem 7.01. Regulation FD Disclosure.\n${words}\nSIGNATURES`;

  test('keeps what a sentence tells before it points to an exhibit, and does not end at Inc.', () => {
    expect(
      textOf(
        cover(
          'On October 4, 2023, Acme Industries, Inc. (NYSE: ACME) issued a press release announcing the spin-off of its steel business, a copy of which is attached as Exhibit 99.1 and incorporated herein by reference.',
        ),
        ['7.01'],
      ),
    ).toBe('On October 4, 2023, Acme Industries, Inc. (NYSE: ACME) issued a press release announcing the spin-off of its steel business.');
  });

  test('keeps the subject of a release behind a pointer to it, and no denial of an admission', () => {
    const release =
      'On October 4, 2023, Acme Corp issued a press release, a copy of which is furnished as Exhibit 99.1, containing updates on its spin-off.';
    const denial = 'This report will not be deemed an admission as to the materiality of any information in it.';
    expect(textOf(cover(`${release} ${denial}`), ['7.01'])).toBe(
      'On October 4, 2023, Acme Corp issued a press release containing updates on its spin-off.',
    );
  });

  test.each([
    ['A copy of the press release is filed as Exhibit 99.1 and incorporated herein by reference.'],
    ['The joint press release is attached hereto as Exhibit 99.1.'],
  ])('keeps a sentence that ends at Inc. before one that only points: %s', (pointer) => {
    const first = 'On May 3, 2012, Acme Industries, Inc. announced the execution of a merger agreement with Oak Holdings, Inc.';
    expect(textOf(cover(`${first} ${pointer}`), ['7.01'])).toBe(first);
  });

  test('is a sentence where names leave few words in small letters, and no heading', () => {
    const first = 'Acme Corp. appointed Jane Q. Doe as Chief Operating Officer.';
    expect(textOf(cover(first), ['7.01'])).toBe(first);
    const heading = 'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers.';
    expect(textOf(cover(heading), ['7.01'])).toBe('');
  });

  describe('of several is the one that a desk acts on', () => {
    const usual = 'On November 18, 2026, Acme moved its offices from Ohio to Texas, where most of its people work, and closed the former.';
    const bodies: Readonly<Record<string, string>> = {
      '1.01': 'On November 18, 2026, Acme entered into a credit agreement with Example Bank for a revolving facility of $100 million due in 2030.',
      '5.02': 'On November 18, 2026, John Oak, Chief Executive Officer of Acme, notified the board that he will resign on January 1, 2027.',
    };
    const section = (item: string) => `Item ${item} Heading of it.\n${bodies[item] ?? usual}`;
    const itemOf = (...items: string[]) => readItemText(items.map(section).join('\n'), items).item;

    test.each([
      ['4.02', '2.02'],
      ['3.01', '2.02'],
      ['5.01', '1.01'],
      ['5.02', '1.01'],
      ['2.02', '5.02'],
      ['5.07', '8.01'],
      ['8.01', '7.01'],
    ])('%s before %s', (first, beside) => {
      expect(itemOf(...[first, beside].toSorted(byPrimary))).toBe(first);
    });
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
