/** Hostile servers: names whose addresses change, certificates of others, and answers without an end. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOutbound, type Outbound, type OutboundRequest, type OutboundResult } from '#ops/outbound/outbound.ts';

/** The answers of a hostile name server, one list for each query; the last one repeats. */
const answers = new Map<string, string[][]>();
const questions: string[] = [];
vi.mock(import('node:dns'), async (original) => {
  const dns = await original();
  const lookup = (
    name: string,
    _options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void => {
    questions.push(name);
    const lists = answers.get(name) ?? [[]];
    const list = lists.length > 1 ? lists.shift()! : lists[0]!;
    done(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { ...dns, lookup: lookup as typeof dns.lookup };
});

const servers: Server[] = [];
async function listening(server: Server, host?: string): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}
const sockets = new Set<Socket>();
const tracked = (socket: Socket): void => {
  sockets.add(socket);
  socket.on('error', () => undefined);
};
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

const ask = (outbound: Outbound, url: string, more: Partial<OutboundRequest> = {}): Promise<OutboundResult> =>
  outbound.request({ url, bodyBytesMax: 1_000, timeoutMs: 2_000, ...more });

describe('a name', () => {
  const publicAddress = '93.184.216.34';
  let guarded: Outbound;
  let port: number;
  let asked = 0;
  beforeAll(async () => {
    const server = createHttpServer((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    server.on('connection', tracked);
    port = await listening(server);
    guarded = createOutbound({ allowedOrigins: [], connectTimeoutMs: 300 });
  });
  afterAll(() => guarded.close());

  test('is looked up once and connected at the address that was checked, though its next address is private (rebinding)', async () => {
    answers.set('rebind.example', [[publicAddress], ['127.0.0.1']]);
    questions.length = 0;
    // No server answers at that address. The test is that the name is not looked up again between the check and the connection.
    expect((await ask(guarded, `http://rebind.example:${port}/`)).outcome).toBe('failed');
    expect(questions).toEqual(['rebind.example']);
    expect(await ask(guarded, `http://rebind.example:${port}/`)).toMatchObject({ outcome: 'forbidden' });
    expect(asked).toBe(0);
  });

  test.each([
    [['127.0.0.1']],
    [[publicAddress, '127.0.0.1']],
    [['127.0.0.1', publicAddress]],
    [[publicAddress, '::1']],
    [['0.0.0.0']],
    [['::ffff:127.0.0.1']],
    [['fe80::1%lo']],
    [['169.254.169.254']],
    [[]],
  ])('with the addresses %j is refused', async (addresses) => {
    answers.set('some.example', [addresses]);
    const allowed = createOutbound({ allowedOrigins: [`http://127.0.0.1:${port}`], connectTimeoutMs: 300 });
    // A name may not lead to an address that is itself allowed.
    for (const outbound of [guarded, allowed]) expect(await ask(outbound, `http://some.example:${port}/`)).toMatchObject({ outcome: 'forbidden' });
    await allowed.close();
    expect(asked).toBe(0);
  });
});

describe('over TLS', () => {
  const [cert, key] = ['receiver.pem', 'receiver-key.pem'].map((name) =>
    readFileSync(fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url)), 'utf8'),
  );
  let asked = 0;

  test('nothing is sent to a server with an untrusted certificate or one for another name', async () => {
    const server = createTlsServer({ cert: cert!, key: key! }, (_request, response) => {
      asked += 1;
      response.end('hello');
    });
    server.on('secureConnection', tracked);
    server.on('tlsClientError', () => undefined);
    const port = await listening(server);
    const origins = ['127.0.0.1', '127.0.0.2'].map((host) => `https://${host}:${port}`);
    const told = async (origin: string): Promise<unknown> => {
      const outbound = createOutbound({ allowedOrigins: origins });
      const result = await ask(outbound, `${origin}/`, { method: 'POST', body: 'signed', isSecureOnly: true });
      await outbound.close();
      return result.outcome === 'answered' ? result.status : result.detail;
    };
    expect(await told(origins[0]!)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    setDefaultCACertificates([...getCACertificates('default'), cert!]);
    expect(await told(origins[1]!)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(asked).toBe(0);
    expect(await told(origins[0]!)).toBe(200);
  });

  test('is required where the caller says so', async () => {
    const outbound = createOutbound({ allowedOrigins: ['http://127.0.0.1:1'] });
    expect(await ask(outbound, 'http://127.0.0.1:1/', { isSecureOnly: true })).toEqual({
      outcome: 'forbidden',
      detail: 'not an https address',
      privateOrigin: null,
    });
    await outbound.close();
  });
});

describe('an answer', () => {
  const piece = Buffer.alloc(65_536, 'x');
  const gigabyte = 1_000_000_000;
  /** Writes `next` again and again, as fast as it is taken, until a gigabyte is sent. */
  const pour = (socket: Socket, head: string, next: Buffer = piece): void => {
    let sent = 0;
    const more = (): void => {
      while (!socket.destroyed && sent < gigabyte) {
        sent += next.length;
        if (!socket.write(next)) return;
      }
      socket.end();
    };
    socket.on('drain', more);
    socket.write(head);
    more();
  };
  const drip = (socket: Socket, head: string, text: string): void => {
    socket.write(head);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const ok = (...headers: string[]): string => ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n');
  const chunked = 'Transfer-Encoding: chunked';
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
  /** A gzip head, followed by empty blocks. */
  const gzipOfNothing = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const emptyBlocks = Buffer.alloc(65_535, Buffer.from([0, 0, 0, 0xff, 0xff]));

  let serve: (socket: Socket) => void = () => undefined;
  let outbound: Outbound;
  let origin: string;
  const read: Socket[] = [];
  const connected = (message: unknown): void => void read.push((message as { readonly socket: Socket }).socket);
  beforeAll(async () => {
    const server = createServer((socket) => {
      tracked(socket);
      socket.once('data', () => serve(socket));
    });
    origin = `http://127.0.0.1:${await listening(server, '127.0.0.1')}`;
    outbound = createOutbound({ allowedOrigins: [origin], headersTimeoutMs: 15_000, bodyTimeoutMs: 15_000 });
    subscribe('undici:client:connected', connected);
  });
  afterAll(async () => {
    unsubscribe('undici:client:connected', connected);
    await outbound.close();
  });

  test.each<readonly [string, (socket: Socket) => void]>([
    ['of a gigabyte', (socket) => pour(socket, ok(`Content-Length: ${gigabyte}`))],
    ['of a gigabyte without an announced length', (socket) => pour(socket, ok('Connection: close'))],
    ['of a gigabyte in chunks', (socket) => pour(socket, ok(chunked), chunk)],
    ['of a gigabyte that unpacks to nothing', (socket) => pour(socket, `${ok('Content-Encoding: gzip', chunked)}a\r\n${gzipOfNothing.toString('latin1')}\r\n`, Buffer.concat([Buffer.from('ffff\r\n'), emptyBlocks, Buffer.from('\r\n')]))], // prettier-ignore
    ['of a head without end', (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', Buffer.from('X-More: y\r\n'.repeat(1_000)))],
    ['of interim answers without end', (socket) => pour(socket, '', Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1_000)))],
    ['that is not HTTP', (socket) => pour(socket, '')],
    ['that promises another protocol', (socket) => pour(socket, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
    ['whose chunk has an extension without end', (socket) => pour(socket, `${ok(chunked)}5;x=`)],
    ['whose trailers have no end', (socket) => pour(socket, `${ok(chunked)}0\r\nX-More: `)],
    ['followed by one that nobody asked for', (socket) => pour(socket, `${ok('Content-Length: 2')}ok`, Buffer.from(`${ok('Content-Length: 2')}no`.repeat(1_000)))], // prettier-ignore
  ])('%s costs less than a megabyte', async (_, serving) => {
    serve = serving;
    read.length = 0;
    const glance = { bytes: 1_024, withinMs: 1_000 };
    const result = await ask(outbound, `${origin}/`, { method: 'POST', body: '{}', glance, bodyBytesMax: 1_024 });
    if (result.outcome === 'answered') expect(result.body.length).toBeLessThanOrEqual(1_024);
    else expect(['failed', 'too_large']).toContain(result.outcome);
    expect(read).toHaveLength(1);
    expect(read[0]!.bytesRead).toBeLessThan(1_000_000);
    // Nothing more is read once the answer is complete.
    expect(read[0]!.destroyed).toBe(true);
  });

  test.each<readonly [string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends its head letter by letter', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-More: ', 'y')],
    ['sends header after header', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['sends interim answers', (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')],
  ])('that %s is waited for no longer than the caller waits', async (_, serving) => {
    serve = serving;
    const result = await ask(outbound, `${origin}/`, { method: 'POST', body: '{}', timeoutMs: 300, glance: { bytes: 10, withinMs: 100 } });
    expect(result).toEqual({ outcome: 'failed', cause: 'too_slow', detail: 'no complete answer within 300 ms' });
  });
});
