import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withBench, polls, fetchBody } from '#ops/bench/http.ts';
import { runWrk } from '#ops/bench/wrk.ts';
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10_000; };
const sys = (pid: number) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[12]) * 10_000;
const gc = async (ops: string) => { const t = await (await fetch(ops + '/metrics')).text(); const o: Record<string, number[]> = {}; for (const m of t.matchAll(/nodejs_gc_duration_seconds_(count|sum)\{[^}]*kind="(\w+)"[^}]*\} ([\d.e-]+)/g)) { (o[m[2]!] ??= [0, 0])[m[1] === 'count' ? 0 : 1] = Number(m[3]); } return o; };
const which = process.argv[2] ?? 'cu';
const rounds = Number(process.argv[3] ?? 3);
await withBench(async (bench) => {
  const headers = { authorization: `Bearer ${bench.account.key}` };
  const url = `${bench.api.url}/api/news/?sort=ingested&page_size=20`;
  const body = await fetchBody(url, bench.account);
  writeFileSync(bench.folder + '/b.json', body);
  const child = spawn(process.execPath, ['ops/bench/bare-koa.ts', bench.folder + '/b.json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const bare = JSON.parse(line).url;
  const file = bench.folder + '/paths';
  if (which.includes('u')) writeFileSync(file, polls(bench.lastSeq).join('\n') + '\n');
  const one = async (name: string, pid: number, load: any) => {
    const g0 = pid === bench.api.pid ? await gc(bench.api.ops) : null; const s0 = sys(pid); const a = cpu(pid); const r = await runWrk({ connections: 64, seconds: 3, headers, ...load }); const d = cpu(pid) - a;
    const g1 = g0 && await gc(bench.api.ops); if (g0 && g1) console.log('   gc', Object.keys(g1).map((k) => `${k} n=${g1[k]![0]! - (g0[k]?.[0] ?? 0)} ${((g1[k]![1]! - (g0[k]?.[1] ?? 0)) * 1e6 / (r.perSecond * 3)).toFixed(1)}us/req`).join(' '));
    console.log('   sys', ((sys(pid) - s0) / (r.perSecond * 3)).toFixed(1));
    console.log(name.padEnd(9), `${(d / (r.perSecond * 3)).toFixed(1)} us/req  ${Math.round(r.perSecond)}/s  cpu ${(d / 3e6).toFixed(2)} fail ${r.failures}`);
    return d / (r.perSecond * 3);
  };
  const sums: Record<string, number[]> = {};
  for (let i = 0; i < rounds; i++) {
    (sums.bare ??= []).push(await one('bare', child.pid!, { url: bare, headers: {} }));
    if (which.includes('c')) (sums.cached ??= []).push(await one('cached', bench.api.pid, { url }));
    if (which.includes('u')) (sums.uncached ??= []).push(await one('uncached', bench.api.pid, { url: bench.api.url, script: { file: 'ops/bench/paths.lua', args: [file, String(i * 60000)] } }));
  }
  const med = (v: number[]) => v.toSorted((a, b) => a - b)[v.length >> 1]!;
  for (const k of Object.keys(sums)) console.log(k, 'cpu ratio', (med(sums.bare!) / med(sums[k]!)).toFixed(3));
  child.kill();
});
process.exit(0);
