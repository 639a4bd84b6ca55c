import { readFileSync } from 'node:fs'; import { spawn } from 'node:child_process'; import { once } from 'node:events'; import { createInterface } from 'node:readline'; import { runWrk } from '#ops/bench/wrk.ts';
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return [Number(f[11]) * 10_000, Number(f[12]) * 10_000]; };
const modes = (process.argv[2] ?? 'bare,few,head,batch,set,layers,server').split(',');
const ps = await Promise.all(modes.map(async (m) => { const c = spawn(process.execPath, ['test/tmp/variants.ts', m], { stdio: ['ignore', 'pipe', 'inherit'] }); const [l] = await once(createInterface(c.stdout), 'line'); return { m, c, url: l as string, v: [] as number[], s: [] as number[] }; }));
for (let r = 0; r < 4; r++) for (const p of ps) { const a = cpu(p.c.pid!); const x = await runWrk({ url: p.url, connections: 64, seconds: 2, headers: { authorization: 'Bearer nf_live_0123456789012345678901234567890123456789' } }); const b = cpu(p.c.pid!); p.v.push((b[0]! + b[1]! - a[0]! - a[1]!) / (x.perSecond * 2)); p.s.push((b[1]! - a[1]!) / (x.perSecond * 2)); }
for (const p of ps) { console.log(p.m.padEnd(8), p.v.toSorted((a, b) => a - b)[1]!.toFixed(1), 'sys', p.s.toSorted((a, b) => a - b)[1]!.toFixed(1)); p.c.kill(); }
process.exit(0);
