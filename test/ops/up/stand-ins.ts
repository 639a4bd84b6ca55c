/** A folder that the supervisor takes for the repository, with small servers in place of the parts; NATS and Redis are real. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Answers as an operations port does; as the API it also listens on the ports of the API and the tool server. */
const partScript = `
import { createServer } from 'node:http';
const name = import.meta.url.includes('/api/') ? 'api' : 'pipeline';
const { OPS_PORT, API_PORT, MCP_PORT, EDGAR_URL, SOURCES_FILE, ARCHIVE_DAYS } = process.env;
const answers = {
  '/ready': JSON.stringify({ ready: true, checks: {} }),
  '/status': JSON.stringify({ part: name, edgar: EDGAR_URL, sources: SOURCES_FILE, archiveDays: ARCHIVE_DAYS }),
  '/metrics': '# HELP seen_total Seen\\n# TYPE seen_total counter\\nseen_total{process="' + name + '"} 1\\n',
};
const listen = (port) => new Promise((listening, failed) => {
  createServer((request, response) => response.end(answers[request.url] ?? '')).once('error', failed).listen(Number(port), '127.0.0.1', listening);
});
Promise.all([OPS_PORT, ...(name === 'api' ? [API_PORT, MCP_PORT] : [])].map(listen)).then(() => {
  console.log(JSON.stringify({ ready: true, ops: 'http://127.0.0.1:' + OPS_PORT, url: 'http://127.0.0.1:' + API_PORT, mcp: 'http://127.0.0.1:' + MCP_PORT }));
}, (error) => {
  console.error(error.message);
  process.exit(1);
});
`;

/** Answers GET requests, as the upstream, with an empty list of publishers; POST requests, as ClickHouse, with no rows. */
const serverScript = `
import { createServer } from 'node:http';
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
createServer((request, response) => response.end(request.method === 'GET' ? '[]' : '')).listen(port, '127.0.0.1', () => {
  console.log(JSON.stringify({ ready: true, url: 'http://127.0.0.1:' + port }));
});
`;

export function makeStandInRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'tickerwire-up-'));
  const scripts = {
    'pipeline/main.ts': partScript,
    'api/main.ts': partScript,
    'ops/embedded/clickhouse.ts': serverScript,
    'ops/lab/upstream/main.ts': serverScript,
    'package.json': '{"type":"module"}',
  };
  for (const [path, text] of Object.entries(scripts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
