import { readFileSync } from 'node:fs'; import { spawn } from 'node:child_process'; import { once } from 'node:events'; import { createInterface } from 'node:readline'; import { runWrk } from '#ops/bench/wrk.ts'; import { withBench } from '#ops/bench/http.ts';
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return [Number(f[11]) * 10_000, Number(f[12]) * 10_000]; };
await withBench(async (bench) => {
const modes = (process.argv[2] ?? 'bare,AMLRT').split(',');
const ps = await Promise.all(modes.map(async (m) => { const c = spawn(process.execPath, [['bare', 'layers', 'batch'].includes(m) ? 'test/tmp/variants.ts' : 'test/tmp/variants2.ts', m], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, R: bench.ground.redis.url } }); const [l] = await once(createInterface(c.stdout), 'line'); c.stdout.resume(); c.stdout.on('data', () => undefined); return { m, pid: c.pid!, kill: () => c.kill(), url: l as string, v: [] as number[], s: [] as number[] }; }));
ps.push({ m: 'real', pid: bench.api.pid, kill: () => true, url: `${bench.api.url}/api/news/?sort=ingested&page_size=20`, v: [], s: [] });
for (let r = 0; r < 6; r++) for (const p of ps) { const a = cpu(p.pid); const x = await runWrk({ url: p.url, connections: 64, seconds: 2, headers: { authorization: `Bearer ${bench.account.key}` } }); const b = cpu(p.pid); p.v.push((b[0]! + b[1]! - a[0]! - a[1]!) / (x.perSecond * 2)); p.s.push((b[1]! - a[1]!) / (x.perSecond * 2)); }
for (const p of ps) { console.log(p.m.padEnd(8), 'min', Math.min(...p.v).toFixed(1), 'med', p.v.toSorted((a, b) => a - b)[3]!.toFixed(1), 'sys', p.s.toSorted((a, b) => a - b)[1]!.toFixed(1)); p.kill(); }
});
process.exit(0);
