/** Measures how many distinct headlines per second two reader threads read. Ceiling: twice the rate of one thread in the same run. */
import { createReaderThreads } from '#pipeline/refine/reader/threads.ts';
import { inTurns, measurement, median, timeOf, type Measurements } from './measure.ts';
import { articleWriter } from './articles.ts';

const headlinesPerRound = 300;
const rounds = 5;

export async function benchReading(): Promise<Measurements> {
  const nextArticle = articleWriter();
  const [one, two] = [createReaderThreads(1), createReaderThreads(2)];
  // Threads do not keep the process alive while they are idle.
  const keepAlive = setInterval(() => undefined, 60_000);
  const perSecond = async ({ read }: typeof one): Promise<number> => {
    const titles = Array.from({ length: headlinesPerRound }, () => nextArticle().title);
    return (
      (headlinesPerRound * 1_000) / (await timeOf(() => Promise.all(titles.map((title) => read(title, [{ start: 0, end: title.indexOf(' ') }])))))
    );
  };
  try {
    const rates = await inTurns(rounds, { own: () => perSecond(two), bare: () => perSecond(one) });
    const [ofTwo, ofOne] = [median(rates.own), median(rates.bare)];
    const note = `one thread ${ofOne.toFixed(0)}/s; two give ${(ofTwo / ofOne).toFixed(2)} x; ceiling: twice one thread`;
    return { reading: measurement(ofTwo, 2 * ofOne, 'headlines/s', note) };
  } finally {
    clearInterval(keepAlive);
    await Promise.all([one.close(), two.close()]);
  }
}
