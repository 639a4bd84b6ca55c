/**
 * Sentences of company reports and notices with the direction each points a price, written by us for
 * training: the patterns of texts/sentences.txt, filled with names and figures in an order that a seed decides.
 * Nothing of any labelled set went into them.
 */
import { randomFrom } from './fit.ts';
import { directionOf, ownPatterns } from './own-patterns.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';

const list = (text: string): readonly string[] => text.split('|').map((part) => part.trim());

// prettier-ignore
const slots: Readonly<Record<string, readonly string[]>> = {
  firm: list('Norvik|Halden Oyj|Tampere Steel|Aurelia Group|the company|the Group|Kestrel plc|Bergmann AG|Sorensen A/S|Lindqvist Corporation|Oakmont Inc|Varma Pharma|the Finnish company|the retailer|the bank'),
  good: list('operating profit|net sales|net profit|pretax profit|profit before taxes|turnover|earnings per share|EPS|revenue|order intake|sales|EBITDA|the order book|profit for the period|diluted EPS|net interest income|market share|production volume|passenger numbers|service sales'),
  bad: list('net loss|operating loss|loss for the period|costs|credit losses|expenses|net debt|pretax loss'),
  up: list('rose|increased|grew|climbed|went up|improved|jumped|was up'),
  down: list('fell|decreased|declined|dropped|went down|slipped|slumped|was down'),
  period: list('in the second quarter|in 2006|in January-September|in the first half of the year|year-on-year|in the corresponding period|from the year before|in the fourth quarter of 2008|during the period|in the review period'),
  thing: list('lifting equipment|paper machines|a power plant|network services|a software platform|steel structures|the elevators|automation systems|a data centre|diesel engines'),
  place: list('Finland|Estonia|Russia|Sweden|China|India|Helsinki|St Petersburg|Poland|Germany|Vietnam'),
  glad: list('delighted|very pleased|happy|proud|excited|satisfied|honoured'),
  gain: list('energy efficiency|cost savings|competitiveness|customer service|capacity|productivity|safety|reliability|profitability|quality|growth|operational efficiency|cash flow|flexibility'),
  better: list('improve|strengthen|boost|enhance|increase|raise|support|add to|speed up'),
  fine: list('leading|modern|innovative|state-of-the-art|environmentally friendly|energy-efficient|advanced|unique|cost-effective|award-winning|market-leading|fast-growing|high-quality'),
  ill: list('weak demand|higher raw material prices|the downturn|delays in deliveries|tight competition|the strong euro|low utilisation|quality problems|overcapacity|falling prices|cancelled orders|the strike'),
  job: list('layoffs|redundancies|temporary lay-offs|job cuts|staff reductions|dismissals'),
  staff: list('employees|workers|staff|people|jobs|positions|man-years'),
  deal: list('contract|order|agreement|framework agreement'),
};

export interface OwnSentence {
  readonly text: string;
  readonly label: Sentiment;
}

/** A pattern without slots is always the same sentence. */
const WORDED_COUNT = 2;

/** `count` of each pattern, in its own figures. */
export function ownSentences(count: number, seed: number): OwnSentence[] {
  const random = randomFrom(seed);
  return ownPatterns('sentences').flatMap(({ label, pattern }) => {
    const direction = directionOf(label);
    const fillings = pattern.includes('{') ? count : WORDED_COUNT;
    return direction === null ? [] : Array.from({ length: fillings }, () => ({ text: filled(pattern, random), label: direction }));
  });
}

function filled(pattern: string, random: () => number): string {
  const low = Math.round((1 + random() * 90) * 10) / 10;
  const high = Math.round((low + 0.5 + random() * 60) * 10) / 10;
  const figures: Readonly<Record<string, string>> = {
    low: String(low),
    high: String(high),
    pct: String(Math.round(1 + random() * 40)),
    count: String(Math.round(20 + random() * 900)),
  };
  const text = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => figures[slot] ?? pick(slots[slot] ?? [''], random));
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return random() < 0.6 ? `${sentence} .` : sentence;
}

const pick = (choices: readonly string[], random: () => number): string => choices[Math.floor(random() * choices.length)] ?? '';
