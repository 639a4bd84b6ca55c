/** Repairs C1 controls (U+0080 to U+009F): no author writes them; they are Windows-1252 bytes decoded as Latin-1. */
import iconv from 'iconv-lite';

const intended = iconv.decode(Buffer.from(Array.from({ length: 32 }, (_, index) => 0x80 + index)), 'windows-1252');

/** Replaces them by the intended characters, as HTML does with `&#146;`; removes the five that Windows-1252 leaves undefined. */
export const withC1Mapped = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => (intended[control.charCodeAt(0) - 0x80] ?? '').replace('\ufffd', ''));
