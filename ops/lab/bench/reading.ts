/** Measures how many distinct headlines per second two reader threads read. Ceiling: twice what one thread reads, in the same run. */
import { createReaderThreads } from '#pipeline/refine/reader/threads.ts';
import { measurement, timeOf, type Measurements } from './measure.ts';
import { articleWriter } from './articles.ts';

const headlinesPerRound = 300;
const rounds = 5;

export async function benchReading(): Promise<Measurements> {
  const nextArticle = articleWriter();
  const [one, two] = [createReaderThreads(1), createReaderThreads(2)];
  // Threads do not keep the process alive while they are idle.
  const keepAlive = setInterval(() => undefined, 60_000);
  const perSecond = async ({ read }: typeof one, count: number): Promise<number> => {
    const titles = Array.from({ length: count }, () => nextArticle().title);
    return (count * 1_000) / (await timeOf(() => Promise.all(titles.map((title) => read(title, [{ start: 0, end: title.indexOf(' ') }])))));
  };
  try {
    for (const threads of [one, two]) await perSecond(threads, 20);
    const rates = { one: 0, two: 0 };
    // In turns, so that other load slows both alike.
    for (let round = 0; round < rounds; round += 1) {
      rates.one += (await perSecond(one, headlinesPerRound)) / rounds;
      rates.two += (await perSecond(two, headlinesPerRound)) / rounds;
    }
    const note = `one thread ${rates.one.toFixed(0)}/s; two give ${(rates.two / rates.one).toFixed(2)} x; ceiling: twice one thread`;
    return { reading: measurement(rates.two, 2 * rates.one, 'headlines/s', note) };
  } finally {
    clearInterval(keepAlive);
    await Promise.all([one.close(), two.close()]);
  }
}
