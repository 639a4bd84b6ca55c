/**
 * Writes hashes of the texts and pairs of texts that the reader was trained on; the evaluation leaves these out:
 *
 *   node ops/lab/reader/trained-texts.ts SETS/train.jsonl
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeTrainedTexts } from '../evaluate/enrichment/trained-texts.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('name the file: node ops/lab/reader/trained-texts.ts SETS/train.jsonl\n');
  process.exit(2);
}
const texts = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .flatMap((line) => {
    const { source, second } = JSON.parse(line) as { source: string; second: string };
    return second === '' ? [source] : [source, second, `${source} ${second}`];
  });
writeFileSync(new URL('../evaluate/enrichment/trained-texts.bin', import.meta.url), writeTrainedTexts(texts));
