import { describe, expect, test } from 'vitest';
import type { FilingHeader } from '#pipeline/ingest/sec/documents/header.ts';
import { readItems } from '#pipeline/ingest/sec/filing/items.ts';

const header = (items: readonly string[], filedOn: string | null = '2024-02-01'): FilingHeader => ({
  accession: null,
  form: '8-K',
  filedOn,
  period: null,
  acceptedAt: null,
  items,
  filers: [],
});

describe('items', () => {
  test('are read from header descriptions, and the most telling one is primary', () => {
    expect(
      readItems(header(['Regulation FD Disclosure', 'Results of Operations and Financial Condition', 'Financial Statements and Exhibits']), ''),
    ).toMatchObject({ items: ['2.02', '7.01', '9.01'], primaryItem: '2.02' });
  });

  test('before 23 August 2004 keep the numbers of their day', () => {
    expect(readItems(header(['Acquisition or disposition of assets', 'Financial statements and exhibits'], '1997-05-01'), '')).toMatchObject({
      items: ['2', '7'],
      primaryItem: '2.01',
    });
    expect(readItems(header(['5'], '1994-02-01'), '').items).toEqual(['5']);
  });

  test('that the header leaves blank are read from the headings of the document', () => {
    const text =
      'Item 7. Financial Statements and Exhibits\nExhibit 99.1\nItem 12. Results of Operations and Financial Condition\nOn February 10, 2004 …\n';
    expect(readItems(header(['', 'Financial statements and exhibits'], '2004-02-11'), text)).toMatchObject({
      items: ['7', '12'],
      primaryItem: '2.02',
    });
  });

  test('without a header are read from headings, several in one, citations left out', () => {
    const text =
      'Items 2.02 and 7.01. Results; Regulation FD Disclosure\nThe information in\nItem 9.01 of this report shall not be deemed filed.\nItem 8.01 Other Events.\nText\n';
    expect(readItems(header([], null), text).items).toEqual(['2.02', '7.01', '8.01']);
  });

  test('printed as not applicable are none', () => {
    expect(
      readItems(
        header([''], '2000-01-01'),
        'Item 1. Changes in Control.\nNot applicable.\nItem 5. Other Events.\nThe company today announced that it has signed an agreement.\n',
      ).items,
    ).toEqual(['5']);
  });

  test('that the service does not surface have no primary item', () => {
    expect(readItems(header(["Changes in Registrant's Certifying Accountant"]), '')).toMatchObject({ items: ['4.01'], primaryItem: null });
  });
});
