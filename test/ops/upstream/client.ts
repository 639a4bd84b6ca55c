/** Asks a local upstream as an ingest stage would: declared, gzip, whole bodies. */
import { z } from 'zod';

export const declared = { 'user-agent': 'tickerwire-test/1.0 (someone@tickerwire.example)' };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly text: string;
}

export async function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET', body?: string): Promise<Answer> {
  const response = await fetch(url, { method, headers: { ...declared, ...headers }, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body: bytes, text: bytes.toString('utf8') };
}

export const TruthLine = z.object({
  n: z.number(),
  document: z.string(),
  kind: z.enum(['article', 'feed', 'form4']),
  url: z.string(),
  accession: z.string().optional(),
  guid: z.string().optional(),
  source: z.string(),
  first_served_at: z.string(),
  expect: z.record(z.string(), z.unknown()).optional(),
});
export type TruthLine = z.infer<typeof TruthLine>;

/** The whole truth, page by page. */
export async function truthOf(url: string, limit = 1_000): Promise<readonly TruthLine[]> {
  const lines: TruthLine[] = [];
  for (;;) {
    const { text } = await ask(`${url}/__control/served?after=${lines.length}&limit=${limit}`);
    const page = text.split('\n').filter((line) => line !== '').map((line) => TruthLine.parse(JSON.parse(line)));
    if (page.length === 0) return lines;
    lines.push(...page);
  }
}

export const Catalogue = z.array(z.object({ id: z.string(), url: z.string(), domain: z.string(), outlet: z.string(), kind: z.literal('feed'), language: z.string().optional(), interval_seconds: z.number().optional() }));

export const catalogueOf = async (url: string): Promise<z.infer<typeof Catalogue>> => Catalogue.parse(JSON.parse((await ask(`${url}/catalogue.json`)).text));
