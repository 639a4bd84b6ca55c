const time = (name: string, f: (i: number) => unknown, n = 100000) => { for (let i = 0; i < 5000; i++) f(i); const t = process.hrtime.bigint(); for (let i = 0; i < n; i++) f(i); console.log(name, (Number(process.hrtime.bigint() - t) / n / 1000).toFixed(2), 'us'); };
const which = process.argv[2];
if (which === '1') time('allocUnsafe 14000', () => Buffer.allocUnsafe(14000));
if (which === '2') time('allocUnsafeSlow 14000', () => Buffer.allocUnsafeSlow(14000));
if (which === '3') { Buffer.poolSize = 1 << 20; time('pool 1MB', () => Buffer.allocUnsafe(14000)); }
if (which === '4') { let s = Buffer.allocUnsafeSlow(1 << 18), at = 0; time('own slab 256k', () => { if (at + 14000 > s.length) { s = Buffer.allocUnsafeSlow(1 << 18); at = 0; } const b = s.subarray(at, at + 14000); at += 14000; return b; }); }
if (which === '5') time('concat', () => Buffer.concat([Buffer.from('abc'), Buffer.from('def')], 14000));
if (which === '6') time('alloc 14000', () => Buffer.alloc(14000));
if (which === '7') { const x = 'a'.repeat(14000); time('from string', () => Buffer.from(x + 'b')); }
