/** Reads the XML of Forms 144 and Schedules 13D and 13G (SEC, EDGAR XML Technical Specifications), with values as filed. */
import { plainDecimal, Unreadable } from '../form4/filed-values.ts';
import { readXml, textAt, type XmlElement } from '../form4/strict-xml.ts';

const root = /<((?:[\w-]+:)?edgarSubmission)[\s>]/;

/** Removes namespace prefixes, which filing agents choose freely. */
const withoutPrefixes = ({ name, attributes, children, text }: XmlElement): XmlElement => ({
  name: name.slice(name.indexOf(':') + 1),
  attributes,
  children: children.map(withoutPrefixes),
  text,
});

/** Returns the root element, or null for a document of another format. Throws Unreadable for XML that is malformed or cut short. */
export function readSubmissionXml(source: string): XmlElement | null {
  const opening = root.exec(source);
  if (opening === null) return null;
  const closing = `</${opening[1]}>`;
  const end = source.indexOf(closing, opening.index);
  if (end === -1) throw new Unreadable('its XML is cut short');
  const read = readXml(source.slice(opening.index, end + closing.length));
  if (!read.ok) throw new Unreadable(read.detail);
  return withoutPrefixes(read.root);
}

/** Returns the number at a path, or null if the element is absent or empty. Throws Unreadable unless it is from zero to ten trillion. */
export function readNumber(element: XmlElement | undefined, ...path: readonly string[]): string | null {
  const text = textAt(element, ...path);
  if (text === '') return null;
  const number = plainDecimal(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);
  if (number === null || number.startsWith('-') || /^\d{14}/.test(number))
    throw new Unreadable(`${path.at(-1)} is not a number from zero to ten trillion: ${text.slice(0, 60)}`);
  return number;
}
