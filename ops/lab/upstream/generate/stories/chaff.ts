/** Generates the items of a news feed other than news: lifestyle, solicitations, listicles and opinion. */
import { intBetween, pick, type Random } from '../../random.ts';
import { anyCompany, companyFacts, dollars, pairFacts, percent, plainFacts } from '../world.ts';
import type { StoryFacts, StoryKind } from './kind.ts';

const lifestyle = (random: Random): StoryFacts => ({
  tickers: [],
  facts: {
    ...plainFacts(random),
    food: pick(random, ['lasagne', 'ramen', 'sourdough', 'pumpkin soup', 'tacos', 'risotto', 'banana bread']),
    spot: pick(random, ['Lisbon', 'Kyoto', 'Cape Town', 'Oaxaca', 'Tbilisi', 'Hobart', 'Porto']),
    thing: pick(random, ['morning routine', 'garden', 'wardrobe', 'sleep', 'desk set-up', 'houseplants', 'sunscreen']),
    team: pick(random, ['Rovers', 'Falcons', 'United', 'Mariners', 'Wolves']),
    score: `${intBetween(random, 0, 5)}-${intBetween(random, 0, 5)}`,
  },
});

function solicitation(random: Random): StoryFacts {
  const company = anyCompany(random);
  return {
    tickers: company.tickers.slice(0, 1),
    facts: {
      ...companyFacts(random, company),
      firm: pick(random, ['Halloran & Pike LLP', 'The Dunmore Firm', 'Weiss Castell LLP', 'Brigham Law Offices', 'Fairlie & Stroud LLP']),
      losses: `$${intBetween(random, 1, 9) * 50},000`,
      deadline: pick(random, ['January 12', 'March 3', 'May 27', 'July 19', 'September 8', 'November 30']),
    },
  };
}

function opinion(random: Random): StoryFacts {
  const { tickers, facts } = pairFacts(random);
  return {
    tickers,
    facts: {
      ...facts,
      count: String(intBetween(random, 3, 15)),
      yield: percent(random, 2, 9),
      stake: dollars(random, 1, 400),
      shares: `${intBetween(random, 2, 900)},${intBetween(random, 100, 999)}`,
    },
  };
}

const holding = (random: Random): StoryFacts => {
  const { facts, tickers } = opinion(random);
  return { facts, tickers: tickers.slice(0, 1) };
};

export const chaff: readonly StoryKind[] = [
  {
    name: 'lifestyle',
    category: 'other',
    weight: 6,
    draw: lifestyle,
    topics: ['Life', 'Culture'],
    headlines: [
      '{count} ways to [improve|rethink] your {thing} [this weekend|before summer]',
      'The best {food} we ate [this year|in {spot}]',
      'What a weekend in {spot} taught me about {thing}',
      '{team} win {score} [in derby|to stay top]',
      'How {chief} makes {food}',
    ],
    leads: [
      '[Forget|Never mind] what you know about {food}: {chief} of {spot} has {count} [tips|rules] for a better {thing}.',
      '{team} [won|drew] {score} on {day} in {spot}, and the {thing} of the coach was the talk of the town.',
    ],
    paragraphs: ['{chief} swears by {food}.', 'Flights to {spot} take {count} hours.', 'Readers sent us {count} photos of their {thing}.'],
  },
  {
    name: 'law_firm',
    category: 'other',
    weight: 5,
    draw: solicitation,
    topics: ['Press Release'],
    headlines: [
      '{company} ({ticker}) INVESTOR ALERT: {firm} [Announces|Reminds Investors of] Class Action [Deadline|Lawsuit]',
      '{firm} Encourages {company} Investors With Losses [Over|in Excess of] {losses} to [Contact|Inquire With] the Firm',
      'DEADLINE {deadline}: {firm} Investigates {company} ({exchange}: {ticker})',
    ],
    leads: [
      '{firm} [announces|reminds investors] that a class action [has been filed|was filed] on behalf of [purchasers|holders] of {company} ({exchange}: {ticker}) securities; the lead plaintiff deadline is {deadline}.',
      'If you [suffered|incurred] losses over {losses} in {company} shares, {firm} would like to hear from you before {deadline}.',
    ],
    paragraphs: [
      'The complaint alleges that statements about {product} were misleading.',
      'Attorney advertising. Prior results do not guarantee a similar outcome.',
      'Contact {firm} to discuss your rights at no cost.',
    ],
  },
  {
    name: 'listicle',
    category: 'other',
    weight: 5,
    draw: opinion,
    topics: ['Opinion', 'Stock Picks'],
    headlines: [
      '{count} {industry} stocks to [buy and hold|watch] [now|in a bear market]',
      '{company} vs. {other}: which is the [better buy|safer dividend]?',
      '[Better|Forget] {company}: {count} reasons to like {other}',
      'If you had invested $1,000 in {company} {count} years ago',
    ],
    leads: [
      'Looking for income? These {count} names, {company} ({ticker}) and {other} ({otherTicker}) among them, yield up to {yield}.',
      'Our contributor [compares|weighs up] {company} and {other} and [finds|picks] one clear favourite.',
    ],
    paragraphs: [
      '{company} is known for {product}.',
      '{other} has raised its payout for {count} years.',
      'The author holds none of the shares mentioned.',
    ],
  },
  {
    name: 'holder_report',
    category: 'other',
    weight: 3,
    draw: holding,
    topics: ['Institutional Holdings'],
    headlines: [
      '{broker} [buys|sells] {shares} shares of {company} ({exchange}: {ticker})',
      '{company} short interest [rises|falls] to {yield} of float',
    ],
    leads: [
      '{broker} [raised|cut] its stake in {company} by {shares} shares to {stake}, according to its latest 13F filing.',
      'Short interest in {company} ({ticker}) stood at {yield} of the float, exchange data showed.',
    ],
    paragraphs: ['Other holders made small changes too.', 'The position is worth {stake}.', 'Insiders own {yield} of the company.'],
  },
];
