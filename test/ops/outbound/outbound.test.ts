import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutbound, type OutboundRequest, type OutboundResult } from '#ops/outbound/outbound.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const megabyte = 1_000_000;
const handlers = new Map<string, Handler>();
const asked: string[] = [];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const upstream = createServer((request, response) => {
  asked.push(request.url ?? '');
  const handler = handlers.get((request.url ?? '').split('?')[0] ?? '');
  if (handler) handler(request, response);
  else response.writeHead(404).end();
});
const forbidden = createServer((_request, response) => {
  asked.push('forbidden');
  response.end('secret');
});
await Promise.all([listen(upstream), listen(forbidden)]);
const base = `http://127.0.0.1:${portOf(upstream)}`;
const forbiddenBase = `http://127.0.0.1:${portOf(forbidden)}`;
const outbound = createOutbound({ allowedOrigins: [`${base}/`], headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000 });
afterAll(async () => {
  await outbound.close();
  for (const server of [upstream, forbidden]) {
    server.closeAllConnections();
    server.close();
  }
});

const ask = (url: string, more: Partial<OutboundRequest> = {}): Promise<OutboundResult> =>
  outbound.request({ url, bodyBytesMax: megabyte, timeoutMs: 10_000, ...more });
const text = (result: OutboundResult): string | null => (result.outcome === 'answered' ? result.body.toString() : null);

test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'gopher://127.0.0.1/', 'nonsense', ''])(
  '%s is refused: no http(s)',
  async (url) => expect(await ask(url)).toMatchObject({ outcome: 'forbidden' }),
);

test('an allowed origin that is not a URL is refused at once', () => {
  expect(() => createOutbound({ allowedOrigins: ['127.0.0.1:4500'] })).toThrow('"127.0.0.1:4500" is not an http(s) origin');
});

describe('redirects', () => {
  const redirect = (path: string, to: () => string, status = 302): void => {
    handlers.set(path, (_request, response) => response.writeHead(status, { location: to() }).end('gone'));
  };

  test('are followed, relative ones too, and the last address is told', async () => {
    redirect('/a', () => 'b?x=1', 308);
    redirect('/b', () => `${base}/c`, 303);
    handlers.set('/c', (_request, response) => response.end('here'));
    const result = await ask(`${base}/a`);
    expect(result).toMatchObject({ outcome: 'answered', status: 200, url: `${base}/c` });
    expect(text(result)).toBe('here');
  });

  test.each([
    ['UTF-8', Buffer.from('/zürich-日本').toString('latin1'), '/z%C3%BCrich-%E6%97%A5%E6%9C%AC'],
    ['ISO 8859-1', '/zürich', '/z%C3%BCrich'],
  ])('are read in raw %s', async (_, location, path) => {
    redirect('/raw', () => location);
    handlers.set(path, (_request, response) => response.end('here'));
    expect(await ask(`${base}/raw`)).toMatchObject({ outcome: 'answered', url: `${base}${path}` });
  });

  test.each([
    () => `${forbiddenBase}/`,
    () => `http://[::1]:${portOf(forbidden)}/`,
    () => 'file:///etc/passwd',
    () => `//localhost:${portOf(forbidden)}/`,
  ])('from an allowed origin to an address that is not allowed are refused (%#)', async (to) => {
    asked.length = 0;
    redirect('/away', to);
    expect(await ask(`${base}/away`)).toMatchObject({ outcome: 'forbidden' });
    expect(asked).toEqual(['/away']);
  });

  test('are followed only where the caller allows it, without a request elsewhere', async () => {
    redirect('/here', () => '/there');
    redirect('/there', () => `${base}/c`);
    handlers.set('/c', (_request, response) => response.end('here'));
    const seen: string[] = [];
    const mayLeadTo = (address: URL): boolean => seen.push(address.href) > 0 && address.pathname !== '/c';
    asked.length = 0;
    expect(await ask(`${base}/here`, { mayLeadTo })).toEqual({
      outcome: 'forbidden',
      detail: `a redirect to ${new URL(base).host}, where this request may not go`,
      privateOrigin: null,
    });
    expect([seen, asked]).toEqual([
      [`${base}/there`, `${base}/c`],
      ['/here', '/there'],
    ]);
  });

  test('end after five', async () => {
    for (let hop = 0; hop < 9; hop += 1) redirect(`/hop${hop}`, () => `/hop${hop + 1}`);
    handlers.set('/hop9', (_request, response) => response.end('far'));
    asked.length = 0;
    expect(await ask(`${base}/hop0`)).toMatchObject({ outcome: 'failed', detail: 'more than 5 redirects' });
    expect(asked).toHaveLength(6);
    expect(text(await ask(`${base}/hop4`))).toBe('far');
  });

  test('are returned as answers to a POST, and where none are wanted', async () => {
    redirect('/post', () => '/c');
    expect(await ask(`${base}/post`, { method: 'POST', body: '{}' })).toMatchObject({ outcome: 'answered', status: 302 });
    expect(await ask(`${base}/post`, { redirectsMax: 0 })).toMatchObject({ outcome: 'answered', status: 302 });
  });

  test('to another origin take no credentials along', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization, request.headers.cookie, request.headers['user-agent']);
      response.end('ok');
    });
    await listen(other);
    const both = createOutbound({ allowedOrigins: [base, `http://127.0.0.1:${portOf(other)}`] });
    redirect('/other', () => `http://127.0.0.1:${portOf(other)}/`);
    const headers = { Authorization: 'Bearer x', cookie: 'a=b', 'user-agent': 'test' };
    expect(text(await both.request({ url: `${base}/other`, headers, bodyBytesMax: megabyte, timeoutMs: 5_000 }))).toBe('ok');
    expect(seen).toEqual([undefined, undefined, 'test']);
    await both.close();
    other.closeAllConnections();
    other.close();
  });
});

describe('bodies', () => {
  const plain = Buffer.from('a plain body '.repeat(1_000));
  const serve = (path: string, body: Buffer, coding?: string): void => {
    handlers.set(path, (_request, response) => response.writeHead(200, coding ? { 'content-encoding': coding } : {}).end(body));
  };

  test.each([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity', plain],
    ['UTF-8', plain],
    ['gzip, utf-8', gzipSync(plain)],
    ['gzip;q=1', gzipSync(plain)],
    ['gzip, zstd', zstdCompressSync(gzipSync(plain))],
    ['GZIP', gzipSync(plain)],
  ])('are decompressed: %s (%#)', async (coding, body) => {
    serve('/coded', body, coding);
    expect(text(await ask(`${base}/coded`))).toBe(plain.toString());
  });

  test.each(['br', 'gzip, br', 'br, gzip'])('in Brotli are refused before a byte is decoded: %s', async (coding) => {
    serve('/coded', coding.endsWith('gzip') ? gzipSync(brotliCompressSync(plain)) : brotliCompressSync(plain), coding);
    expect(await ask(`${base}/coded`)).toMatchObject({ detail: 'unsupported content coding br' });
  });

  const bomb = Buffer.alloc(200 * megabyte);
  test.each([
    ['gzip', gzipSync(bomb)],
    ['zstd', zstdCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ])('that swell when decompressed are cut off while they stream: %s', async (coding, body) => {
    serve('/bomb', body, coding);
    const before = process.memoryUsage().arrayBuffers;
    expect(await ask(`${base}/bomb`)).toMatchObject({ outcome: 'too_large', detail: 'over 1000000 bytes as decompressed' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * megabyte);
  });

  test('without end are cut off as they arrive', async () => {
    let sent = 0;
    handlers.set('/endless', (_request, response) => {
      const piece = Buffer.alloc(65_536, 120);
      const push = (): void => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        sent += piece.length;
      };
      response.on('drain', push);
      push();
    });
    expect(await ask(`${base}/endless`)).toMatchObject({ outcome: 'too_large', detail: 'over 1000000 bytes as received' });
    expect(sent).toBeLessThan(50 * megabyte);
  });

  test('that announce more than the limit are not read', async () => {
    handlers.set('/announced', (_request, response) => response.writeHead(200, { 'content-length': String(100 * megabyte) }).write('x'));
    expect(await ask(`${base}/announced`)).toMatchObject({ outcome: 'too_large', detail: 'announces 100000000 bytes; the limit is 1000000' });
  });

  test('that break off are a failure, never a shorter body', async () => {
    handlers.set('/short', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    expect(await ask(`${base}/short`)).toMatchObject({ outcome: 'failed' });
    handlers.set('/chunked', (_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    expect(await ask(`${base}/chunked`)).toMatchObject({ outcome: 'failed' });
    serve('/halfzip', gzipSync(plain).subarray(0, 60), 'gzip');
    expect(await ask(`${base}/halfzip`)).toMatchObject({ outcome: 'failed' });
    serve('/notzip', plain, 'gzip');
    expect(await ask(`${base}/notzip`)).toMatchObject({ outcome: 'failed' });
    for (const unknown of ['snappy', 'brotli', 'constructor', 'utf-8, aws-chunked']) {
      serve('/unknown', plain, unknown);
      expect(await ask(`${base}/unknown`)).toMatchObject({ outcome: 'failed', detail: `unsupported content coding ${unknown.split(', ').at(-1)}` });
    }
    serve('/stacked', plain, 'gzip, gzip, gzip');
    expect(await ask(`${base}/stacked`)).toMatchObject({ outcome: 'failed' });
  });

  test('may be empty, of 304 too', async () => {
    serve('/empty', Buffer.alloc(0), 'gzip');
    expect(text(await ask(`${base}/empty`))).toBe('');
    handlers.set('/same', (_request, response) => response.writeHead(304).end());
    expect(await ask(`${base}/same`)).toMatchObject({ outcome: 'answered', status: 304 });
  });
});

describe('a body read as it comes', () => {
  const collect = (pieces: Buffer[]) => async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) pieces.push(piece);
  };

  test('is handed over in pieces, decompressed, and not held', async () => {
    const body = Buffer.alloc(3 * megabyte, 'words ');
    handlers.set('/streamed', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body)));
    const pieces: Buffer[] = [];
    const result = await ask(`${base}/streamed`, { bodyBytesMax: 4 * megabyte, read: collect(pieces) });
    expect(result).toMatchObject({ outcome: 'answered', status: 200, body: Buffer.alloc(0) });
    expect(pieces.length).toBeGreaterThan(10);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
  });

  test('is bounded, and its end too early is a failure', async () => {
    handlers.set('/long', (_request, response) => response.end(Buffer.alloc(2 * megabyte)));
    expect(await ask(`${base}/long`, { read: collect([]) })).toMatchObject({ outcome: 'too_large' });
    handlers.set('/dies', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('begun', () => response.destroy());
    });
    expect(await ask(`${base}/dies`, { read: collect([]) })).toMatchObject({ outcome: 'failed' });
  });

  test('is that of a success only: another status keeps its body in the answer', async () => {
    handlers.set('/refused', (_request, response) => response.writeHead(403).end('no'));
    const pieces: Buffer[] = [];
    expect(text(await ask(`${base}/refused`, { read: collect(pieces) }))).toBe('no');
    expect(pieces).toEqual([]);
  });
});

describe('time', () => {
  test('an upstream that accepts and says nothing is given up on', async () => {
    handlers.set('/silent', () => undefined);
    expect(await ask(`${base}/silent`)).toMatchObject({ outcome: 'failed', detail: 'UND_ERR_HEADERS_TIMEOUT' });
  });

  test('a body that drips is given up on when the whole time is over', async () => {
    handlers.set('/drip', (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(`${base}/drip`, { timeoutMs: 300 })).toMatchObject({
      outcome: 'failed',
      cause: 'too_slow',
      detail: 'no complete answer within 300 ms',
    });
  });

  test('a body that stalls is given up on', async () => {
    handlers.set('/stall', (_request, response) => response.write('x'));
    expect(await ask(`${base}/stall`)).toMatchObject({ outcome: 'failed', detail: 'UND_ERR_BODY_TIMEOUT' });
  });

  test('a caller who aborts is answered at once', async () => {
    const abort = new AbortController();
    handlers.set('/waiting', () => abort.abort());
    expect(await ask(`${base}/waiting`, { signal: abort.signal })).toMatchObject({ outcome: 'failed', cause: 'aborted', detail: 'aborted' });
  });

  test('a name that does not resolve and a port nobody listens on are failures that do not quote the address', async () => {
    const spare = createServer();
    await listen(spare);
    const port = portOf(spare);
    await new Promise((resolve) => spare.close(resolve));
    const local = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`] });
    const result = await local.request({ url: `http://127.0.0.1:${port}/?token=hush`, bodyBytesMax: 10, timeoutMs: 5_000 });
    expect(result).toEqual({ outcome: 'failed', cause: 'unreachable', detail: 'ECONNREFUSED' });
    await local.close();
    const unresolved = await ask('http://no-such-host.invalid/?token=hush');
    expect(unresolved.outcome).toBe('failed');
    expect(JSON.stringify(unresolved)).not.toContain('hush');
  });
});
