/** News about one company other than results: regulators, payouts, people, listings, products, insiders. */
import { intBetween, pick, type Random } from '../../random.ts';
import { anyCompany, companyFacts, decimal, dollars, percent, personName } from '../world.ts';
import type { StoryFacts, StoryKind } from './kind.ts';

function event(random: Random): StoryFacts {
  const company = anyCompany(random);
  return {
    tickers: company.tickers.slice(0, 1),
    facts: {
      ...companyFacts(random, company),
      value: dollars(random, 25, 6_000),
      small: dollars(random, 2, 180),
      dividend: `$${decimal(random, 0.04, 1.9, 2)}`,
      percentage: percent(random, 3, 40),
      successor: personName(random),
      years: String(intBetween(random, 2, 19)),
      shares: String(intBetween(random, 4, 60)),
      agency: pick(random, [
        'the Federal Trade Commission',
        'the Justice Department',
        'the Securities and Exchange Commission',
        'the European Commission',
        'the Food and Drug Administration',
        'the UK competition authority',
      ]),
      split: pick(random, ['2-for-1', '3-for-1', '4-for-1', '10-for-1', '1-for-10', '1-for-25']),
    },
  };
}

const reaction = [
  'Shares of the {place}-based {trade} [moved|were trading] {move} [after the news|from the previous close].',
  '{analyst} of {broker} [called it|saw it as] [expected|a surprise|a modest change] for the {industry} group.',
  '{chief}, who has run {company} for {years} years, [commented in|signed] the statement.',
  'The company reports {quarter} results next month.',
];

// prettier-ignore
export const companyAffairs: readonly StoryKind[] = [
  {
    name: 'inquiry', category: 'regulation', weight: 3, draw: event, topics: ['Regulation', 'Legal'], paragraphs: reaction,
    headlines: ['{company} [faces|hit with] probe by {agency} over {product}', '{agency} [opens investigation into|questions] {company} {product}', '{company} [discloses|confirms] inquiry by {agency}'],
    leads: ['{company} ({ticker}) said {agency} had opened an inquiry into its {product}, a step that could [cost|affect] about {value} in sales.', '{agency} is looking into {product} sold by {company}, [people familiar with the matter said|a filing showed], and has asked for documents covering {years} years.'],
  },
  {
    name: 'settlement', category: 'regulation', weight: 2, draw: event, topics: ['Legal'], paragraphs: reaction,
    headlines: ['{company} to pay {small} to settle claims [over|about] {product}', '{company} [fined|penalised] {small} by {agency}'],
    leads: ['The {trade} {company} [agreed to pay|will take a charge of] {small} to [resolve|end] allegations by {agency} about its {product}, without admitting wrongdoing, [according to a filing|it said on {day}].'],
  },
  {
    name: 'clearance', category: 'regulation', weight: 2, draw: event, topics: ['Regulation', 'Companies'], paragraphs: reaction,
    headlines: ['{agency} [clears|approves] {company} {product}', '{company} wins [approval|clearance] for {product}; shares jump {move}'],
    leads: ['{company} ({ticker}) said {agency} had cleared its {product}, opening a market that {broker} puts at {value} a year.'],
  },
  {
    name: 'payout', category: 'corporate_actions', weight: 4, draw: event, topics: ['Companies', 'Dividends'], paragraphs: reaction,
    headlines: ['{company} [raises|lifts] quarterly dividend to {dividend} a share', '{company} board [authorises|approves] {value} [share buyback|stock repurchase]', '{company} declares dividend of {dividend}, plans {value} buyback'],
    leads: ['{company} ({ticker}) will [buy back|repurchase] up to {value} of its shares, about {percentage} of those outstanding, and pay a dividend of {dividend} a share.', 'The {trade} {company} said its board had approved a quarterly dividend of {dividend} a share and buybacks of {value}.'],
  },
  {
    name: 'split', category: 'corporate_actions', weight: 1, draw: event, topics: ['Companies'], paragraphs: reaction,
    headlines: ['{company} announces {split} stock split', '{company} ({ticker}) to [carry out|effect] {split} split'],
    leads: ['{company} said holders would see a {split} split of its common stock next month; the shares last traded at {price}.'],
  },
  {
    name: 'succession', category: 'corporate_actions', weight: 3, draw: event, topics: ['Corporate Governance'], paragraphs: reaction,
    headlines: ['{company} names {successor} [chief executive|CEO] as {chief} [steps down|retires]', '{company} finance chief {chief} to [leave|depart]; {successor} named successor'],
    leads: ['{company} said {successor} would [succeed|replace] {chief}, who spent {years} years at the {trade}, [effective next month|from {day}].'],
  },
  {
    name: 'financing', category: 'corporate_actions', weight: 2, draw: event, topics: ['Companies'], paragraphs: reaction,
    headlines: ['{company} [prices|launches] {value} [share offering|convertible notes offering]', '{company} to cut {percentage} of [workforce|jobs] in restructuring'],
    leads: ['{company} ({ticker}) plans to [save|raise] {value} and take a charge of {small}, the {trade} said on {day}.'],
  },
  {
    name: 'listing_priced', category: 'ipo', weight: 3, draw: event, topics: ['IPO', 'Deals'], paragraphs: ['{broker} is lead underwriter.', 'It is the largest {industry} listing since [spring|last year].', ...reaction],
    headlines: ['{company} prices IPO at {price} a share, raises {value}', '{company} shares [open|debut] {percentage} above IPO price on {exchange}', '{company} raises {value} in [upsized|downsized] initial public offering'],
    leads: ['{company} sold {shares} million shares at {price} each, [the top|the middle] of its range, raising {value} in its initial public offering.', 'Shares of {company} opened on the {exchange} under the symbol {ticker}, {percentage} over the offer price of {price}.'],
  },
  {
    name: 'launch', category: 'technology', weight: 3, draw: event, topics: ['Technology', 'Companies'], paragraphs: reaction,
    headlines: ['{company} [unveils|launches] AI-based {product}', '{company} [partners|teams up] with [a cloud giant|a carmaker|a chip designer] on {product}'],
    leads: ['{company} ({ticker}) [introduced|showed] software for {product} that it says is {percentage} [more efficient|cheaper to run], with first deliveries due in [the autumn|six months].'],
  },
  {
    name: 'contract', category: 'technology', weight: 2, draw: event, topics: ['Companies'], paragraphs: reaction,
    headlines: ['{company} [wins|lands] {value} contract for {product}', '{company} signs {years}-year, {value} [supply deal|agreement]'],
    leads: ['The {trade} {company} won an order worth {value} over {years} years for its {product}, sending the shares up {move}.'],
  },
  {
    name: 'breach', category: 'technology', weight: 1, draw: event, topics: ['Technology', 'Cybersecurity'], paragraphs: reaction,
    headlines: ['{company} [suffers|discloses] data breach affecting {product}', '{company} systems [hit by|offline after] cyberattack'],
    leads: ['{company} ({ticker}) said intruders had reached systems that run its {product} and that it expects costs of about {small}.'],
  },
  {
    name: 'insider_dealing', category: 'insider', weight: 3, draw: event, topics: ['Insider Trades'], paragraphs: reaction,
    headlines: ['{company} [director|CEO] {chief} [buys|adds] {small} in [stock|shares]', 'Insider selling at {company}: {chief} [sells|unloads] shares worth {small}'],
    leads: ['{chief}, an insider at {company} ({ticker}), reported trades worth {small} at an average of {price}, a regulatory filing showed.'],
  },
];
