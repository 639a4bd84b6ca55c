/** C1 controls (U+0080 to U+009F), which nobody writes: Windows-1252 bytes that somebody decoded as Latin-1. */
import iconv from 'iconv-lite';

const intended = iconv.decode(Buffer.from(Array.from({ length: 32 }, (_, index) => 0x80 + index)), 'windows-1252');

/** As the characters that were meant, as HTML does with `&#146;`; the five that mean nothing are left out. */
export const withC1Mapped = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => (intended[control.charCodeAt(0) - 0x80] ?? '').replace('\ufffd', ''));
