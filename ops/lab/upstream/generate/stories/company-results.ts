/** Earnings, guidance and analysts' views of them. */
import { intBetween, type Random } from '../../random.ts';
import { anyCompany, companyFacts, dollars, percent } from '../world.ts';
import type { StoryFacts, StoryKind } from './kind.ts';

function results(random: Random): StoryFacts {
  const company = anyCompany(random);
  const cents = intBetween(random, 8, 460);
  const gap = intBetween(random, 1, Math.max(2, Math.round(cents / 5)));
  const yearCents = intBetween(random, 110, 1_250);
  const target = intBetween(random, 12, 410);
  return {
    tickers: company.tickers.slice(0, 1),
    facts: {
      ...companyFacts(random, company),
      eps: `$${(cents / 100).toFixed(2)}`,
      epsBelow: `$${(Math.max(1, cents - gap) / 100).toFixed(2)}`,
      epsAbove: `$${((cents + gap) / 100).toFixed(2)}`,
      revenue: dollars(random, 60, 9_000),
      consensus: dollars(random, 60, 9_000),
      profit: dollars(random, 8, 900),
      growth: percent(random, 2, 48),
      fall: percent(random, 2, 35),
      outlook: `$${(yearCents / 100).toFixed(2)}`,
      outlookBelow: `$${((yearCents * 0.93) / 100).toFixed(2)}`,
      outlookAbove: `$${((yearCents * 1.06) / 100).toFixed(2)}`,
      margin: percent(random, 11, 62),
      target: `$${target}`,
      targetBelow: `$${Math.round(target * 0.86)}`,
      targetAbove: `$${Math.round(target * 1.19)}`,
    },
  };
}

const callRemarks = [
  '"Demand for our {product} [held up better than we planned|was stronger than the market feared|remained uneven but is improving]," Chief Executive {chief} [told analysts|said on a call].',
  '[Gross|Operating] margin [came in at|was] {margin}, [helped|hurt] by [freight costs|the product mix|currency moves|lower input prices].',
  'The {place}-based {trade} [ended the quarter with|reported] {profit} in [cash and equivalents|free cash flow].',
  '{analyst}, an analyst at {broker}, [wrote in a note|said] that the {quarter} figures [support|complicate|do little to change] the case for the shares.',
  'The stock, [which trades on the {exchange}|a member of the {industry} index], [has moved|had moved] {move} over the past month.',
  '[Sales of|Orders for] {product} [rose|climbed|were up] {growth} from a year earlier[, while services were flat|, the fastest pace in two years|].',
];

const noteRemarks = [
  '"[We see|There is] [a skewed|a limited] risk-reward [at current levels|after the recent move]," {analyst} wrote, [pointing to|highlighting] {product}.',
  'The {trade} is due to report {quarter} results [next month|in three weeks].',
  'The firm expects earnings of {outlook} a share next year.',
  'The stock, [which trades on the {exchange}|a member of the {industry} index], closed at {price} on the day before the note.',
];

export const companyResults: readonly StoryKind[] = [
  {
    name: 'earnings_beat',
    category: 'earnings',
    weight: 11,
    draw: results,
    topics: ['Earnings', 'Companies', 'Markets'],
    headlines: [
      '{company} {quarter} profit [beats|tops|exceeds] [estimates|Wall Street forecasts] on {product}',
      '{company} ({exchange}: {ticker}) [reports|posts] {quarter} EPS of {eps}, [beating the|ahead of the] {epsBelow} [estimate|consensus]',
      '{company} revenue [climbs|jumps|rises] {growth} to {revenue}, [topping|above] [estimates|expectations]',
      '{company} [lifts profit|earns more] as demand for {product} grows',
      '{short} [earnings|results]: EPS {eps} vs {epsBelow} [expected|estimated], revenue {revenue}',
      '{company} Announces {quarter} Financial Results; Revenue of {revenue}, Up {growth}',
    ],
    leads: [
      '{company} [reported|posted] {quarter} [adjusted earnings|profit] of {eps} a share, [compared with|against] the {epsBelow} that analysts had [expected|forecast], as revenue [rose|climbed] {growth} to {revenue}.',
      'Shares of {company} ({ticker}) [gained|rose] {move} after the {trade} said {quarter} revenue [reached|came to] {revenue}, ahead of the consensus, on [strong|solid] demand for its {product}.',
      'The {trade} [earned|made] {profit}, or {eps} per share, in the [quarter|three months], [beating|topping] forecasts, {company} said on {day}.',
    ],
    paragraphs: callRemarks,
  },
  {
    name: 'earnings_miss',
    category: 'earnings',
    weight: 7,
    draw: results,
    topics: ['Earnings', 'Companies'],
    headlines: [
      '{company} [misses|falls short of] {quarter} [profit|earnings] [estimates|forecasts]; shares [slide|drop] {move}',
      '{company} [profit|net income] [falls|drops|sinks] {fall} as {product} [disappoint|weigh]',
      '{company} ({ticker}) EPS {eps} misses {epsAbove} [consensus|estimate]',
      'Weak {product} [drag|pull] {company} {quarter} results below [expectations|estimates]',
    ],
    leads: [
      '{company} on {day} reported {quarter} [earnings|profit] of {eps} a share, [short of|below] the {epsAbove} analysts [expected|had forecast], and said revenue [fell|declined] {fall} to {revenue}.',
      'The {trade} blamed [higher costs|soft orders|a strong dollar] for a {fall} [drop|decline] in {quarter} profit, and its shares [lost|shed] {move} in [early|late] trading.',
      '[Profit|Net income] at {company} ({ticker}) [dropped|fell] to {profit} in the quarter as sales of {product} came in [below plan|weaker than hoped].',
    ],
    paragraphs: callRemarks,
  },
  {
    name: 'guidance_raised',
    category: 'earnings',
    weight: 3,
    draw: results,
    topics: ['Earnings', 'Outlook'],
    headlines: [
      '{company} [raises|lifts] full-year [outlook|guidance] to {outlook} a share from {outlookBelow}',
      '{company} [boosts|hikes] annual profit forecast on {product}; shares [up|gain] {move}',
      '{company} ({ticker}) sees full-year EPS of {outlook}, [up from|above] prior {outlookBelow}',
    ],
    leads: [
      '{company} now expects full-year adjusted profit of {outlook} a share, against an earlier view of {outlookBelow}, the {trade} said [in a statement|on {day}].',
      'The {place}-based {trade} {company} [raised|lifted] its annual forecast to {outlook} per share and said revenue would be about {revenue}.',
    ],
    paragraphs: callRemarks,
  },
  {
    name: 'guidance_cut',
    category: 'earnings',
    weight: 3,
    draw: results,
    topics: ['Earnings', 'Outlook'],
    headlines: [
      '{company} [cuts|lowers|trims] annual [forecast|guidance] to {outlook} a share, citing {product}',
      '{short} [warns on|slashes] full-year outlook; shares [tumble|fall] {move}',
      '{company} ({ticker}) sees full-year EPS of {outlook}, below its prior {outlookAbove}',
    ],
    leads: [
      '{company} now expects full-year adjusted profit of {outlook} a share, down from an earlier view of {outlookAbove}, the {trade} said [in a statement|on {day}].',
      'The {place}-based {trade} {company} [cut|lowered] its annual forecast to {outlook} per share from {outlookAbove}, blaming [slower orders|rising costs|weak demand].',
    ],
    paragraphs: callRemarks,
  },
  {
    name: 'analyst_upgrade',
    category: 'market_movers',
    weight: 5,
    draw: results,
    topics: ['Analyst Ratings', 'Markets'],
    headlines: [
      '{broker} [upgrades|raises] {company} to [Buy|Outperform|Overweight], [sees|target] {target}',
      '{company} price target [raised|lifted] to {target} from {targetBelow} at {broker}',
      '{company} ({ticker}) [initiated at|started with a] [Buy|Outperform] at {broker}',
    ],
    leads: [
      '{broker} analyst {analyst} turned positive on {company} ({ticker}) with a price target of {target}, [up from|compared with] {targetBelow}, saying the market underestimates its {product}.',
      'Shares of {company} rose {move} on {day} after {broker} [became more upbeat on|published a bullish note on] the {trade}, with a target of {target}.',
    ],
    paragraphs: noteRemarks,
  },
  {
    name: 'analyst_downgrade',
    category: 'market_movers',
    weight: 4,
    draw: results,
    topics: ['Analyst Ratings', 'Markets'],
    headlines: [
      '{broker} [downgrades|cuts] {company} to [Neutral|Underperform|Sell], citing {product}',
      '{company} price target [cut|lowered] to {target} from {targetAbove} at {broker}',
      '{company} ({ticker}) [slips|falls] {move} as {broker} turns [bearish|cautious]',
    ],
    leads: [
      '{broker} analyst {analyst} cut the rating on {company} ({ticker}) and lowered the price target to {target} from {targetAbove}, pointing to [slowing|weaker] demand for {product}.',
      'Shares of {company} fell {move} on {day} after {broker} said it saw [little upside|growing risks] for the {trade}.',
    ],
    paragraphs: noteRemarks,
  },
];
