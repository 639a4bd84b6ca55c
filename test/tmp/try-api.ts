import { startGround, startApiOn } from '#test/support/api.ts';
import { rowRecord, dropRecord } from '#test/support/records.ts';
const g = await startGround();
const now = Date.now();
const rec = [];
for (let i = 0; i < 50; i++) { rec.push(rowRecord(`r${i}`, {publishedAt: new Date(now - (50-i)*60000).toISOString(), relevance: 4 + i % 6, category: i%2? 'earnings':'ipo', tickers: i%5===0?['NVDA']:['ACME']})); if (i%7===0) rec.push(dropRecord(`d${i}`)); }
console.log('last', await g.append(rec));
const acc = await g.account('pro');
const api = await startApiOn(g);
console.log(api.url, api.ops);
const get = async (p: string, h = {}) => { const r = await fetch(api.url + p, {headers: {authorization: `Bearer ${acc.key}`, ...h}}); const t = await r.text(); console.log(r.status, p, Object.fromEntries(r.headers), t.slice(0, 300), '...', t.slice(-200)); return t; };
await get('/api/news/?page_size=3');
const t = JSON.parse(await get('/api/news/?sort=ingested&page_size=3'));
await get('/api/news/?sort=ingested&page_size=3&cursor='+t.next_cursor);
await get('/api/news?sort=ingested&page_size=3&symbol=nvda&per_page=3');
await get('/api/news?page_size=3&collapse=story');
await get(`/api/news/${t.results[0].original.uid}`);
await get(`/api/news/insider/`);
await get(`/nope`); await get(`/api/nope`);
await get(`/api/schema`);
await get(`/api/schema/swagger-ui`);
const r = await fetch(api.ops + '/ready'); console.log(await r.text());
console.log(await (await fetch(api.ops + '/status')).text());
await api.stop(); await g.stop();
process.exit(0)
