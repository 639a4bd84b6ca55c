/** Writes an instant in the style of a feed. */
import { easternTime } from '../eastern.ts';
import type { FeedManners } from './manners.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns RFC 822 with a four-digit year, from a local date and time. */
function rfc822(date: string, time: string, zone: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return `${weekdays[day.getUTCDay()]}, ${String(day.getUTCDate()).padStart(2, '0')} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()} ${time} ${zone}`;
}

// prettier-ignore
const styles: Readonly<Record<FeedManners['dates'], (at: number) => string>> = {
  gmt: (at) => new Date(at).toUTCString(),
  iso: (at) => new Date(at).toISOString().replace('.000', ''),
  offset: (at) => { const { date, time, offset } = easternTime(at); return rfc822(date, time, offset.replace(':', '')); },
  eastern: (at) => { const { date, time, zone } = easternTime(at); return rfc822(date, time, zone); },
};

/** Returns the instant in whole seconds, as feeds write it. */
export const dateText = (at: number, style: FeedManners['dates']): string => styles[style](Math.floor(at / 1000) * 1000);
