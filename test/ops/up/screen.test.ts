import { expect, test } from 'vitest';
import { createScreen } from '#ops/up/screen.ts';

const keys = { free: 'nf_live_f', basic: 'nf_live_b', pro: 'nf_live_p' };
const welcome = {
  api: 'http://127.0.0.1:8080',
  mcp: 'http://127.0.0.1:8180',
  ops: 'http://127.0.0.1:9090',
  dataDir: '/d',
  keys,
  signInLink: 'http://127.0.0.1:8080/account/link/?token=t',
  archiveDays: null,
};

function capture(isTTY: boolean, options: { isQuiet?: boolean; environment?: NodeJS.ProcessEnv; nowMs?: () => number } = {}) {
  let [out, errors] = ['', ''];
  const screen = createScreen(
    { isTTY, columns: 60, write: (text: unknown) => ((out += String(text)), true) },
    { write: (text: unknown) => ((errors += String(text)), true) },
    { isQuiet: false, environment: {}, ...options },
  );
  return { screen, out: () => out, errors: () => errors };
}

test('off a terminal every line is plain, and the status is printed every ten seconds', () => {
  let nowMs = 0;
  const { screen, out } = capture(false, { nowMs: () => nowMs });
  screen.partReady('nats', 12);
  screen.partEnded('api', 'SIGKILL', 100);
  for (const text of ['rows 1', 'rows 2', 'rows 3']) screen.status(text);
  nowMs = 10_000;
  screen.status('rows 4');
  expect(out()).toBe('nats ready after 0.0 s\napi ended (SIGKILL), restarts in 0.1 s\nrows 1\nrows 4\n');
});

test('on a terminal the status stays below the other lines, cut to the width', () => {
  const { screen, out } = capture(true);
  screen.status('x'.repeat(100));
  screen.line('above');
  expect(out()).toBe(`\r\u001B[2K${'x'.repeat(59)}\r\u001B[2Kabove\n${'x'.repeat(59)}`);
});

test('NO_COLOR leaves marks and no colours', () => {
  const coloured = capture(true);
  const plain = capture(true, { environment: { NO_COLOR: '1' } });
  for (const { screen } of [coloured, plain]) screen.partReady('nats', 12);
  expect(coloured.out()).toContain('\u001B[32m✓');
  expect(plain.out()).toBe('  ✓ nats           0.0 s\n');
});

/** Returns the text of the welcome. */
function welcomed(changes: Partial<Parameters<ReturnType<typeof createScreen>['ready']>[0]> = {}): string {
  const { screen, out } = capture(false);
  screen.ready({ ...welcome, ...changes });
  return out();
}

test('the welcome has the addresses, a key for every plan and requests that can be pasted', () => {
  const text = welcomed();
  for (const part of ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/schema/swagger-ui/', ...Object.values(keys)]) expect(text).toContain(part);
  expect(text.match(/curl -s -H 'Authorization: Bearer nf_live_p' 'http:\/\/127\.0\.0\.1:8080\/api\/news\/[^']*'/g)).toHaveLength(3);
});

test('the welcome has a line for each plan of what it may do', () => {
  for (const line of [
    'free +20 requests a minute, 100 a day; 30 days back; pages of up to 20, CSV files of 500 rows',
    'basic +60 requests a minute, 10,000 a day; 90 days back; pages of up to 20, CSV files of 2,000 rows',
    'pro +150 requests a minute, 100,000 a day; 180 days back; pages of up to 50, CSV files of 10,000 rows',
  ])
    expect(welcomed()).toMatch(new RegExp(`^[ \\w]*${line}$`, 'm'));
  expect(welcomed({ archiveDays: 9_000 }).match(/9,000 days back/g)).toHaveLength(3);
});

test('the welcome shows a link that signs in, where there is one', () => {
  expect(welcomed()).toMatch(/^Account +http:\/\/127\.0\.0\.1:8080\/account\/link\/\?token=t /m);
  expect(welcomed({ signInLink: null })).not.toContain('/account/link/');
});

test('on a terminal the last lines clear the status', () => {
  const { screen, out } = capture(true);
  screen.status('rows 1');
  screen.closing('stopping');
  screen.line('after');
  expect(out()).toBe('\r\u001B[2Krows 1\r\u001B[2Kstopping\nafter\n');
});

test('a welcome without keys shows none, and its requests take one from the shell', () => {
  const text = welcomed({ keys: null });
  expect(text).not.toContain('nf_live_p');
  expect(text.match(/-H "Authorization: Bearer \$KEY"/g)).toHaveLength(5);
});

test('quiet prints the address and errors, nothing else', () => {
  const { screen, out, errors } = capture(false, { isQuiet: true });
  screen.line('a');
  screen.partReady('nats', 1);
  screen.partEnded('nats', 'SIGKILL', 1);
  screen.ready(welcome);
  screen.status('rows 1');
  screen.error('broken');
  expect(out()).toBe('http://127.0.0.1:8080\n');
  expect(errors()).toBe('broken\n');
});
