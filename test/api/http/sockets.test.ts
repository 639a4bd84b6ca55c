/** Clients that open a socket and send no proper request. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type HttpServer, type ServerOptions } from '#api/http/server.ts';
import { addressKey } from '#api/http/sockets.ts';
import { problemBody, type ProblemCode } from '#schemas/error.ts';
import { openSocket, sendRaw } from '#test/support/raw.ts';
import { until } from '#test/support/until.ts';

const shortWaits = { headersMs: 200, requestMs: 300, keepAliveMs: 400, slowReadMs: 200, lingerMs: 150, checkEveryMs: 50, stopMs: 500 };
const hello: RequestListener = (_request, response) => void response.end('hello');

let server: HttpServer | null = null;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server?.stop();
  server = null;
});

async function start(listener: RequestListener = hello, options: Partial<ServerOptions> = {}): Promise<string> {
  server = await startServer(listener, { host: '127.0.0.1', port: 0, connectionsPerAddress: 0, waits: shortWaits, ...options });
  return server.url;
}

interface Held {
  readonly text: () => string;
  readonly isEnded: () => boolean;
  readonly isClosed: () => boolean;
  readonly socket: Socket;
}

/** Opens a client socket that never closes by itself. */
async function hold(url: string, bytes = ''): Promise<Held> {
  const socket = await openSocket(url);
  sockets.push(socket);
  let text = '';
  let [isEnded, isClosed] = [false, false];
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.once('end', () => (isEnded = true)).once('close', () => (isClosed = true));
  if (bytes !== '') socket.write(bytes);
  return { text: () => text, isEnded: () => isEnded, isClosed: () => isClosed, socket };
}

/** Waits until the server has closed the socket, when a write is answered with a reset. */
async function expectGone(held: Held): Promise<void> {
  await until('the socket to be closed', () => {
    if (!held.isClosed() && held.isEnded()) held.socket.write('x');
    return held.isClosed();
  });
}

function expectProblem(answer: string, code: ProblemCode): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const problem = JSON.parse(body) as { status: number; request_id: string };
  expect(problemBody(code).strict().safeParse(problem).error).toBeUndefined();
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${problem.status} `));
  expect(head).toContain('Content-Type: application/problem+json');
  expect(head).toContain(`X-Request-Id: ${problem.request_id}`);
  expect(head).toMatch(/Connection: close/i);
}

describe('a client that ends its side', () => {
  test('after its requests is answered in order, and then the socket is closed', async () => {
    const slow: RequestListener = (request, response) => void setTimeout(() => response.end(`answer to ${request.url} `), 100);
    const url = await start(slow);
    const asked = await hold(url, 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
    asked.socket.end();
    await until('the socket to be closed', () => asked.isClosed());
    expect(asked.text().match(/answer to \S+/g)).toEqual(['answer to /1', 'answer to /2']);
  });

  test('in the middle of a request, or between two, is disconnected at once', async () => {
    const url = await start();
    const [half, idle] = [await hold(url, 'GET / HTTP/1.1\r\nHost: '), await hold(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')];
    await until('the answer', () => idle.text().includes('hello'));
    for (const { socket } of [half, idle]) socket.end();
    await until('both to be closed', () => half.isClosed() && idle.isClosed());
  });
});

test.each(['chunked', 'gzip, chunked'])(
  'a request of HTTP/1.0 in chunks is refused, and what follows on its socket is not read: %s',
  async (encoding) => {
    const seen: (string | undefined)[] = [];
    const url = await start((request, response) => {
      seen.push(request.url);
      response.end('hello');
    });
    const { text, isClosed } = await sendRaw(
      url,
      `POST /1 HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expectProblem(text, 'bad_request');
    expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(isClosed).toBe(true);
    expect(seen).toEqual([]);
  },
);

describe('a socket is closed', () => {
  test('after bytes that are not HTTP, even if the client keeps its side open', async () => {
    const url = await start();
    const held = await Promise.all(Array.from({ length: 50 }, () => hold(url, 'NONSENSE\r\n\r\n')));
    for (const each of held) await expectGone(each);
    for (const each of held) expectProblem(each.text(), 'bad_request');
  });

  test('if it stays empty, has half the headers or half a body, or is idle', async () => {
    const url = await start();
    const silent = await hold(url);
    const halfHeaders = await hold(url, 'GET / HTTP/1.1\r\nHost: a\r\nX: ');
    const halfBody = await hold(url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12');
    const idle = await hold(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    for (const each of [silent, halfHeaders, halfBody, idle]) await expectGone(each);
    expectProblem(silent.text(), 'request_timeout');
    expectProblem(halfHeaders.text(), 'request_timeout');
    // The answer was sent before the body timed out; a second answer would count as that of another request.
    expect(halfBody.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(idle.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('if its client does not read the answer', async () => {
    const responses: ServerResponse[] = [];
    const url = await start((_request, response) => {
      responses.push(response);
      response.end(Buffer.alloc(30_000_000));
    });
    const stuck = await hold(url);
    stuck.socket.pause();
    stuck.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until('the stuck reader to be dropped', () => responses[0]?.destroyed === true);
    expect(responses[0]!.writableFinished).toBe(false);
  });

  test('but not while its client reads the answer slowly', async () => {
    const [pieces, pieceBytes] = [300, 65_536];
    const url = await start(
      (_request, response) => void Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(pieceBytes))).pipe(response),
    );
    const patient = await openSocket(url);
    sockets.push(patient);
    let bytes = 0;
    patient.on('data', (chunk) => {
      bytes += chunk.length;
      patient.pause();
      setTimeout(() => patient.resume(), 4);
    });
    patient.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(patient, 'end');
    expect(bytes).toBeGreaterThan(pieces * pieceBytes);
  });
});

describe('a refusal', () => {
  test('waits for the answers before it', async () => {
    const waiting: ServerResponse[] = [];
    const url = await start((_request: IncomingMessage, response) => void waiting.push(response));
    const held = await hold(url, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n');
    await until('the request', () => waiting.length === 1);
    // This is long enough for a refusal that does not wait.
    await hold(url, 'NONSENSE\r\n\r\n').then(expectGone);
    expect(held.text()).toBe('');
    waiting[0]!.end('the answer');
    await expectGone(held);
    const answers = held.text().split(/(?=HTTP\/1\.1 )/);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 200 [^]*the answer/);
    expectProblem(answers[1]!, 'bad_request');
  });

  test('says whether the address or the headers were too long', async () => {
    const url = await start();
    expectProblem((await sendRaw(url, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).text, 'uri_too_long');
    expectProblem((await sendRaw(url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).text, 'headers_too_large');
  });

  test('of a tunnel is a problem document, too', async () => {
    const url = await start();
    expectProblem((await sendRaw(url, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).text, 'method_not_allowed');
  });
});

describe('an address', () => {
  test('has a maximum number of sockets; other addresses are not affected, and a closed socket makes room', async () => {
    const turnedAway: string[] = [];
    const url = await start(hello, {
      connectionsPerAddress: 3,
      waits: { ...shortWaits, headersMs: 60_000, requestMs: 60_000 },
      onTurnedAway: (address) => turnedAway.push(address),
    });
    const [first, second] = await Promise.all([hold(url), hold(url), hold(url)]);
    const fourth = await hold(url);
    await until('the fourth to be turned away', () => fourth.isClosed() || fourth.isEnded());
    expect(turnedAway).toEqual(['127.0.0.1']);
    first.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until('an answer', () => first.text().includes('hello'));
    second.socket.destroy();
    await until('a free place', async () => (await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).text.includes('hello'));
  });

  test('of IPv6 counts as the network of its subscriber', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
    expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'));
    expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});
