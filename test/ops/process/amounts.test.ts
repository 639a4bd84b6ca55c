import { expect, test } from 'vitest';
import { bytesText, durationText } from '#ops/process/amounts.ts';

test.each([
  [12, '0.0 s'],
  [1_759, '1.8 s'],
  [89_000, '89 s'],
  [600_000, '10 min'],
  [12_000_000, '3 h 20 min'],
])('%i ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [310, '310 bytes'],
  [1_954_802, '2 MB'],
  [2_400_000_000, '2.4 GB'],
])('%i bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));
