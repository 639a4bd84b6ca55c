/**
 * Builds a submission from a filing's folder when its text is unavailable. `index.json` names the files; EDGAR's header page
 * (`…-index-headers.html`), or without it their names, identify the documents. Returns the submission, or the trouble.
 */
import { decodeHTML } from 'entities';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { PoliteFetch } from '../../stage.ts';
import { splitSubmission, type FiledDocument, type Submission } from '../documents/documents.ts';
import { listingBytesMax, namesInFolder, reasonOf, timeoutMs } from './fetch-filing.ts';
import type { PendingFiling } from '../filing-progress.ts';
import { refusalPage } from '../refusal.ts';
import { noDocument, troubleOf, troubleOfPage, type Trouble } from '../access/failed-answer.ts';

export interface Folder {
  readonly fetch: PoliteFetch;
  /** The folder's address, without a trailing slash. */
  readonly folderUrl: string;
}

export type FolderOutcome =
  | { readonly submission: Submission; readonly fetchedAt: string }
  | { readonly trouble: Trouble; readonly reason: RefusalReason };

/** Bytes of one document as filed; the longest that the splitter keeps of a submission. */
const documentBytesMax = 24_000_000;
/** The main document and some press releases; further ones are seldom read. */
const documentsMax = 6;

const isWanted = ({ type, sequence }: FiledDocument): boolean => sequence === 1 || /^EX-99|^EX-1(?:\.\d+)?$/.test(type);

/** Returns the outline in the header page: a submission whose documents are links to the files. */
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

/** Returns the outline by names alone: the main document is not an exhibit, page of the folder or XBRL viewer's page. */
export function outlineOfNames(names: readonly string[]): readonly Pick<FiledDocument, 'type' | 'sequence' | 'filename'>[] {
  const texts = names.filter(
    (name) => /\.(?:html?|txt)$|^primary_doc\.xml$/i.test(name) && !/-index(?:-headers)?\.html?$|^R\d+\.htm$|^\d{10}-\d{2}-\d{6}\.txt$/i.test(name),
  );
  const exhibits = texts.flatMap((name) => {
    const found = exhibit99.exec(name);
    return found === null ? [] : [{ type: `EX-99.${found[1] ?? '1'}`, filename: name }];
  });
  const others = texts.filter((name) => !exhibit99.test(name));
  const main = others.find((name) => /[68]-?k/i.test(name)) ?? others.find((name) => !/ex(?:hibit)?[-_]?\d/i.test(name)) ?? others[0];
  return [
    ...(main === undefined ? [] : [{ type: '', sequence: 1, filename: main }]),
    ...exhibits.sort((a, b) => a.type.localeCompare(b.type)).map((exhibit, index) => ({ ...exhibit, sequence: index + 2 })),
  ];
}

export async function submissionOfFolder({ fetch, folderUrl }: Folder, filing: PendingFiling): Promise<FolderOutcome> {
  const listing = await fetch({ url: `${folderUrl}/index.json`, bodyBytesMax: listingBytesMax, timeoutMs });
  if (listing.outcome !== 'ok') return { trouble: troubleOf(listing), reason: reasonOf(listing) };
  const names = namesInFolder(listing.body);

  const headersName = names.find((name) => name === `${filing.accession}-index-headers.html`);
  const headers = headersName === undefined ? null : await fetch({ url: `${folderUrl}/${headersName}`, bodyBytesMax: listingBytesMax, timeoutMs });
  const outline = headers?.outcome === 'ok' ? outlineOf(headers.body) : null;
  const listed =
    outline?.documents.filter((document) => isWanted(document) && names.includes(document.filename)) ??
    outlineOfNames(names).map((named): FiledDocument => ({ ...named, description: '', source: null, skipped: null }));
  if (listed.length === 0) return { trouble: noDocument('no document in the folder'), reason: 'unavailable' };

  const documents: FiledDocument[] = [];
  let fetchedAt = listing.fetchedAt;
  for (const document of listed.slice(0, documentsMax)) {
    const answer = await fetch({ url: `${folderUrl}/${document.filename}`, bodyBytesMax: documentBytesMax, timeoutMs });
    if (answer.outcome !== 'ok') return { trouble: troubleOf(answer), reason: reasonOf(answer) };
    // EDGAR's refusal pages are HTML like the documents, but bear its name.
    const page = refusalPage(answer.body);
    if (page && /SEC\.gov \|/.test(page.detail)) return { trouble: troubleOfPage(page.detail), reason: 'unavailable' };
    const source = splitSubmission(answer.body).documents[0]?.source ?? null;
    documents.push({ ...document, type: document.type || (filing.form ?? ''), source, skipped: source === null ? 'too_large' : null });
    fetchedAt = answer.fetchedAt;
  }
  const header = outline?.header ?? splitSubmission(Buffer.alloc(0)).header;
  return { submission: { kind: 'submission', header, documents, isTruncated: false }, fetchedAt };
}
