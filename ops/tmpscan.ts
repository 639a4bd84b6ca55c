import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import { findReportTime } from '#pipeline/ingest/sec/filing/report-time.ts';
let n = 0, docs = 0;
for (const dir of ['8k/full', '8k/main', '8k/ex99', '6k/full', '6k/main']) {
  for (const file of readdirSync(`/work/shared/data/${dir}`)) {
    if (!file.endsWith('.gz')) continue;
    const bytes = gunzipSync(readFileSync(`/work/shared/data/${dir}/${file}`));
    let texts: string[], company = '', filedOn = '2020-04-29';
    const year = /_(?:8K|10K)_(\d{4})_/.exec(file)?.[1];
    if (year) filedOn = `${year}-01-01`;
    if (dir.endsWith('full')) {
      const s = await readSubmission((async function* () { yield bytes; })());
      texts = s.documents.flatMap((d) => (d.source === null ? [] : [reduceDocument(d.source).text]));
      company = s.header.filers[0]?.name ?? ''; filedOn = s.header.filedOn ?? filedOn;
    } else texts = [reduceDocument(bytes.toString('latin1')).text];
    docs += 1;
    const found = findReportTime(texts, { company, filedOn });
    if (found !== null) { n += 1; console.log(dir, file, company, filedOn, JSON.stringify(found)); }
  }
}
console.log(docs, n);
