/** Computes the bars of a ticker's sparkline, one a day. */

const step = 4;
export const barWidth = 3;
export const height = 28;
/** Minimum heights of a bar without and with stories, so that both are visible. */
const emptyHeight = 0.5;
const leastHeight = 1.5;
const mostHeight = 27;

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly isNow: boolean;
}

interface Spark {
  readonly width: number;
  readonly bars: readonly Bar[];
  /** Text for screen readers. */
  readonly label: string;
}

/** Returns the sparkline. `cells` has the stories of each day, the newest first. */
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
