/** Made-up rows and archives of GDELT's Global Knowledge Graph, for tests. */
import { zipOne } from '#ops/lab/upstream/gdelt/zip-one.ts';

export const batch = '20260610033000';

export function gkgRow(given: Readonly<Record<number, string>> = {}): string {
  const columns = Array.from({ length: 27 }, () => '');
  const usual = {
    1: `${batch}-1`,
    2: batch,
    3: '1',
    4: 'example.com',
    5: 'https://www.example.com/news/1',
    27: '<PAGE_TITLE>Acme raises its dividend</PAGE_TITLE>',
  };
  for (const [column, text] of Object.entries({ ...usual, ...given })) columns[Number(column) - 1] = text;
  return columns.join('\t');
}

export const gkgZip = (rows: readonly string[] | Buffer): Buffer =>
  zipOne(`${batch}.gkg.csv`, Buffer.isBuffer(rows) ? rows : Buffer.from(rows.map((row) => `${row}\n`).join('')));

export const gkgArchive = (body: Buffer) => ({
  body,
  batch,
  url: `http://data.gdeltproject.org/gdeltv2/${batch}.gkg.csv.zip`,
  md5: null,
  fetchedAt: '2026-06-10T03:32:00.000Z',
});
