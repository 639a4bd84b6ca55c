/** Sends a faulty response according to a fault rule. Its documents count as served only when the client can read the whole response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileUnavailable, rateExceeded, undeclaredClient } from './edgar/pages.ts';
import { zipOne } from './gdelt/zip-one.ts';
import type { Rule } from './misbehave.ts';
import type { Reply } from './reply.ts';
import { sendReply, type Mark } from './send.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mark: Mark;
  readonly now: () => number;
}

type Spoiler<K extends Rule['kind']> = (exchange: Exchange, rule: Extract<Rule, { kind: K }>, answer: Reply) => Promise<void> | void;

const nothing: Mark = () => undefined;
/** Lines of uuencode, each of 45 bytes of data. */
const uuencodedBlock = Buffer.alloc(62 * 1_024, `M${'#0V-F5T87)S'.repeat(6).slice(0, 60)}\n`);
const block = Buffer.alloc(65_536, 'tickers and other words without end ');

const spoilers: { readonly [K in Rule['kind']]: Spoiler<K> } = {
  status: ({ response }, rule) => {
    const text = `<html><head><title>${rule.status}</title></head><body><h1>${rule.status}</h1></body></html>\n`;
    response.writeHead(rule.status, {
      'content-type': 'text/html',
      ...(rule.retry_after === undefined ? {} : { 'retry-after': String(rule.retry_after) }),
    });
    response.end(rule.status === 204 || rule.status === 304 ? undefined : text);
  },
  slow: async ({ request, response, mark, now }, rule, answer) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await sleep(rule.ms, undefined, { signal: gone.signal, ref: false }).catch(() => undefined);
    if (!response.destroyed) await sendReply(request, response, answer, mark, now());
  },
  truncate: async ({ response }, rule, answer) => {
    const { body } = answer;
    const shown = body.subarray(0, Math.min(rule.bytes, Math.max(0, body.length - 1)));
    response.writeHead(answer.status, { ...answer.headers, 'content-length': String(Math.max(body.length, 1)) });
    response.flushHeaders();
    await new Promise<void>((resolve) => {
      response.write(shown, () => resolve());
      response.once('close', resolve);
    });
    response.destroy();
  },
  cut: ({ request, response, now }, rule, { status, headers, body }) =>
    sendReply(request, response, { status, headers, body: body.subarray(0, rule.bytes) }, nothing, now()),
  bulky: async ({ request, response, mark, now }, rule, answer) => {
    const { body } = answer;
    const at = body.lastIndexOf('</SEC-DOCUMENT>');
    if (at < 0) return sendReply(request, response, answer, mark, now());
    response.writeHead(answer.status, answer.headers);
    await write(response, body.subarray(0, at));
    await write(
      response,
      Buffer.from('<DOCUMENT>\n<TYPE>GRAPHIC\n<SEQUENCE>99\n<FILENAME>slides.jpg\n<DESCRIPTION>GRAPHIC\n<TEXT>\nbegin 644 slides.jpg\n'),
    );
    for (let sent = 0; sent < rule.bytes && !response.destroyed; sent += uuencodedBlock.length) await write(response, uuencodedBlock);
    await write(response, Buffer.from('`\nend\n</TEXT>\n</DOCUMENT>\n'));
    if (!response.destroyed) response.end(body.subarray(at));
  },
  huge: async ({ response }, rule, answer) => {
    response.writeHead(200, answer.headers);
    for (let sent = 0; sent < rule.bytes && !response.destroyed; sent += block.length) {
      await write(response, block.subarray(0, Math.min(block.length, rule.bytes - sent)));
    }
    response.end();
  },
  zip_bomb: async ({ request, response, now }, rule, { headers }) =>
    sendReply(request, response, { status: 200, headers, body: zipOne('bomb.csv', Buffer.alloc(rule.bytes)) }, nothing, now()),
  wrong_encoding: ({ response }, rule, { headers, body }) => {
    const type = (headers['content-type'] ?? 'text/plain').split(';')[0] ?? '';
    const isCharset = rule.of === 'charset';
    response.writeHead(200, isCharset ? { 'content-type': `${type}; charset=utf-8` } : { ...headers, 'content-encoding': 'gzip' });
    response.end(isCharset ? accented(body) : body);
  },
  redirect: ({ response }, rule) => {
    response.writeHead(rule.status, { location: rule.location, 'content-length': '0' });
    response.end();
  },
  html_503: ({ request, response, now }) => sendReply(request, response, fileUnavailable(), nothing, now()),
  undeclared: ({ request, response, now }) => sendReply(request, response, undeclaredClient(), nothing, now()),
  rate_exceeded: ({ request, response, now }) => sendReply(request, response, rateExceeded(), nothing, now()),
  reset: ({ request }) => {
    request.socket.resetAndDestroy();
  },
  empty: ({ response }, _rule, answer) => {
    response.writeHead(200, { ...answer.headers, 'content-length': '0' });
    response.end();
  },
};

/** Sends the response with the rule's fault; `answer` is the good reply. */
export const sendSpoiled = async (exchange: Exchange, rule: Rule, answer: Reply): Promise<void> =>
  // Indexing the table by a union of kinds loses the pairing of rule and spoiler, so the type is asserted.
  (spoilers[rule.kind] as Spoiler<Rule['kind']>)(exchange, rule, answer);

/** Returns the body with `e` in XML text (up to an entity) or JSON titles replaced by the byte 0xE9, which is é in Latin-1 and malformed in UTF-8. */
function accented(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const withAccents = (part: string): string => part.replaceAll('e', 'é');
  const isJson = body[0] === 0x7b;
  const made = isJson ? text.replace(/"title":"[^"]*/g, (part) => `"title":${withAccents(part.slice(8))}`) : text.replace(/>[^<&]*/g, withAccents);
  return Buffer.from(made, 'latin1');
}

/** Writes the bytes. Resolves when the response's buffer has room for more, or when the client has disconnected. */
async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
