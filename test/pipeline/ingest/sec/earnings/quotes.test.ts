import { describe, expect, test } from 'vitest';
import { readQuotes } from '#pipeline/ingest/sec/earnings/quotes.ts';

describe('quotes', () => {
  test.each([
    [
      'John van Dyke, President and CEO, commented: “Our results show the strength of the business we have built over years.”',
      { speaker: 'John van Dyke', role: 'President and CEO', text: 'Our results show the strength of the business we have built over years.' },
    ],
    [
      '"Orders grew in every region and we are confident in the year ahead," stated Maria Garcia. The company has offices in 12 countries.',
      { speaker: 'Maria Garcia', role: null, text: 'Orders grew in every region and we are confident in the year ahead.' },
    ],
  ])('%s', (text, quote) => expect(readQuotes(text)).toEqual([quote]));

  test('need a speaker: a slogan and a term in quotation marks are none', () => {
    expect(
      readQuotes('The “best place to work in the whole of the country” award went to Example. EBITDA is defined as “earnings before…”.'),
    ).toEqual([]);
  });
});

const words = 'We had a record quarter, and demand for our products remains strong.';
const spoken = words.replace(/\.$/, ',');

test.each([
  ['Jean-François d’Estaing', `“${spoken}” Jean-François d’Estaing, Chief Executive Officer, said.`],
  ['Zoë Ł. Żak', `Chief Executive Officer Zoë Ł. Żak noted, “${words}”`],
])('a name is one whatever its letters: %s', (speaker, text) =>
  expect(readQuotes(text)).toEqual([{ speaker, role: 'Chief Executive Officer', text: words }]),
);

test.each([
  ['Chairman and CEO', `“${spoken}” said Chairman and CEO Jane Doe.`],
  ['Example’s chairman and chief executive officer', `Example’s chairman and chief executive officer, Jane Doe, commented, “${words}”`],
  [
    'M.D., Ph.D., President of Example Inc. and its subsidiaries',
    `“${spoken}” said Jane Doe, M.D., Ph.D., President of Example Inc. and its subsidiaries.`,
  ],
  ['President', `“${spoken}” (1) said Jane Doe, President.`],
  ['President', `Jane Doe, President, commented:\n“${words}”`],
])('a role may stand before the name, in abbreviations or in the paragraph before: %s', (role, text) =>
  expect(readQuotes(text)).toEqual([{ speaker: 'Jane Doe', role, text: words }]),
);

test('a quotation of a plain document runs over its lines', () => {
  const text = `Example reported results.\n\n"We had a record quarter, and demand\nfor our products remains strong," said Jane Doe,\nPresident.\n\nSales rose.`;
  expect(readQuotes(text)).toEqual([{ speaker: 'Jane Doe', role: 'President', text: words }]);
});

test('a sentence that the speaker interrupts is whole, however short its beginning', () => {
  expect(readQuotes('"Our results," Ms. Jane Doe added, "are strong with orders of $43 million. We go on."')).toEqual([
    { speaker: 'Jane Doe', role: null, text: 'Our results, are strong with orders of $43 million. We go on.' },
  ]);
});

test('a quotation over several paragraphs is told as far as the one with its speaker', () => {
  expect(readQuotes(`Mr. Eli Doe, CEO of Example, said, “${words} We are proud.\n“We will invest further in all of our regions.”`)).toEqual([
    { speaker: 'Eli Doe', role: 'CEO of Example', text: `${words} We are proud.` },
  ]);
});

test('a short term in quotation marks inside of a quotation does not end it', () => {
  const about = 'We joined the Paycheck Protection Program (“PPP”) and the “best in class” list of the year.';
  expect(readQuotes(`Jane Doe, President, said: “${about}”`)).toMatchObject([{ text: about }]);
  const straight = 'We joined the Paycheck Protection Program ("PPP") in the first quarter of the year.';
  expect(readQuotes(`Jane Doe, President, said: "${straight}"`)).toMatchObject([{ text: straight }]);
});

test('a speaker who is named by title is the one named in full before, and a quotation that goes on is not told twice', () => {
  const next = 'We will invest further in all of our regions and our people.';
  expect(readQuotes(`“${spoken}” said Jane Doe, President. “We are proud,” Ms. Doe added.\nMs. Doe continued, “${next}”`)).toEqual([
    { speaker: 'Jane Doe', role: 'President', text: `${words} We are proud.` },
    { speaker: 'Jane Doe', role: 'President', text: next },
  ]);
  expect(readQuotes(`Mr. Roe concluded, “${next}”`)).toEqual([{ speaker: 'Mr. Roe', role: null, text: next }]);
});
