/** Serves one recorded response with bare node:http, as the ceiling of the HTTP benchmarks. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [bodyFile = '', headersFile = ''] = process.argv.slice(2);
const body = readFileSync(bodyFile);
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as string[];
const server = createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
