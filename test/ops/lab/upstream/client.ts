/** Queries a local upstream as an ingest stage does: declared, with gzip, on a new connection each time. */
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const declared = { 'user-agent': 'tickerwire-test/1.0 (someone@tickerwire.example)' };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The unpacked body. */
  readonly body: Buffer;
  readonly text: string;
}

/** Rejects when the connection ends before the body does. A header with the value `undefined` is left out. */
export async function ask(url: string, headers: Readonly<Record<string, string | undefined>> = {}, method = 'GET', body?: string): Promise<Answer> {
  const given = Object.entries({ 'accept-encoding': 'gzip', ...declared, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: Object.fromEntries(given), agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const sent = Buffer.concat(parts);
        const bytes = response.headers['content-encoding'] === 'gzip' && sent.length > 0 ? gunzipSync(sent) : sent;
        const entries = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: response.statusCode ?? 0, headers: new Headers(entries), body: bytes, text: bytes.toString('utf8') });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

export const TruthLine = z.object({
  n: z.number(),
  document: z.string(),
  kind: z.enum(['article', 'feed', 'form4', 'form8k', 'form6k', 'disclosure']),
  url: z.string(),
  accession: z.string().optional(),
  guid: z.string().optional(),
  source: z.string(),
  first_served_at: z.string(),
  expect: z.record(z.string(), z.unknown()).optional(),
});
export type TruthLine = z.infer<typeof TruthLine>;

/** Returns all lines of the truth, read page by page. */
export async function truthOf(url: string, limit = 1_000): Promise<readonly TruthLine[]> {
  const lines: TruthLine[] = [];
  for (;;) {
    const { text } = await ask(`${url}/__control/served?after=${lines.length}&limit=${limit}`);
    const page = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => TruthLine.parse(JSON.parse(line)));
    if (page.length === 0) return lines;
    lines.push(...page);
  }
}

const Catalogue = z.array(
  z.object({
    id: z.string(),
    url: z.string(),
    domain: z.string(),
    outlet: z.string(),
    kind: z.literal('feed'),
    language: z.string().optional(),
    interval_seconds: z.number().optional(),
  }),
);

export const catalogueOf = async (url: string): Promise<z.infer<typeof Catalogue>> =>
  Catalogue.parse(JSON.parse((await ask(`${url}/catalogue.json`)).text));
