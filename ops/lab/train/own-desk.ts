/**
 * Headlines written by us, each with whether a trading desk wants it: the patterns of texts/desk.txt (`no` or `yes`
 * before each), filled with places, people and firms in an order that a seed decides. Many share their words
 * (war, bank, oil, policy, gold) across both answers. Nothing of any labelled set went into them.
 */
import { randomFrom } from './fit.ts';
import { brokers, firms } from './own-headlines.ts';
import { ownPatterns } from './own-patterns.ts';

const list = (text: string): readonly string[] => text.split('|');

// prettier-ignore
const slots: Readonly<Record<string, readonly string[]>> = {
  self: firms, other: firms, broker: brokers,
  country: list('China|Russia|Iran|Israel|India|Japan|Turkey|Brazil|Argentina|Mexico|Ukraine|Saudi Arabia|Germany|France|Italy|Spain|Egypt|Nigeria|Indonesia|South Korea|Australia|Canada|Pakistan|Poland|Chile|Vietnam|UK|US'),
  state: list('California|Texas|Florida|Ohio|Maine|Georgia|Iowa|Arizona|Illinois|Nevada|Virginia|Michigan|Kerala|Punjab|Bihar|Queensland|Bavaria|Ontario|Wisconsin|Oregon'),
  city: list('Springfield|Portsmouth|Dayton|Leeds|Nagpur|Tulsa|Norfolk|Perth|Cork|Fresno|Boise|Pune|Duluth|Hull|Salem|Bristol|Mobile|Lansing|Lucknow|Reno'),
  person: list('Maria Keller|Tom Harding|Ravi Menon|Jane Osborne|Paul Whitaker|Lena Ortiz|Steve Barlow|Anil Kapadia|Grace Liu|Sam Petrov|Nora Blake|Victor Hale|Ines Duarte|Omar Siddiq|Kelly Brandt'),
  team: list('Hawks|Rovers|Tigers|Wildcats|United|Kings|Sharks|Pirates|Giants|Mariners|Bruins|Wanderers'),
  crop: list('wheat|corn|rice|soybean|cotton|sugar|coffee|cocoa|palm oil'),
};

export interface OwnDeskHeadline {
  readonly text: string;
  readonly pattern: string;
  readonly isWanted: boolean;
}

/** `count` of each pattern that has slots; one of each that has none. */
export function ownDesk(count: number, seed: number): OwnDeskHeadline[] {
  const random = randomFrom(seed);
  return ownPatterns('desk').flatMap(({ label, pattern }) =>
    Array.from({ length: pattern.includes('{') ? count : 1 }, () => ({ text: filled(pattern, random), pattern, isWanted: label === 'yes' })),
  );
}

function filled(pattern: string, random: () => number): string {
  const used = new Set<string>();
  const text = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'n') return String(1 + Math.floor(random() * 60));
    const free = (slots[slot] ?? ['']).filter((choice) => !used.has(choice));
    const chosen = free[Math.floor(random() * free.length)] ?? '';
    used.add(chosen);
    return chosen;
  });
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
