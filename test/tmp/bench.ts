import * as b from '#ops/bench/http.ts';
const which = process.argv[2];
console.log(JSON.stringify(which === 'c' ? await b.benchCachedPoll() : which === 'u' ? await b.benchUncachedPoll() : await b.benchHttp(), null, 1));
process.exit(0);
