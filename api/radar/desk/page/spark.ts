/** Sparkline of a ticker: one bar a day. */

const step = 4;
export const barWidth = 3;
export const height = 28;
/** Heights of the bars of a day without and with stories, so that both are seen. */
const emptyHeight = 0.5;
const leastHeight = 1.5;
const mostHeight = 27;

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** True for the newest day. */
  readonly isNow: boolean;
}

export interface Spark {
  readonly width: number;
  readonly bars: readonly Bar[];
  /** The same for people who cannot see it. */
  readonly label: string;
}

/** `cells`: stories of each day, the newest first. */
export function sparkOf(cells: readonly number[]): Spark {
  const days = cells.toReversed();
  const most = Math.max(1, ...days);
  const heightOf = (stories: number): number => (stories === 0 ? emptyHeight : Math.max(leastHeight, (mostHeight * stories) / most));
  return {
    width: days.length * step,
    bars: days.map((stories, at) => ({ x: at * step, y: height - heightOf(stories), height: heightOf(stories), isNow: at === days.length - 1 })),
    label: `Stories per day, oldest first: ${days.join(', ')}`,
  };
}
