/** Queries a local upstream as an ingest stage does: declared, with gzip, on a new connection each time. */
import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';

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

export interface TruthLine {
  readonly n: number;
  readonly document: string;
  readonly kind: 'article' | 'feed' | 'filing';
  readonly url: string;
  readonly accession?: string;
  readonly form?: string;
  readonly first_served_at: string;
}

/** Returns all lines of the truth, read page by page. */
export async function truthOf(url: string, limit = 1_000): Promise<readonly TruthLine[]> {
  const lines: TruthLine[] = [];
  for (;;) {
    const { text } = await ask(`${url}/__control/served?after=${lines.length}&limit=${limit}`);
    const page = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TruthLine);
    if (page.length === 0) return lines;
    lines.push(...page);
  }
}

export const catalogueOf = async (url: string): Promise<readonly { readonly id: string; readonly url: string }[]> =>
  JSON.parse((await ask(`${url}/catalogue.json`)).text) as { id: string; url: string }[];
