/**
 * Writes the complete submission text of a filing: SGML header, then documents (EDGAR Filer Manual, vol. II, appendix on submission
 * headers).
 */
import { compactDate, easternTime } from '../eastern.ts';
import type { Filing, Party } from '../edgar/filing.ts';

export interface SubmissionDocument {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** Returns the name in ASCII, as EDGAR's headers have it. */
const asciiName = (name: string): string => name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');

const partyHeader = (filing: Pick<Filing, 'accession' | 'form'>, party: Party): string => {
  const isPerson = party.role === 'Reporting';
  const title = { Reporting: 'REPORTING-OWNER', Issuer: 'ISSUER', Filer: 'FILER', Subject: 'SUBJECT COMPANY', 'Filed by': 'FILED BY' }[party.role];
  return `${title}:

	${isPerson ? 'OWNER' : 'COMPANY'} DATA:
		COMPANY CONFORMED NAME:			${asciiName(party.name)}
		CENTRAL INDEX KEY:			${party.cik}
${isPerson ? '' : '		STANDARD INDUSTRIAL CLASSIFICATION:	SERVICES-PREPACKAGED SOFTWARE [7372]\n		STATE OF INCORPORATION:			DE\n		FISCAL YEAR END:			1231\n'}
${
  party.role === 'Issuer'
    ? ''
    : `	FILING VALUES:
		FORM TYPE:		${filing.form}
		SEC ACT:		1934 Act
		SEC FILE NUMBER:	001-${party.cik.slice(-5)}
		FILM NUMBER:		${filing.accession.slice(11, 13)}${filing.accession.slice(-6)}

`
}	MAIL ADDRESS:
		STREET 1:		1 MAIN STREET
		CITY:			BOSTON
		STATE:			MA
		ZIP:			02110

`;
};

/** Returns the submission text; `items` are the descriptions of an 8-K's items. */
export function submissionText(
  filing: Pick<Filing, 'accession' | 'form' | 'acceptedAt' | 'filedOn' | 'parties'>,
  period: string | null,
  documents: readonly SubmissionDocument[],
  items: readonly string[] = [],
): string {
  const { date, time } = easternTime(filing.acceptedAt);
  const filed = compactDate(filing.filedOn);
  return `<SEC-DOCUMENT>${filing.accession}.txt : ${filed}
<SEC-HEADER>${filing.accession}.hdr.sgml : ${filed}
<ACCEPTANCE-DATETIME>${compactDate(date)}${time.replaceAll(':', '')}
ACCESSION NUMBER:		${filing.accession}
CONFORMED SUBMISSION TYPE:	${filing.form}
PUBLIC DOCUMENT COUNT:		${documents.length}
${period === null ? '' : `CONFORMED PERIOD OF REPORT:	${compactDate(period)}\n`}${items.map((item) => `ITEM INFORMATION:		${item}\n`).join('')}FILED AS OF DATE:		${filed}
DATE AS OF CHANGE:		${filed}

${filing.parties.map((party) => partyHeader(filing, party)).join('')}</SEC-HEADER>
${documents
  .map(
    ({ type, name, description, text }, place) => `<DOCUMENT>
<TYPE>${type}
<SEQUENCE>${place + 1}
<FILENAME>${name}
<DESCRIPTION>${description}
<TEXT>
${name.endsWith('.xml') ? `<XML>\n${text}</XML>` : text}
</TEXT>
</DOCUMENT>
`,
  )
  .join('')}</SEC-DOCUMENT>
`;
}
