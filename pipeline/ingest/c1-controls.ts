/** Replaces C1 controls (U+0080 to U+009F) in a text: no author writes them, they are Windows-1252 bytes that were decoded as Latin-1. */
import iconv from 'iconv-lite';

const intended = iconv.decode(Buffer.from(Array.from({ length: 32 }, (_, index) => 0x80 + index)), 'windows-1252');

/** Returns the text with the characters that Windows-1252 has at these places, as HTML does with `&#146;`. The five undefined ones are removed. */
export const withC1Mapped = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => (intended[control.charCodeAt(0) - 0x80] ?? '').replace('\ufffd', ''));
