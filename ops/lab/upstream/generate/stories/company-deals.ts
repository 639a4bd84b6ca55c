/** News about two companies and a price: acquisitions, refused bids, sales of a unit. */
import { pick, type Random } from '../../random.ts';
import { companyFacts, decimal, dollars, percent, twoCompanies } from '../world.ts';
import type { StoryFacts, StoryKind } from './kind.ts';

function deal(random: Random): StoryFacts {
  const [buyer, target] = twoCompanies(random);
  return {
    tickers: [...buyer.tickers.slice(0, 1), ...target.tickers.slice(0, 1)],
    facts: {
      ...companyFacts(random, buyer),
      target: target.brand,
      targetShort: target.brand.split(' ')[0] ?? target.brand,
      targetTicker: target.tickers[0] ?? '',
      targetTrade: target.sector.trade,
      targetProduct: pick(random, target.sector.products),
      value: dollars(random, 150, 24_000),
      perShare: `$${decimal(random, 6, 210, 2)}`,
      premium: percent(random, 9, 61),
      synergies: dollars(random, 20, 600),
    },
  };
}

export const companyDeals: readonly StoryKind[] = [
  {
    name: 'acquisition',
    category: 'mergers_acquisitions',
    weight: 8,
    draw: deal,
    topics: ['Deals', 'M&A'],
    headlines: [
      '{company} to [acquire|buy] {target} [in {value} deal|for {value}]',
      '{company} [agrees to buy|strikes deal for] {target} [at|for] {perShare} a share',
      '{target} [jumps|soars] {premium} as {company} [offers|bids] {value}',
      '{company} and {target} to [merge|combine] in {value} all-[stock|cash] transaction',
    ],
    leads: [
      '{company} ({ticker}) said it [will acquire|has agreed to buy] {targetTrade} {target} ({targetTicker}) for {perShare} per share, [a premium of|which is] {premium} [over|above] the last close, valuing it at about {value}.',
      '{target} [shareholders|investors] would receive {perShare} in cash for each share under the {value} [agreement|offer] announced by {company} on {day}.',
      'The {trade} {company} is [paying|offering] {value} for {target} to [add|gain] {targetProduct}, [its largest deal so far|in a bet on growth].',
    ],
    paragraphs: [
      'The companies expect [annual cost savings|synergies] of {synergies} within three years, and the deal to close [in the second half|by year-end|early next year], subject to regulatory approval.',
      '"This [brings together|combines] two leaders," said {chief}, chief executive of {company}.',
      '{broker} advised {company}. The break-up fee is {synergies}.',
      'Shares of {company} [fell|slipped|rose] {move} in [premarket|afternoon] trading.',
      '{target} makes {targetProduct}; {company} is known for its {product}.',
    ],
  },
  {
    name: 'bid_refused',
    category: 'mergers_acquisitions',
    weight: 2,
    draw: deal,
    topics: ['Deals', 'M&A'],
    headlines: [
      '{target} board [rejects|spurns] {value} approach from {company}',
      '{target} says {company} bid of {perShare} a share [undervalues it|is too low]',
    ],
    leads: [
      'The board of {target} ({targetTicker}) [unanimously rejected|turned down] an unsolicited offer of {perShare} a share from {company} ({ticker}), saying the {value} proposal [undervalued|did not reflect the prospects of] the {targetTrade}.',
    ],
    paragraphs: [
      '{company} [may raise its bid|has until next month to make a firm offer], {broker} analysts said.',
      '"[We urge the board to engage|The offer is generous]," said {chief} of {company}.',
      'Shares of {target} traded above the offer price.',
    ],
  },
  {
    name: 'divestiture',
    category: 'mergers_acquisitions',
    weight: 2,
    draw: deal,
    topics: ['Deals'],
    headlines: [
      '{company} [to sell|explores sale of] {product} [unit|business] [to {target}|in talks with {target}] for {value}',
      '{target} [nears|closes] purchase of {company} {product} arm',
    ],
    leads: [
      '{company} is selling its {product} [business|unit] to {target} ({targetTicker}) for {value} as the {trade} [narrows its focus|pays down debt].',
    ],
    paragraphs: [
      'The unit had sales of {synergies} last year.',
      'Proceeds will [go to debt reduction|fund buybacks], {chief} said.',
      'The transaction is expected to close [this year|in six months].',
    ],
  },
];
