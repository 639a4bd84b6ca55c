/** Extracts headline and first paragraphs of an earnings release, which its figures identify even without a recognised lead. */
import { readTitle } from '../earnings/prose/title.ts';
import type { Release } from './form6k.ts';
import { paragraphsOf } from './paragraphs.ts';
import { isProse, leadOf, readPressRelease, type PressRelease } from './press-release.ts';
import { withoutCover } from './release.ts';

export function tellRelease({ reduced }: Release): PressRelease {
  const text = withoutCover(reduced.text);
  const told = readPressRelease(text);
  if (told !== null && told.headline !== '') return told;
  const headline = readTitle(text);
  return { headline, lead: told?.lead ?? leadOf(paragraphsOf(text).flatMap((paragraph) => (isProse(paragraph.text) ? [paragraph.text] : []))) };
}
