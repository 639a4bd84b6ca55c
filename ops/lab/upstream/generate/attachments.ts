/**
 * Generates the parts after the readable documents of a submission: XBRL, its viewer's pages, and graphics and archives as uuencoded text.
 */
import { intBetween, type Random } from '../random.ts';
import type { SubmissionDocument } from './submission.ts';

const lineBytes = 45;

/** Returns the bytes in POSIX uuencode, EDGAR's encoding of binary files. */
function uuencoded(name: string, bytes: Buffer): string {
  const character = (bits: number): string => (bits === 0 ? '`' : String.fromCharCode(32 + bits));
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += lineBytes) {
    const line = bytes.subarray(from, from + lineBytes);
    let text = character(line.length);
    for (let at = 0; at < line.length; at += 3) {
      const [a = 0, b = 0, c = 0] = line.subarray(at, at + 3);
      text += character(a >> 2) + character(((a & 3) << 4) | (b >> 4)) + character(((b & 15) << 2) | (c >> 6)) + character(c & 63);
    }
    lines.push(text);
  }
  return `begin 644 ${name}\n${lines.join('\n')}\n\`\nend`;
}

export interface CoverFacts {
  readonly cik: string;
  readonly name: string;
  readonly ticker: string;
  readonly date: string;
  readonly stem: string;
}

const schema = ({ stem, date }: CoverFacts): string => `<XBRL>
<?xml version="1.0" encoding="us-ascii"?>
<xs:schema targetNamespace="http://www.example.com/${date.replaceAll('-', '')}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:link="http://www.xbrl.org/2003/linkbase">
<xs:annotation><xs:appinfo><link:linkbaseRef xlink:href="${stem}_lab.xml" xmlns:xlink="http://www.w3.org/1999/xlink"/></xs:appinfo></xs:annotation>
</xs:schema>
</XBRL>`;

const viewerPage = ({ name, cik, ticker }: CoverFacts): string => `<html><head><title></title></head><body>
<table class="report"><tr><th>Cover</th></tr><tr><td>Entity Registrant Name</td><td>${name.replaceAll('&', '&amp;')}</td></tr><tr><td>Entity Central Index Key</td><td>${cik}</td></tr><tr><td>Trading Symbol</td><td>${ticker}</td></tr></table>
</body></html>`;

/** Returns the attachments that a filing agent's software adds after the exhibits. */
export function attachments(facts: CoverFacts, random: Random): readonly SubmissionDocument[] {
  const noise = (bytes: number): Buffer => Buffer.from(Uint8Array.from({ length: bytes }, () => intBetween(random, 0, 255)));
  const { stem } = facts;
  return [
    { type: 'EX-101.SCH', name: `${stem}.xsd`, description: 'XBRL TAXONOMY EXTENSION SCHEMA', text: schema(facts) },
    { type: 'GRAPHIC', name: 'logo.jpg', description: 'GRAPHIC', text: uuencoded('logo.jpg', noise(intBetween(random, 2_000, 9_000))) },
    { type: 'XML', name: 'R1.htm', description: 'IDEA: XBRL DOCUMENT', text: viewerPage(facts) },
    {
      type: 'ZIP',
      name: `${stem}-xbrl.zip`,
      description: 'IDEA: XBRL DOCUMENT',
      text: uuencoded(`${stem}-xbrl.zip`, noise(intBetween(random, 3_000, 12_000))),
    },
  ];
}
