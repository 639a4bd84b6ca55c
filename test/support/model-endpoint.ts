/** A local OpenAI-compatible endpoint. It gives valid answers, each with another score, or misbehaves as a test sets. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelAnswer, SettledAnswer } from '#schemas/model-answer.ts';

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>> & { readonly messages: readonly { readonly role: string; readonly content: string }[] };
  /** The article in the question. */
  readonly article: {
    readonly title: string;
    readonly description: string;
    readonly text: string;
    readonly tickers: readonly { readonly ticker: string }[];
  };
  /** 1 for the endpoint's first request. */
  readonly number: number;
}

export interface ModelEndpoint {
  /** Ends with `/v1`. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** The maximum number of simultaneous requests so far. */
  readonly underWayMost: () => number;
  /** Sets the behaviour for later requests; null: valid answers. */
  readonly behave: (behaviour: Behaviour | null) => void;
  readonly stop: () => Promise<void>;
}

export type Behaviour = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = [];
  let behaviour: Behaviour | null = null;
  let [underWay, underWayMost] = [0, 0];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelRequest['body'];
      const article = JSON.parse(body.messages.at(-1)?.content ?? '{}') as ModelRequest['article'];
      const request = { path: incoming.url ?? '', headers: incoming.headers, body, article, number: requests.length + 1 };
      requests.push(request);
      underWay += 1;
      underWayMost = Math.max(underWayMost, underWay);
      response.once('close', () => (underWay -= 1));
      void (behaviour ?? answer())(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    underWayMost: () => underWayMost,
    behave: (next) => {
      behaviour = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a valid answer about the tickers in the question. */
export const answerTo = ({ article, number }: Pick<ModelRequest, 'article' | 'number'>, changes: Partial<ModelAnswer> = {}): ModelAnswer => ({
  category: 'corporate_actions',
  relevance_score: 1 + (number % 10),
  relevance_reason: `reading ${number}`,
  actionability_score: 'medium',
  information_novelty: 6,
  summary: `The model's own words, reading ${number}. A second sentence.`,
  ticker_analysis: article.tickers.map(({ ticker }) => ({
    ticker,
    sentiment: 'positive' as const,
    confidence: 'high' as const,
    reasoning: `Reading ${number} finds ${ticker} ahead.`,
  })),
  ...changes,
});

/** Returns a valid answer about these tickers. */
export const answerAbout = (tickers: readonly string[], changes: Partial<ModelAnswer> = {}): ModelAnswer =>
  answerTo({ article: { title: '', description: '', text: '', tickers: tickers.map((ticker) => ({ ticker })) }, number: 1 }, changes);

/** Returns the answer about these tickers as it is kept. */
export const settledAnswer = (tickers: readonly string[], changes: Partial<ModelAnswer> = {}): SettledAnswer => ({
  v: 1,
  by: 'model',
  enricher: 'some-model+prompt-1',
  answer: answerAbout(tickers, changes),
});

export function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export const completion = (content: string, changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 700, completion_tokens: 150, total_tokens: 850 },
    ...changes,
  });

export const answer =
  (changes: Partial<ModelAnswer> = {}): Behaviour =>
  (request, response) =>
    send(response, 200, completion(JSON.stringify(answerTo(request, changes))));

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = '{"error":{"message":"no"}}'): Behaviour =>
  (_, response) =>
    send(response, code, body, headers);

/** Returns a behaviour: `one` for the first `times` requests, `other` for later ones. */
export const first = (times: number, one: Behaviour, other: Behaviour): Behaviour => {
  let count = 0;
  return (request, response) => ((count += 1) <= times ? one : other)(request, response);
};
