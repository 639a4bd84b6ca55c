/**
 * Builds the RAW message of a disclosure (Form 144, Schedule 13D or 13G, NT 10-K or NT 10-Q) from its submission, or returns its refusal.
 * Figures are as filed, and one that cannot be read refuses the filing.
 */
import type { DisclosureContent, RawDisclosure } from '#schemas/raw.ts';
import { collectedForms, disclosureSources, type DisclosureForm, type DisclosureSource } from '#schemas/vocabulary.ts';
import type { Submission } from '../documents/documents.ts';
import { mainDocument } from '../filing/exhibit.ts';
import { sharedFields, type ListedFiling } from '../listed-filing.ts';
import type { XmlElement } from '../form4/strict-xml.ts';
import { refused, refuseSubmission, type FilingRead } from '../refusal.ts';
import { readForm144 } from './form144.ts';
import { readLateNotice } from './late-notice.ts';
import { readSchedule13 } from './schedule13.ts';
import { Unreadable } from '../form4/filed-values.ts';
import { readSubmissionXml } from './submission-xml.ts';

const inXml =
  (read: (root: XmlElement) => DisclosureContent) =>
  (source: string): DisclosureContent | null => {
    const root = readSubmissionXml(source);
    return root === null ? null : read(root);
  };

type Reader = (source: string, submission: Submission, listed: ListedFiling) => DisclosureContent | null;

/** The reader of each source. It returns null for a document of another format. */
const readers: Readonly<Record<DisclosureSource, Reader>> = {
  sec_form144: inXml(readForm144),
  sec_schedule13d: inXml(readSchedule13),
  sec_schedule13g: inXml(readSchedule13),
  sec_nt10k: readLateNotice,
  sec_nt10q: readLateNotice,
};

const sourceOf = (form: string): DisclosureSource | undefined =>
  disclosureSources.find((source) => (collectedForms[source] as readonly string[]).includes(form));

export function readDisclosure(submission: Submission, listed: ListedFiling): FilingRead<RawDisclosure> {
  const { header, documents } = submission;
  const unreadable = refuseSubmission(submission, listed);
  if (unreadable !== null) return unreadable;
  const form = (header.form ?? listed.form ?? '').toUpperCase();
  const source = sourceOf(form);
  if (source === undefined) return refused('not_collected', `form ${form || 'without type'}`);
  const text = mainDocument(documents)?.source ?? null;
  if (text === null) return refused('malformed', 'no readable document');
  try {
    const content = readers[source](text, submission, listed);
    if (content === null) return refused('unknown_format', `the main document does not have the format of form ${form}`);
    return {
      ok: true,
      filing: {
        kind: 'disclosure',
        source,
        ...sharedFields(listed, header, content.issuer.cik),
        form: form as DisclosureForm,
        ...content,
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return refused('malformed', error.message);
    throw error;
  }
}
