/** Reads the headlines that it receives, and sends back the readings. */
import { readText } from '#pipeline/refine/reader/reader.ts';

process.once('message', (headlines: readonly string[]) => {
  process.send?.(headlines.map((text) => JSON.stringify(readText(text, [{ start: 0, end: Math.min(4, text.length) }]))));
  process.disconnect?.();
});
