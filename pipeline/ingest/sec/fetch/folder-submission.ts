/**
 * Builds a submission from a filing's folder when EDGAR has no submission text yet. `index.json` names the files. EDGAR's header page
 * (`…-index-headers.html`) says which documents they are; without it, their names do.
 */
import { decodeHTML } from 'entities';
import { compareText } from '#schemas/compare-text.ts';
import type { RefusalReason, SecSourceType } from '#schemas/vocabulary.ts';
import type { PoliteFetch } from '../../stage.ts';
import { isWanted, splitSubmission, type FiledDocument, type Submission } from '../documents/documents.ts';
import { listingBytesMax, namesInFolder, reasonOf, timeoutMs } from './fetch-filing.ts';
import type { PendingFiling } from '../filing-progress.ts';
import { refusalPage } from '../refusal.ts';
import { noDocument, troubleOf, troubleOfPage, type Trouble } from '../access/failed-answer.ts';

/** Bytes of one document as filed: the longest that the splitter keeps. */
const documentBytesMax = 24_000_000;
/** Maximum number of documents that are fetched: the main document and some press releases. */
const documentsMax = 6;

/** Returns the outline in the header page, a submission whose documents are links to the files; null without one. */
function outlineOf(page: Buffer): Submission | null {
  const text = page.toString('latin1');
  const inLowerCase = text.toLowerCase();
  const [from, to] = [inLowerCase.indexOf('<pre>'), inLowerCase.lastIndexOf('</pre>')];
  if (from === -1 || to < from) return null;
  const outline = splitSubmission(Buffer.from(decodeHTML(text.slice(from + '<pre>'.length, to)), 'utf8'));
  return outline.kind === 'submission' && outline.documents.length > 0 ? outline : null;
}

/** Matches `ex99-1.htm`, `d1234dex991.htm`, `ex_99d1.txt`, `exhibit991.htm`: 99 and its number. */
const exhibit99 = /ex(?:hibit)?[-_]?99(?:[-_.d]?(\d))?/i;
/** Matches names of files that are no documents: pages of the folder, files of the XBRL viewer, the submission's own text. */
const notFiled = /-index(?:-headers)?\.html?$|^R\d+\.(?:htm|xml)$|^FilingSummary\.xml$|_htm\.xml$|^\d{10}-\d{2}-\d{6}\.txt$/i;
const textName = /\.(?:html?|txt)$/i;
const xmlName = /\.xml$/i;
/** Matches usual names of forms in XML; filing agents use others too. */
const usualName = /form4|doc4|ownership|edgardoc|primary/i;
const otherExhibit = /ex(?:hibit)?[-_]?\d/i;
const nameOfReport = /[68]-?k/i;

/** Sources whose main document is XML. In other submissions an XML file repeats facts of the text (XBRL). */
const sourcesInXml: ReadonlySet<SecSourceType> = new Set(['sec_form4', 'sec_form144', 'sec_schedule13d', 'sec_schedule13g']);

/** Returns the outline by the names of the files alone: main document, then exhibits 99 by number. */
export function outlineOfNames(names: readonly string[], source: SecSourceType): readonly Pick<FiledDocument, 'type' | 'sequence' | 'filename'>[] {
  const filed = names.filter((name) => !notFiled.test(name));
  const texts = filed.filter((name) => textName.test(name));
  const exhibits = texts.flatMap((name) => {
    const match = exhibit99.exec(name);
    return match === null ? [] : [{ type: `EX-99.${match[1] ?? '1'}`, filename: name }];
  });
  const xmls = sourcesInXml.has(source) ? filed.filter((name) => xmlName.test(name)) : [];
  const others = texts.filter((name) => !exhibit99.test(name));
  const main =
    xmls.find((name) => usualName.test(name)) ??
    xmls[0] ??
    others.find((name) => nameOfReport.test(name)) ??
    others.find((name) => !otherExhibit.test(name)) ??
    others[0];
  return [
    ...(main === undefined ? [] : [{ type: '', sequence: 1, filename: main }]),
    ...exhibits.sort((a, b) => compareText(a.type, b.type)).map((exhibit, index) => ({ ...exhibit, sequence: index + 2 })),
  ];
}

/** Matches the detail of `refusalPage` for an HTML document of a filer; EDGAR's own error pages have one of these titles. */
const isPageOfFiler = /^an HTML page instead of the document: (?!SEC\.gov \||Access Denied|Undeclared)/;

/** Returns the submission, or the trouble. `folderUrl`: without a trailing slash. */
export async function submissionOfFolder(
  { fetch, folderUrl, source }: { readonly fetch: PoliteFetch; readonly folderUrl: string; readonly source: SecSourceType },
  filing: PendingFiling,
): Promise<{ readonly submission: Submission; readonly fetchedAt: string } | { readonly trouble: Trouble; readonly reason: RefusalReason }> {
  const listing = await fetch({ url: `${folderUrl}/index.json`, bodyBytesMax: listingBytesMax, timeoutMs });
  if (listing.outcome !== 'ok') return { trouble: troubleOf(listing), reason: reasonOf(listing) };
  const names = namesInFolder(listing.body);

  const headersName = names.find((name) => name === `${filing.accession}-index-headers.html`);
  const headers = headersName === undefined ? null : await fetch({ url: `${folderUrl}/${headersName}`, bodyBytesMax: listingBytesMax, timeoutMs });
  const outline = headers?.outcome === 'ok' ? outlineOf(headers.body) : null;
  const listed =
    outline?.documents.filter((document, index) => isWanted(document, index) && names.includes(document.filename)) ??
    outlineOfNames(names, source).map((named): FiledDocument => ({ ...named, source: null, skipped: null }));
  if (listed.length === 0) return { trouble: noDocument('no document in the folder'), reason: 'unavailable' };

  const documents: FiledDocument[] = [];
  let fetchedAt = listing.fetchedAt;
  for (const document of listed.slice(0, documentsMax)) {
    const answer = await fetch({ url: `${folderUrl}/${document.filename}`, bodyBytesMax: documentBytesMax, timeoutMs });
    if (answer.outcome !== 'ok') return { trouble: troubleOf(answer), reason: reasonOf(answer) };
    const page = refusalPage(answer.body);
    if (page && !isPageOfFiler.test(page.detail)) return { trouble: troubleOfPage(page.detail), reason: 'unavailable' };
    const text = splitSubmission(answer.body).documents[0]?.source ?? null;
    documents.push({ ...document, type: document.type || (filing.form ?? ''), source: text, skipped: text === null ? 'too_large' : null });
    fetchedAt = answer.fetchedAt;
  }
  const header = outline?.header ?? splitSubmission(Buffer.alloc(0)).header;
  return { submission: { kind: 'submission', header, documents, isTruncated: false }, fetchedAt };
}
