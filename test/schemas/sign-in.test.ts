import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalAddress } from '#schemas/sign-in.ts';

test.each([
  [' Ann.Smith+news@Example.COM ', 'ann.smith+news@example.com'],
  ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
  ["o'neil@example.co.uk", "o'neil@example.co.uk"],
  ['Ａnn@example.com', 'ann@example.com'],
])('an address has one spelling: %j', (typed, kept) => {
  expect(normalAddress(typed)).toBe(kept);
});

test.each([
  '',
  'ann@',
  'ann@localhost',
  'ann@127.0.0.1',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a,b@example.com',
  'a@b@example.com',
  '"a"@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a@-example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(250)}.com`,
  'ann@example..com',
])('what no mail can be sent to is none: %j', (typed) => {
  expect(normalAddress(typed)).toBeNull();
});

test('an address that is kept is its own spelling, and holds nothing that ends a line or a list', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.string({ unit: 'binary' }),
        fc.string().map((text) => `a@${text}.com`),
      ),
      (typed) => {
        const kept = normalAddress(typed);
        if (kept === null) return;
        expect(normalAddress(kept)).toBe(kept);
        expect(kept).toMatch(/^[\x21-\x7e]+$/);
        expect(kept).not.toMatch(/[<>,;:"()[\]\\]/);
      },
    ),
    { numRuns: 50 },
  );
});
