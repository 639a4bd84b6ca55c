/**
 * Sentences of company reports and notices with the direction each points a price, written by us for
 * training: a table of patterns, filled with names and figures in an order that a seed decides. Nothing of
 * any labelled set went into them.
 */
import { randomFrom } from './fit.ts';
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
  deal: list('contract|order|agreement|framework agreement'),
};

// prettier-ignore
const patterns: Readonly<Record<Sentiment, readonly string[]>> = {
  positive: list(`{firm} and a partner in {place} agree on joint development of {thing} | demand for {thing} is picking up in {place} | orders for {thing} are at a high level | {firm} enters a new market with {thing} | an efficiency programme lowers yearly costs | {firm} opens a new factory in {place} to raise output | customers benefit from shorter lead times | {firm} expects a clear improvement in its result | {firm} is confident about growth in {place} | {good} reached an all-time high {period} | {firm} was named supplier of the year | the launch of {thing} broadens the offering of {firm} | {firm} turned profitable {period} | debt was reduced and the balance sheet strengthened | {firm} renews its {deal} with a large customer | {firm} makes a new innovation in {thing} available | {firm} builds {thing} for a port in {place} | {firm} will supply {thing} to an operator in {place} under a new {deal} | margins widened thanks to productivity | {good} {up} to EUR {high} mn from EUR {low} mn {period} | {good} {up} by {pct} % to EUR {high} mn | {good} totalled EUR {high} mn , up from EUR {low} mn {period} | {good} totaled EUR {high} million , compared to EUR {low} million {period} | {firm} posted a net profit of EUR {high} mn , compared to a loss of EUR {low} mn {period} | {firm} 's {good} {up} {pct} % {period} | {bad} narrowed to EUR {low} mn from EUR {high} mn | {firm} swung to a profit of EUR {high} mn from a loss of EUR {low} mn | {good} was EUR {high} mn , as against EUR {low} mn {period} | {firm} has won {deal} worth EUR {high} mn to supply {thing} to {place} | {firm} has been awarded a {deal} to deliver {thing} in {place} | {firm} has received an order for {thing} from {place} | {firm} expects {good} to grow {period} | {firm} estimates that its {good} will improve clearly {period} | {firm} raised its full-year guidance | {firm} said demand for {thing} is strong in {place} | the acquisition will strengthen {firm} 's position in {place} | {firm} will recruit {count} new employees in {place} | {good} grew in all business areas | {firm} signed a {deal} with a customer in {place} for the delivery of {thing} | the new solution enables customers to save time and costs | {firm} aims to double its {good} by 2012 | profitability improved thanks to lower costs | {firm} will pay a higher dividend than last year | {good} for the period was clearly better than expected | {firm} has been chosen as the supplier of {thing} | {firm} expands its operations in {place} | {firm} increased its market share in {place} | {firm} 's {good} beat analysts' expectations | {bad} decreased by {pct} % {period} | {firm} reported {good} of EUR {high} mn {period} , up {pct} % | cooperation with the partner will give {firm} a strong foothold in {place} | {firm} , a leading maker of {thing} , won a major {deal} | {good} doubled to EUR {high} mn`),
  negative: list(`{good} stayed well short of the target {period} | {firm} made a loss of EUR {low} m on {good} of EUR {high} m | margins narrowed {period} | the plant stands idle after a fire | {firm} faces tougher competition and lower prices | {firm} delays the opening of its mine | {good} {down} to EUR {low} mn from EUR {high} mn {period} | {good} {down} by {pct} % to EUR {low} mn | {good} totalled EUR {low} mn , down from EUR {high} mn {period} | {good} totaled EUR {low} million , compared to EUR {high} million {period} | {firm} posted a net loss of EUR {high} mn , compared to a profit of EUR {low} mn {period} | {firm} 's {good} {down} {pct} % {period} | {bad} widened to EUR {high} mn from EUR {low} mn | {firm} swung to a loss of EUR {low} mn from a profit of EUR {high} mn | {good} was EUR {low} mn , as against EUR {high} mn {period} | {firm} will lay off {count} employees in {place} | {firm} starts negotiations on layoffs of up to {count} people | {firm} will cut {count} jobs at its plant in {place} | {firm} lowered its full-year guidance | {firm} issued a profit warning | {firm} said demand for {thing} was weak in {place} | {firm} will close its factory in {place} | {firm} expects {good} to decline {period} | profitability was weakened by higher raw material costs | {good} was burdened by one-off costs | {firm} proposes that no dividend be paid | the strike halted production in {place} | {firm} lost the {deal} to a competitor | {bad} increased by {pct} % {period} | {good} missed analysts' expectations | {firm} made a loss of EUR {low} mn {period} | temporary layoffs concern {count} employees | {firm} recalls {thing} because of a fault | {good} decreased due to lower volumes and prices | {firm} was ordered to pay a fine of EUR {low} mn | {firm} writes down EUR {high} mn of goodwill | the market situation has weakened and orders have been postponed`),
  neutral: list(`an analyst expects {good} of EUR {high} mn at {firm} | {firm} was established decades ago and works from {place} | the deal is valid until further notice | {firm} declined to comment | {firm} has customers in {place} and {place} | the value of the {deal} was not disclosed | financial details were not disclosed | {firm} is headquartered in {place} | {firm} employs {count} people and had {good} of EUR {high} mn in 2007 | {firm} has operations in {place} and {place} | the annual general meeting will be held in {place} on 27 March 2009 | {firm} has appointed a new chief financial officer | the transaction is subject to approval by the authorities | the plant is scheduled to be completed in 2010 | the total floor area of the building is {count} square metres | {firm} 's board of directors proposes that the number of shares be {count} | {firm} supplies {thing} to customers in {place} | the shares are quoted on the stock exchange in {place} | {firm} is part of a group that makes {thing} | the company 's share capital is EUR {high} mn | {firm} has agreed to sell its subsidiary in {place} | {firm} will publish its interim report on 24 October 2008 | the product is available in {place} | the deal includes {thing} and related services | {firm} plans to build a hotel in {place} | the parties have agreed not to disclose the price | {firm} provides {thing} for the industry | delivery is scheduled for the second half of 2011 | {firm} holds {pct} % of the shares and votes | {firm} acquired a {pct} % stake in a maker of {thing} | the offer price is EUR {low} per share | {firm} changes its name | the new unit will be located in {place} | {firm} will move its head office | {firm} transfers its {thing} business to a subsidiary | the maximum number of new shares is {count} | {firm} has an option to buy the rest of the shares | he will report to the chief executive | {firm} operates {count} stores in {place} | the contract also covers maintenance | {firm} , which makes {thing} , is owned by its founders | the subscription period ends on 31 May | a conference call will be held at 2 p.m. | {good} in 2005 was EUR {high} mn | the investment is worth EUR {high} mn | the ship was built in {place} | the survey was made in {place} | production will begin next year | {firm} will continue as chairman of the board`),
};

export interface OwnSentence {
  readonly text: string;
  readonly label: Sentiment;
}

/** `count` of each pattern, in its own figures. */
export function ownSentences(count: number, seed: number): OwnSentence[] {
  const random = randomFrom(seed);
  const sentences: OwnSentence[] = [];
  for (const label of ['positive', 'negative', 'neutral'] as const) {
    for (const pattern of patterns[label]) for (let i = 0; i < count; i += 1) sentences.push({ text: filled(pattern, random), label });
  }
  return sentences;
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
