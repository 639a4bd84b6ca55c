/** Draws facts for stories: companies, people, amounts and percentages. */
import { chance, intBetween, pick, type Random } from '../random.ts';
import { listedCompanies, type Company } from './companies.ts';
import type { Facts } from './phrase.ts';

// prettier-ignore
export const firstNames = ['Maria', 'Daniel', 'Priya', 'Thomas', 'Elena', 'Marcus', 'Aiko', 'Samuel', 'Ingrid', 'Carlos', 'Hannah', 'Victor', 'Leila', 'Patrick', 'Noor', 'George', 'Amelia', 'Stefan', 'Grace', 'Oliver', 'Renée', 'Andrew', 'Yusuf', 'Karen', 'Dmitri', 'Joan', 'Björn', 'Alice', 'Rafael', 'Judith'] as const;
// prettier-ignore
export const lastNames = ['Okafor', 'Lindqvist', 'Castellano', 'Brennan', 'Venkataraman', 'Hofmann', 'Delacroix', 'Whitlock', 'Sandoval', 'Petrov', 'Nakagawa', 'Abernathy', 'Osei', 'Marchetti', 'Van der Berg', "O'Malley", 'Kowalczyk', 'Stanhope', 'Rahman', 'Fitzgerald', 'Núñez', 'Haverford', 'Mbeki', 'Thorsen', 'Prescott', 'Ivanova', 'Castaño', 'Ellsworth', 'Drummond', 'Yamada'] as const;
// prettier-ignore
const brokers = ['Calloway Brothers', 'Norland Securities', 'Piermont & Co', 'Stratton Wold', 'Harbour Lane Research', 'Ashgrove Capital', 'Tidewell Partners', 'Banque Sorel', 'Kingsmead', 'Lowell Street Advisers'] as const;
// prettier-ignore
const quarters = ['first-quarter', 'second-quarter', 'third-quarter', 'fourth-quarter'] as const;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

/**
 * Returns a company whose name begins with another word than that of `other`. The draw is squared, so that a few companies have most of the
 * news, as in reality.
 */
export function companyOfNews(random: Random, other: Company | null = null): Company {
  const drawn = random();
  const company = listedCompanies[Math.floor(drawn * drawn * listedCompanies.length)]!;
  const isTaken = (one: Company): boolean => one.brand.split(' ')[0] === other?.brand.split(' ')[0];
  return isTaken(company) ? listedCompanies.find((one) => one.index > company.index && !isTaken(one))! : company;
}

export const personName = (random: Random): string => `${pick(random, firstNames)} ${pick(random, lastNames)}`;

/** Returns a number such as `4.37`, with `digits` decimals. */
export const decimal = (random: Random, least: number, most: number, digits: number): string => (least + random() * (most - least)).toFixed(digits);

/** Returns an amount such as `$412 million` or `$3.4 billion`. */
export const dollars = (random: Random, leastMillions: number, mostMillions: number): string => {
  const millions = leastMillions * Math.pow(mostMillions / leastMillions, random());
  return millions >= 1000 ? `$${(millions / 1000).toFixed(chance(random, 0.4) ? 2 : 1)} billion` : `$${Math.round(millions)} million`;
};

export const percent = (random: Random, least: number, most: number): string => `${decimal(random, least, most, 1)}%`;

export function companyFacts(random: Random, company: Company): Facts {
  const symbol = company.tickers[0] ?? '';
  return {
    company: company.brand,
    short: company.brand.split(' ')[0] ?? company.brand,
    ticker: symbol,
    exchange: company.exchange === 'Nasdaq' ? 'NASDAQ' : (company.exchange ?? 'OTC'),
    trade: company.sector.trade,
    industry: company.sector.industry,
    product: pick(random, company.sector.products),
    place: company.city.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    chief: personName(random),
    analyst: personName(random),
    broker: pick(random, brokers),
    quarter: pick(random, quarters),
    day: pick(random, weekdays),
    move: percent(random, 1.2, 14),
    price: `$${decimal(random, 4, 320, 2)}`,
  };
}

export const plainFacts = (random: Random): Facts => ({
  chief: personName(random),
  analyst: personName(random),
  broker: pick(random, brokers),
  quarter: pick(random, quarters),
  day: pick(random, weekdays),
  count: String(intBetween(random, 3, 40)),
});
