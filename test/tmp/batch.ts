import { withBench } from '#ops/bench/http.ts';
import { runWrk } from '#ops/bench/wrk.ts';
import { Redis } from 'ioredis';
await withBench(async (bench) => {
  const r = new Redis(bench.ground.redis.url);
  const calls = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await r.info('commandstats'))?.[1] ?? 0);
  const headers = { authorization: `Bearer ${bench.account.key}` };
  for (let i = 0; i < 3; i++) { const a = await calls(); const x = await runWrk({ url: `${bench.api.url}/api/news/?sort=ingested&page_size=20`, connections: 64, seconds: 2, headers }); const b = await calls(); console.log(Math.round(x.perSecond), 'per flush', (x.perSecond * 2 / (b - a)).toFixed(1)); }
  r.disconnect();
});
process.exit(0);
