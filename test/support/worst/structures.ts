/** Makes documents of a given length with a hostile structure: too many parts, too deep, unclosed, or with repeated references. */
import { atomFeed, feedReader, form4, form4Reader, html, jsonDocument, readers, rssFeed, statement, title, transaction } from './readers.ts';
import type { Reader } from './reader.ts';

export interface Structure {
  readonly name: string;
  readonly reader: Reader;
  readonly of: (length: number) => string;
}

/** Returns the units repeated up to `length` characters. */
const filled = (length: number, unit: (index: number) => string): string => {
  const pieces: string[] = [];
  for (let left = length, index = 0; left > 0; index += 1) {
    const piece = unit(index);
    pieces.push(piece);
    left -= piece.length;
  }
  return pieces.join('');
};

const named = (name: string): Reader => readers.find((reader) => reader.name === name)!;
const filing = named('8-K');

const feeds: Readonly<Record<string, (length: number) => string>> = {
  'authors of 990 @': (length) => rssFeed(filled(length, () => `<author>${'@'.repeat(990)}</author>`)),
  'authors like addresses': (length) => rssFeed(filled(length, () => `<author>${'a@a.'.repeat(240)}</author>`)),
  'authors of a feed for entries that name none': (length) =>
    jsonDocument({
      authors: Array.from({ length: Math.ceil(length / 2_000) }, (_, index) => ({ name: `${index} ${'a@a. '.repeat(180)}` })),
      items: Array.from({ length: Math.ceil(length / 80) }, (_, index) => ({ id: String(index), url: `https://example.com/${index}` })),
    }),
  'authors of an Atom feed': (length) =>
    atomFeed(
      filled(length / 2, () => `<author><name>${'a b '.repeat(200)}</name></author>`),
      filled(length / 2, (index) => `<entry><id>https://example.com/${index}</id></entry>`),
    ),
  'namespaces in namespaces': (length) => rssFeed(filled(length, (index) => `<x:a xmlns:n${index}="http://example.com/namespace">`)),
  'many namespaces, and elements that each add one': (length) =>
    rssFeed(`<a ${filled(length / 2, (index) => ` xmlns:n${index}="u${index}"`)}>${filled(length / 2, (index) => `<b xmlns:m="u${index}"/>`)}</a>`),
  'elements of a namespace with a long name': (length) => rssFeed(`<a xmlns:n="${'n'.repeat(length / 2)}">${filled(length / 2, () => '<n:b/>')}</a>`),
  'elements in elements': (length) => rssFeed(filled(length, () => '<a>')),
  'attributes of one element': (length) => rssFeed(`<a ${filled(length, (index) => ` a${index}=""`)}/>`),
  'attributes of many elements': (length) => rssFeed(filled(length, () => '<a b="c" d="e"/>')),
  'tags that cross': (length) => rssFeed(filled(length, () => '<a><b></a></b>')),
  'ends of nothing': (length) => rssFeed(filled(length, () => '</a>')),
  'items in items': (length) => rssFeed(filled(length, () => '<item><title>a</title>')),
  items: (length) => rssFeed(filled(length, (index) => `</item><item><link>https://example.com/${index}</link><title>a</title>`)),
  'links of one item': (length) => rssFeed(filled(length, (index) => `<link>https://example.com/${index}</link>`)),
  'links from a long base': (length) =>
    rssFeed(
      `<link/>`,
      `<a:b xml:base="https://example.com/${'a/'.repeat(length / 4)}">${filled(length / 2, () => '<item><link>b</link></item>')}</a:b>`,
    ),
  'bases on bases': (length) => rssFeed(filled(length, () => '<a xml:base="a/b/c/">')),
  'pictures of one item': (length) => rssFeed(filled(length, (index) => `<media:thumbnail url="/${index}"/>`)),
  'addresses that hide addresses': (length) => {
    // `%41` is `A`; `%%341` hides `%41`, and so on.
    const hidden = `${'%'.repeat(900)}${'3'.repeat(900)}41`;
    return rssFeed(filled(length, () => `</item><item><link>https://example.com/${hidden}</link>`));
  },
  'topics of one item': (length) => rssFeed(filled(length, (index) => `<category>${index}</category>`)),
  'comments in a title': (length) => rssFeed(`<title>${filled(length, () => '<!--a-->')}</title>`),
  'entities in a title': (length) => rssFeed(`<title>${filled(length, () => '&amp;amp;lt;')}</title>`),
  'processing instructions': (length) => rssFeed(filled(length, () => '<?a?>')),
  'quotes of a document type': (length) => `<!DOCTYPE rss ${filled(length, () => '"\'')}>${rssFeed('')}`,
  'lists in lists': (length) => '['.repeat(length),
  'objects in objects': (length) => filled(length, () => '{"a":'),
  'not text': (length) => rssFeed(`<title>${filled(length, () => 'a\u00e9')}</title>`),
};

const row = (cells: number, spans = ''): string => `<tr>${`<td${spans}>1</td>`.repeat(cells)}</tr>`;

const filings: Readonly<Record<string, (length: number) => string>> = {
  'cells over 200 columns and 200 rows': (length) => statement(filled(length, () => `<tr>${'<td colspan=200 rowspan=200>1</td>'.repeat(10)}</tr>`)),
  'cells over 200 rows': (length) => statement(filled(length, () => `<tr>${'<td rowspan=200>1</td>'.repeat(50)}</tr>`)),
  'one row of cells over 200 rows, and short rows': (length) =>
    statement(`<tr>${filled(length / 2, () => '<td rowspan=200>1</td>')}</tr>${filled(length / 2, () => '<tr><td>1')}`),
  'rows of many figures': (length) => statement(filled(length, () => row(Math.ceil(Math.sqrt(length) / 4)))),
  'one row of figures': (length) => statement(row(Math.ceil(length / 10))),
  'rows of one figure, each further right': (length) =>
    statement(filled(length, (index) => `<tr><td colspan=${index % 200}></td><td>a</td><td>1</td></tr>`)),
  'rows of net income': (length) => statement(filled(length, (index) => `<tr><td>Net income</td><td>${index}</td><td>${index + 1}</td></tr>`)),
  'rows of per-share figures': (length) =>
    statement(filled(length, (index) => `<tr><td>Diluted earnings per share</td><td>0.${index % 90}1</td><td>0.${index % 80}2</td></tr>`)),
  'headings without figures': (length) => statement(filled(length, (index) => `<tr><td>Revenue ${index}</td></tr>`)),
  'heads of columns': (length) => statement(filled(length, (index) => `<tr><td></td><td>${2000 + (index % 30)}</td><td>Three months</td></tr>`)),
  tables: (length) => html(filled(length, () => '<table><tr><td>Revenue</td><td>1</td><td>2</td></tr></table>')),
  'whole statements': (length) => html(`${title}${filled(length, () => `<p>a</p>${statement('').slice(-700)}`)}`),
  'tables in tables': (length) => html(filled(length, () => '<table><tr><td>')),
  'tables in cells of one row': (length) => html(`<table><tr>${filled(length, () => '<td><table><tr><td>1</td></tr></table></td>')}</tr></table>`),
  'scripts without end': (length) => html(filled(length, () => '<script>')),
  'styles, titles and scripts without end': (length) =>
    html(filled(length, (index) => ['<style>', '<title>', '<noscript>', '<ix:header>'][index % 4]!)),
  'tags without end': (length) => html(filled(length, () => '<a b')),
  'tags with a quote without end': (length) => html(filled(length, (index) => (index % 2 === 0 ? '<a b="c>' : "<a b='c>"))),
  'tags of a long quote': (length) => html(filled(length, () => `<a b="${'>'.repeat(50)}">`)),
  'raised words': (length) => html(filled(length, () => '<sup>1')),
  'raised spans': (length) => html(filled(length, () => '<span style="vertical-align:super">a')),
  'amounts of one line': (length) => html(`<p>${filled(length, () => '$1.2 million ')}</p>`),
  'amounts of one line with tabs': (length) => html(`<table><tr><td>${filled(length, () => '$1.2 million ')}</td><td>a</td></tr></table>`),
  'ranges that are expected': (length) =>
    html(filled(length, () => '<p>The company expects revenue of $1 million to $2 million, $3 million to $4 million.</p>')),
  sentences: (length) => html(`<p>${filled(length, () => 'Revenue rose due to demand. ')}</p>`),
  'brackets that open': (length) => html(`${filled(length, () => '<p>(a</p>')}<table><tr><td>a</td><td>1</td></tr></table>`),
  'lines of a plain table': (length) => filing.places['plain text']!(filled(length, (index) => `Revenue ${index}    1,200    1,000\n`)),
  'tabs of a plain line': (length) => filing.places['plain text']!(filled(length, () => 'a\t')),
  'tags of a plain line': (length) => filing.places['plain text']!(filled(length, () => '<a<b')),
  'documents of a submission': (length) =>
    filing.places.cover!(filled(length, () => '</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-99.2\n<TEXT>\n<p>a</p>')),
  'items of a cover': (length) => filing.places.cover!(filled(length, () => 'Item 2.02\n')),
};

const forms: Readonly<Record<string, (length: number) => string>> = {
  transactions: (length) => form4({ rows: filled(length, () => transaction('')) }),
  'footnotes that every transaction points to': (length) =>
    form4({
      rows: filled(length / 3, () => transaction('<footnoteId id="F1"/><footnoteId id="F2"/>')),
      extra: `<footnotes>${['F1', 'F2'].map((id) => `<footnote id="${id}">${'a'.repeat(length / 3)}</footnote>`).join('')}</footnotes>`,
    }),
  'footnotes of one transaction': (length) => form4({ rows: transaction(filled(length, (index) => `<footnoteId id="F${index}"/>`)) }),
  'children of one transaction': (length) => form4({ rows: transaction(filled(length, () => '<a/>')) }),
  'owners that are none': (length) => form4({ extra: filled(length, () => '<reportingOwner/>') }),
  'elements in elements': (length) => form4({ extra: filled(length, () => '<a>') }),
};

const others: readonly Structure[] = [
  {
    name: 'columns and rows of a list',
    reader: named('symbol list'),
    of: (length) =>
      JSON.stringify({
        fields: [...Array.from({ length: length / 8 }, () => 'a'), 'cik', 'name', 'ticker', 'exchange'],
        data: Array.from({ length: length / 8 }, () => [1]),
      }),
  },
  { name: 'entries without end', reader: named('latest filings'), of: (length) => `<feed>${filled(length, () => '<entry>')}</feed>` },
  { name: 'entries', reader: named('latest filings'), of: (length) => `<feed>${filled(length, () => '<entry></entry>')}</feed>` },
  { name: 'comments before nothing', reader: named('latest filings'), of: (length) => filled(length, () => '<!---->') },
  {
    name: 'filers of a header',
    reader: named('header of a submission'),
    of: (length) => named('header of a submission').places.line!(filled(length, (index) => `FILER:\nCENTRAL INDEX KEY: ${index}\n`)),
  },
  {
    name: 'lines of an index',
    reader: named('daily index'),
    of: (length) =>
      named('daily index').places.line!(
        filled(length, (index) => `4   A   ${index}  2025-03-14  edgar/data/1/0000000001-25-${String(index % 1e6).padStart(6, '0')}.txt\n`),
      ),
  },
];

const of = (reader: Reader, builds: Readonly<Record<string, (length: number) => string>>): Structure[] =>
  Object.entries(builds).map(([name, build]) => ({ name, reader, of: build }));

export const structures: readonly Structure[] = [...of(feedReader, feeds), ...of(filing, filings), ...of(form4Reader, forms), ...others];
