import { expect, test } from 'vitest';
import { dropWithdrawn } from '#pipeline/refine/normalise/withdrawal-notice.ts';
import { normalised } from '../fixtures.ts';

test.each([
  'WITHDRAWN\uff1aAcme to buy Foo',
  'WITHDRAWN&#58; Acme to buy Foo',
  'RETRACTION -- Acme to buy Foo',
  'RETRACTED: Acme to buy Foo',
  '[Retracted] Acme to buy Foo',
  'Acme to buy Foo (WITHDRAWN)',
  'KILL: Acme to buy Foo',
  'Acme to buy Foo - STORY WITHDRAWN',
  'ADVISORY - Release Withdrawn: Acme to buy Foo',
  'Kill notice: Acme to buy Foo',
  'Please disregard press release: Acme to buy Foo',
  '(This Sept. 2 story has been withdrawn) Acme to buy Foo',
])('%s takes an article back', (title) => {
  expect(normalised(title).withdrawnHeadline).toBe('Acme to buy Foo');
});

test.each(['ADVISORY/Business Wire Disregard Acme Release', 'Business Wire Advisory: Please Disregard Acme Press Release'])(
  '%s names the company alone',
  (title) => {
    expect(normalised(title).withdrawnHeadline).toBe('Acme');
  },
);

test('the figure that a headline begins with is its own', () => {
  expect(normalised('WITHDRAWN: $2 billion bid for Foo').withdrawnHeadline).toBe('$2 billion bid for Foo');
});

test.each([
  ['Acme to buy Foo', { summary: 'This story has been withdrawn.' }],
  ['Acme to buy Foo', { summary: '(This Sept. 2 story has been withdrawn) Acme said it would buy Foo.' }],
  ['Acme to buy Foo', { summary: "Editor's note: This article was retracted because of errors." }],
  ['Acme to buy Foo', { body: '(This press release has been withdrawn at the request of Acme.)' }],
  ['This story has been withdrawn.', {}],
])('%s, %o takes back the article of its own headline', (title, changes) => {
  expect(normalised(title, changes).withdrawnHeadline).toBe(title);
});

test.each([
  'Acme withdraws guidance',
  'Withdrawn: the inside story of the Acme bid',
  'Retraction: Nature pulls superconductor paper',
  'KILLED: 12 miners dead in blast at Acme pit',
  '/C O R R E C T I O N -- Acme/',
  'REPEAT: Acme to buy Foo',
  'Acme advisory board tells investors to disregard bid',
])('%s is news', (title) => {
  expect(normalised(title).withdrawnHeadline).toBeNull();
});

test('a text about something withdrawn is news', () => {
  expect(normalised('Acme falls', { summary: 'This week Acme has withdrawn a story of growth.' }).withdrawnHeadline).toBeNull();
});

test('a notice is dropped, news of something withdrawn is kept', () => {
  expect(dropWithdrawn(normalised('WITHDRAWN: Acme to buy Foo'))).toMatchObject({ kept: false, reason: 'withdrawn' });
  expect(dropWithdrawn(normalised('Acme withdraws its bid for Foo')).kept).toBe(true);
});
