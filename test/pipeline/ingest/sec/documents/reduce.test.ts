import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import type { ReducedText } from '#pipeline/ingest/sec/documents/reduced-text.ts';
import { dataDir, documentsDir } from '#test/support/data.ts';

const cells = ({ tables }: ReducedText): string[][][] =>
  tables.map(({ rows }) => rows.map((row) => row.cells.map((cell) => cell.prefix + cell.text)));
const offsetsHold = ({ text, tables }: ReducedText): boolean =>
  tables.every(({ rows }) => rows.every((row) => row.cells.every((cell) => text.slice(cell.start, cell.end) === cell.text)));

describe('HTML', () => {
  test.each([
    [
      'blocks break, inline tags do not, entities and no-break spaces read as printed',
      '<html><body><p>Net sales of <b>$</b>1.52&nbsp;billion,<br>up&#160;2.6%</p><div>R&amp;D <i>fe</i>ll</div><script>x()</script><!-- no --></body></html>',
      'Net sales of $1.52 billion,\nup 2.6%\nR&D fell\n',
    ],
    [
      'a character without width splits no word, and a no-break hyphen is a hyphen',
      '<p>Re&shy;ve&#8203;nue of non&#8209;interest bear\u2010ing de\u2060posits</p>',
      'Revenue of non-interest bear-ing deposits\n',
    ],
    ['a line break inside a paragraph of the source is a space', '<p>Trading profit\nbefore\r\ntax</p>', 'Trading profit before tax\n'],
    ['a bracket in a quoted attribute ends no tag, and an unclosed one is text', '<p title="a > b" nowrap>x</p><p>3 < 4</p>', 'x\n3 < 4\n'],
  ])('%s', (_, html, text) => expect(reduceDocument(html).text).toBe(text));

  test('a currency sign, a closing parenthesis and a percent sign in cells of their own join their figure; spacers go', () => {
    const reduced = reduceDocument(
      '<table><tr><td>Net loss</td><td>&nbsp;</td><td>$</td><td>(10,643</td><td>)</td><td></td><td>(4.1</td><td>)%</td></tr></table>',
    );
    expect(cells(reduced)).toEqual([[['Net loss', '$(10,643)', '(4.1)%']]]);
    expect(reduced.text).toBe('Net loss\t$(10,643)\t(4.1)%\n');
    expect(reduced.tables[0]?.rows[0]?.cells[1]).toMatchObject({ text: '(10,643)', prefix: '$', from: 2, to: 5 });
    expect(offsetsHold(reduced)).toBe(true);
  });

  test('a dash that stands for nothing makes no minus of itself before the next column', () => {
    expect(cells(reduceDocument('<table><tr><td>Impairment</td><td>-</td><td>100</td></tr></table>'))).toEqual([[['Impairment', '-', '100']]]);
  });

  test('a currency that heads a column does not join the next one', () => {
    expect(cells(reduceDocument('<table><tr><td></td><td>RMB</td><td>US$</td><td>RMB</td></tr></table>'))).toEqual([[['RMB', 'US$', 'RMB']]]);
  });

  test('colspan (in any case) and rowspan place later cells in the right grid column', () => {
    const { tables } = reduceDocument('<table><tr><td ROWSPAN=2>a</td><td COLSPAN="3">b</td><td>c</td></tr><tr><td>d</td></tr></table>');
    expect(tables[0]?.rows.map((row) => row.cells.map(({ text, from, to }) => [text, from, to]))).toEqual([
      [
        ['a', 0, 1],
        ['b', 1, 4],
        ['c', 4, 5],
      ],
      [['d', 1, 2]],
    ]);
  });

  test('footnote marks raised by tag or style stay in the text and leave the bare label', () => {
    const { text, tables } = reduceDocument(
      '<table><tr><td>Profit <sup>1</sup></td><td>1,537</td></tr><tr><td>per share<span style="vertical-align:super">2</span></td><td>2.86</td></tr></table>',
    );
    expect(tables[0]?.rows.map((row) => row.cells[0]?.bare)).toEqual(['Profit', 'per share']);
    expect(text).toBe('Profit 1\t1,537\nper share2\t2.86\n');
  });

  test('a table inside a cell stands on its own, and the words around it stay in order', () => {
    const reduced = reduceDocument('<table><tr><td><p>Before</p><table><tr><td>Sales</td><td>5</td></tr></table><p>After</p></td></tr></table>');
    expect(reduced.text.split('\n').filter(Boolean)).toEqual(['Before', 'Sales\t5', 'After']);
    expect(offsetsHold(reduced)).toBe(true);
  });

  test.each(['script', 'style', 'title', 'noscript', 'ix:header'])(
    'an unclosed <%s> hides none of the words after it, a closed one its own',
    (name) => {
      expect(reduceDocument(`<p>Sales</p><${name}><p>rose</p><p>again</p>`).text).toBe('Sales\nrose\nagain\n');
      expect(reduceDocument(`<p>Sales</p><${name} id="a"><b>hidden</b></${name.toUpperCase()} ><p>rose</p>`).text).toBe('Sales\nrose\n');
    },
  );

  test.each(['"', "'"])('an attribute without its closing %s loses no words after its tag', (quote) => {
    const rest = `<p>${'Sales rose. '.repeat(2_000)}</p>`;
    expect(reduceDocument(`<p class=${quote}lead>Net sales</p>${rest}`).text).toContain('Net sales\nSales rose.');
    expect(reduceDocument(`<p class=${quote}lead>Net sales</p>${rest}<p class=${quote}x${quote}>End</p>`).text).toMatch(
      /^Net sales\nSales[^]*\nEnd\n$/,
    );
  });

  test.each(['<title>', '<p class="', '<p class=\'a">', '<p =', '<!--', '</', '<span '])('many %s take time by their number', (piece) => {
    const startAt = performance.now();
    reduceDocument(`<p>x</p>${piece.repeat(200_000)}`);
    reduceDocument(`<p>x</p>${piece.repeat(200_000)}>`);
    expect(performance.now() - startAt).toBeLessThan(4_000);
  });
});

describe('plain text', () => {
  const statement = [
    '<TABLE>',
    '                                   Three Months Ended',
    '                                       March 31,',
    '                                   2004          2003',
    '<S>                                <C>           <C>',
    'Revenues..................... $   1,250     $   1,100',
    'Cost of sales                       700           650',
    'Net loss                           (75)          (60)',
    '</TABLE>',
  ].join('\n');

  test('keeps its lines and columns, and reads rows by runs of blanks or leader dots', () => {
    const reduced = reduceDocument(statement);
    expect(offsetsHold(reduced)).toBe(true);
    expect(cells(reduced)[0]).toEqual([
      ['Three Months Ended'],
      ['March 31,'],
      ['2004', '2003'],
      ['Revenues', '$1,250', '$1,100'],
      ['Cost of sales', '700', '650'],
      ['Net loss', '(75)', '(60)'],
    ]);
  });

  test('signs in columns of their own join their figure, and a percent sign beside years heads a column', () => {
    const reduced = reduceDocument(
      [
        '                  2004        2003        %',
        'Period            Q1          %        FY04    %',
        'Revenue A$       1,234       2,345     3.1  %',
        'Net loss     $    (120  )     (110  )     9.1  %',
        'Per share    $(   .12)  $     (.11)      (9.1  )  %',
        'Sales $            245         202       (21  )%',
        'Tax               (3  )(1)      2         n/a  %',
      ].join('\n'),
    );
    expect(offsetsHold(reduced)).toBe(true);
    expect(cells(reduced)[0]).toEqual([
      ['2004', '2003', '%'],
      ['Period', 'Q1', '%', 'FY04', '%'],
      ['Revenue A$', '1,234', '2,345', '3.1%'],
      ['Net loss', '$(120)', '(110)', '9.1%'],
      ['Per share', '$( .12)', '$(.11)', '(9.1)%'],
      ['Sales', '$245', '202', '(21)%'],
      ['Tax', '(3', ')(1)', '2', 'n/a%'],
    ]);
  });

  test('that is double-spaced loses half of its blank lines, so that sentences and labels go on over its lines', () => {
    const full = 'Net sales of the quarter that ended in March came to $12.5 million and were';
    const spaced = [
      `    ${full}`, '', 'up from $11.0 million in the same quarter of the year before, since more of the', '', 'new product was sold.', '',
      '    OUTLOOK', '', `    ${full}`, '', 'expected by few of those who follow the company and its new product for years', '',
      '    * The company has a first new product that it sells to all of its customers in', '', '      all of its markets', '',
      '    * The company has another new product that it sells to one of its customers in', '', '      one market', '', '', '',
      '    Selling, general and', '', '     administrative            2,515       2,654', '', '', '',
      '    Net loss                  $(800)      $(370)',
    ]; // prettier-ignore
    expect(reduceDocument(spaced.join('\n')).text.split('\n')).toEqual([
      `    ${full}`, 'up from $11.0 million in the same quarter of the year before, since more of the', 'new product was sold.', '',
      '    OUTLOOK', '', `    ${full}`, 'expected by few of those who follow the company and its new product for years', '',
      '    * The company has a first new product that it sells to all of its customers in', '      all of its markets', '',
      '    * The company has another new product that it sells to one of its customers in', '      one market', '',
      '    Selling, general and', '', '     administrative            2,515       2,654', '',
      '    Net loss                  $(800)      $(370)', '',
    ]); // prettier-ignore
  });

  test('inside <pre> reads the same', () => {
    expect(cells(reduceDocument(`<html><body><pre>${statement}</pre></body></html>`))).toEqual(cells(reduceDocument(statement)));
  });
});

describe('exhibits', () => {
  const isReal = dataDir('8k') !== null;
  test('every cell of every exhibit stands in the text at its offsets', () => {
    const dir = `${documentsDir('8k')}/ex99`;
    for (const name of readdirSync(dir)) {
      const [document] = splitSubmission(gunzipSync(readFileSync(`${dir}/${name}`))).documents;
      const reduced = reduceDocument(document?.source ?? '');
      expect(reduced.tables.length, name).toBeGreaterThan(isReal ? 3 : 0);
      expect(offsetsHold(reduced), name).toBe(true);
    }
  });
});
