/** Makes synthetic EDGAR submissions: an SGML header and documents, as in the full text of a filing. */

export interface SyntheticDocument {
  readonly type: string;
  readonly filename?: string;
  readonly text: string;
}

export interface SyntheticFiling {
  readonly form?: string;
  readonly accession?: string;
  readonly items?: readonly string[];
  readonly filedOn?: string;
  /** 14 digits, Eastern. */
  readonly accepted?: string;
  /** Null: not stated. */
  readonly period?: string | null;
  readonly filers?: readonly { readonly cik: string; readonly name: string }[];
  readonly documents: readonly SyntheticDocument[];
}

const digits = (date: string): string => date.replaceAll('-', '');

export function submissionText({
  form = '8-K',
  accession = '0000320193-24-000005',
  items = [],
  filedOn = '2024-02-01',
  accepted = `${digits(filedOn)}163044`,
  period = filedOn,
  filers = [{ cik: '0000320193', name: 'Apple Inc.' }],
  documents,
}: SyntheticFiling): Buffer {
  const header = [
    `<SEC-DOCUMENT>${accession}.txt : ${digits(filedOn)}`,
    `<SEC-HEADER>${accession}.hdr.sgml : ${digits(filedOn)}`,
    `<ACCEPTANCE-DATETIME>${accepted}`,
    `ACCESSION NUMBER:\t\t${accession}`,
    `CONFORMED SUBMISSION TYPE:\t${form}`,
    `PUBLIC DOCUMENT COUNT:\t\t${documents.length}`,
    ...(period === null ? [] : [`CONFORMED PERIOD OF REPORT:\t${digits(period)}`]),
    ...items.map((item) => `ITEM INFORMATION:\t\t${item}`),
    `FILED AS OF DATE:\t\t${digits(filedOn)}`,
    '',
    ...filers.flatMap(({ cik, name }) => [
      'FILER:',
      '',
      '\tCOMPANY DATA:\t',
      `\t\tCOMPANY CONFORMED NAME:\t\t\t${name}`,
      `\t\tCENTRAL INDEX KEY:\t\t\t${cik}`,
      '',
    ]),
    '</SEC-HEADER>',
  ];
  const bodies = documents.map(
    ({ type, filename = '', text }, index) =>
      `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${index + 1}\n${filename === '' ? '' : `<FILENAME>${filename}\n`}<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>`,
  );
  return Buffer.from(`${header.join('\n')}\n${bodies.join('\n')}\n</SEC-DOCUMENT>\n`);
}
