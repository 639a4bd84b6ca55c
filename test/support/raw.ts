/** Sends bytes to a server unchanged and returns its answer. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly text: string;
  /** True if the server closed the connection; false if the wait timed out. */
  readonly isClosed: boolean;
}

/** Opens a socket from `from`, which is an address of this machine. */
export function openSocket(url: string, from = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress: from, allowHalfOpen: true });
    socket.once('connect', () => resolve(socket)).once('error', reject);
    socket.on('error', () => undefined);
  });
}

/** Sends the bytes and reads until the server closes or is silent for `silenceMs`. */
export async function sendRaw(url: string, bytes: string | Buffer, silenceMs = 500): Promise<RawAnswer> {
  const socket = await openSocket(url);
  let text = '';
  return new Promise((resolve) => {
    let isClosed = false;
    const done = (): void => {
      socket.destroy();
      resolve({ text, isClosed });
    };
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('end', () => {
      isClosed = true;
      done();
    });
    socket.once('close', () => {
      isClosed = true;
      done();
    });
    socket.setTimeout(silenceMs, done);
    socket.write(bytes);
  });
}

/** Returns request lines and bytes known to crash servers; `host` is the value of Host. */
export function oddRequests(host: string): Readonly<Record<string, string | Buffer>> {
  const rest = `Host: ${host}\r\nConnection: close\r\n\r\n`;
  const line = (text: string): string => `${text} HTTP/1.1\r\n${rest}`;
  return {
    'two slashes': line('GET //'),
    'two slashes and a name': line('GET //evil.example/ready'),
    asterisk: line('GET *'),
    'absolute form': line('GET http://evil.example/ready'),
    'absolute form of another scheme': line('GET file:///etc/passwd'),
    'an address that is none': line('GET http://[::1/'),
    'broken escapes': line('GET /%'),
    'broken UTF-8': line('GET /%E0%A4%A?%FF=%FF'),
    dots: line('GET /../../../etc/passwd'),
    'a question alone': line('GET ?'),
    'no slash': line('GET ready'),
    backslashes: line('GET \\\\evil\\ready'),
    'an endless address': line(`GET /${'x'.repeat(70_000)}`),
    'a long query': line(`GET /?${'x=%25&'.repeat(1_200)}`),
    'long headers': `GET / HTTP/1.1\r\nX: ${'x'.repeat(16_000)}\r\n${rest}`,
    'many headers': `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(3_000)}${rest}`,
    bytes: Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 131 + 7) % 256)),
    'a NUL in the address': line('GET /\0'),
    'bytes above ASCII in the address': Buffer.from(line('GET /\u00ff\u00fe'), 'latin1'),
    'a TLS greeting': Buffer.from('16030100a5010000a10303', 'hex'),
    'a greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no HTTP': 'NONSENSE\r\n\r\n',
    'another version': `GET / HTTP/9.9\r\n${rest}`,
    'no Host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'two Hosts': `GET / HTTP/1.1\r\nHost: a\r\n${rest}`,
    'an empty Host': 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
    'length and chunks': `POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${rest}0\r\n\r\n`,
    'a chunk that is none': `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${rest}zz\r\n\r\n`,
    'a length that is none': `POST / HTTP/1.1\r\nContent-Length: -1\r\n${rest}`,
    'an expectation': `GET / HTTP/1.1\r\nExpect: the-impossible\r\n${rest}`,
    'an upgrade': `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    tunnel: `CONNECT evil.example:443 HTTP/1.1\r\n${rest}`,
    trace: line('TRACE /'),
    'an unknown method': line('BREW /'),
    'two in one, the second no HTTP': `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\nNONSENSE\r\n\r\n`,
  };
}
