import { afterAll, expect, test } from 'vitest';
import { StoppedError } from '#ops/process/retry.ts';
import { readElsewhere, readText, rerunUntilRead } from '#pipeline/refine/reader/reader.ts';
import type { NameSpan, Reading } from '#pipeline/refine/reader/reading.ts';
import { createReaderThreads, ReaderEndedError } from '#pipeline/refine/reader/threads.ts';

const headlines = ['Ford shares jump 8% after results', 'Fed holds rates', 'Pfizer to buy Seagen for $43 billion'];
const here = new Map<string, Reading>();
const threads = createReaderThreads();
const readTexts: string[] = [];

for (const text of headlines) here.set(text, readText(text, [{ start: 0, end: 4 }]));
const readHere = readElsewhere((text: string, names: readonly NameSpan[]) => {
  readTexts.push(text);
  return threads.read(text, names);
});
// Files share a process.
afterAll(async () => {
  readHere();
  await threads.close();
});

test('a thread gives the same reading as this one', async () => {
  for (const [text, reading] of here) expect(await threads.read(text, [{ start: 0, end: 4 }])).toEqual(reading);
});

test('work runs again after each text that it lacks, and each text is read once', async () => {
  let runs = 0;
  const tones = await rerunUntilRead(() => {
    runs += 1;
    return ['Nokia falls 3%', 'Nokia rises 3%', 'Nokia falls 3%'].map((text) => readText(text, []).tone.value);
  });
  expect(tones).toEqual(['negative', 'positive', 'negative']);
  expect([runs, readTexts]).toEqual([3, ['Nokia falls 3%', 'Nokia rises 3%']]);
});

test('a fault of the work is thrown as it is', async () => {
  const fault = new RangeError('no step');
  await expect(
    rerunUntilRead(() => {
      throw fault;
    }),
  ).rejects.toBe(fault);
});

test('a fault while reading rejects that text alone', async () => {
  const [nonsense, next] = [threads.read(7 as unknown as string, []), threads.read('Fed holds rates', [{ start: 0, end: 4 }])];
  await expect(nonsense).rejects.toThrow(TypeError);
  expect(await next).toEqual(here.get('Fed holds rates'));
});

test('closed, threads finish the text that they read, and refuse those that wait', async () => {
  const own = createReaderThreads();
  const texts = Array.from({ length: 20 }, (_, at) => own.read(`Sony cuts its outlook ${at}`, []));
  const outcomes = Promise.allSettled(texts);
  await own.close();
  const settled = (await outcomes).map(({ status }) => status);
  expect(settled[0]).toBe('fulfilled');
  expect(settled.at(-1)).toBe('rejected');
  await expect(own.read('Sony', [])).rejects.toThrow(StoppedError);
});

test.each([
  ['ends while it reads', "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3));"],
  ['does not start', "throw new Error('no memory');"],
])('a thread that %s is said to have ended, and the next text starts another', async (_, code) => {
  const own = createReaderThreads(1, new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  for (const text of ['first', 'second']) await expect(own.read(text, [])).rejects.toThrow(ReaderEndedError);
  await own.close();
});
