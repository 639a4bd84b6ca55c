import { expect, test } from 'vitest';
import { isShare, shortTitle } from '#pipeline/refine/form4/security.ts';

test.each(['Common Stock, par value $0.01 per share, with Preferred Share Purchase Rights', 'American Depositary Shares (TSM)', 'Class B'])(
  '%j is a share',
  (title) => {
    expect(isShare(title)).toBe(true);
  },
);

test.each([
  '6.100% Notes due 2032',
  '7% Senior Debentures',
  '6.00% Series C Cumulative Perpetual Preferred Stock',
  'Warrants to purchase Common Stock',
  'Common Units representing limited partner interests',
  'Restricted Stock Units',
])('%j is none', (title) => {
  expect(isShare(title)).toBe(false);
});

test('the par value is left out of a title', () => {
  expect(shortTitle('Common Stock, par value $0.01 per share')).toBe('Common Stock');
});
