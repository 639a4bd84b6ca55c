/** Lists the entities of an article: companies of its tickers, agencies of a fixed list, and people whose office the text gives (`CEO Tim Cook`). */
import type { KeyEntity } from '#schemas/item.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { Draft } from './draft.ts';
import type { Mention } from '../tickers/mention.ts';

const ENTITIES_MAX = 12;
const LEAD_LENGTH_MAX = 300;

// prettier-ignore
const organisations: readonly (readonly [name: string, pattern: RegExp, description: string])[] = [
  ['Federal Reserve', /\b(?:Federal Reserve|the Fed|Fed (?:chair|officials?|minutes|rates?|governor|president|'s)|Fed's|FOMC)\b/, 'US central bank'],
  ['European Central Bank', /\b(?:ECB|European Central Bank)\b/, 'Central bank of the euro area'],
  ['Bank of England', /\b(?:BoE|BOE|Bank of England)\b/, 'UK central bank'],
  ['Bank of Japan', /\b(?:BoJ|BOJ|Bank of Japan)\b/, 'Japanese central bank'],
  ["People's Bank of China", /\b(?:PBOC|PBoC|People's Bank of China)\b/, 'Chinese central bank'],
  ['US Treasury', /\b(?:US|U\.S\.) Treasury|\bTreasury (?:Department|Secretary)\b/, 'US department of the treasury'],
  ['SEC', /\b(?:SEC|Securities and Exchange Commission)\b/, 'US securities regulator'],
  ['FDA', /\b(?:FDA|Food and Drug Administration)\b/, 'US drug and food regulator'],
  ['FTC', /\b(?:FTC|Federal Trade Commission)\b/, 'US competition and consumer regulator'],
  ['Department of Justice', /\b(?:DOJ|DoJ|Justice Department|Department of Justice)\b/, 'US law enforcement'],
  ['European Commission', /\b(?:European Commission|EU (?:regulators?|antitrust|commission))\b/i, 'Executive and competition regulator of the EU'],
  ['OPEC', /\bOPEC\+?(?!\w)/, 'Organisation of oil-exporting countries'],
  ['IMF', /\b(?:IMF|International Monetary Fund)\b/, 'International lender'],
  ['White House', /\b(?:White House)\b/, 'Office of the US president'],
  ['Congress', /\b(?:US|U\.S\.)? ?(?:Congress|Senate)\b/, 'US legislature'],
  ['NHTSA', /\bNHTSA\b/, 'US road-safety regulator'], ['FAA', /\bFAA\b/, 'US aviation regulator'], ['EPA', /\bEPA\b/, 'US environment regulator'], ['CFTC', /\bCFTC\b/, 'US derivatives regulator'], ['FCC', /\bFCC\b/, 'US communications regulator'],
  ['EIA', /\bEIA\b/, 'US energy statistics agency'], ['EMA', /\bEMA\b|European Medicines Agency/, 'EU drug regulator'],
];

const OFFICE =
  /\b(CEO|CFO|COO|CTO|Chairman|Chair|President|Chief Executive(?: Officer)?|Founder|Governor|Treasury Secretary|Secretary|Prime Minister|Senator|Sen\.)\s+((?:[A-Z][a-z]+|[A-Z]\.)(?:[ -](?:[A-Z][a-zA-Z'’]+|[A-Z]\.)){1,2})/g;
/** Capitalised words that follow an office in a headline and begin no name. */
const NOT_A_NAME =
  /^(?:To|Of|And|On|In|Is|As|For|Says|Said|Will|The|At|With|Over|After|Steps|Out|Buys|Sells|Resigns|Named|Sees|Talks|Search|Succession|Transition|Pay|Compensation|Letter|Interview|Stock|Officer|Executive|Elect|Warns|Joins|Plans|Speaks|Discusses|Who|Exits|Leaves|Retires|Departs|New)\b/;
const LAST_NOT_NAME =
  /\s(?:To|Of|And|On|In|Is|As|For|Says|Said|Will|At|With|Over|After|Sees|Steps|Buys|Sells|Resigns|Warns|Joins|Plans|Discusses|Exits|Leaves|Retires|Departs|Tells|Calls|Takes|Gets|Has|Was|Named|Talks|Speaks)$/;

export function putEntities(draft: Draft): Outcome<Draft> {
  const text = `${draft.title}. ${draft.lead.slice(0, LEAD_LENGTH_MAX)}`;
  const entities = [...companies(draft.mentions), ...people(text), ...agencies(text)];
  return keep({ ...draft, entities: entities.slice(0, ENTITIES_MAX) });
}

const agencies = (text: string): KeyEntity[] =>
  organisations.filter(([, pattern]) => pattern.test(text)).map(([name, , description]) => ({ name, type: 'organization', description }));

const companies = (mentions: readonly Mention[]): KeyEntity[] =>
  mentions.map(({ entry, text, kind }) => ({
    name: kind === 'name' || kind === 'crypto' ? text : entry.name,
    type: entry.asset_type === 'Crypto' ? 'cryptocurrency' : entry.asset_type === 'ETF' ? 'fund' : 'company',
    description: `${entry.name}, ${entry.symbol}${entry.exchange === null ? '' : ` on ${entry.exchange}`}`,
  }));

function people(text: string): KeyEntity[] {
  const found = new Map<string, KeyEntity>();
  for (const match of text.matchAll(OFFICE)) {
    const office = match[1] ?? '';
    const name = (match[2] ?? '').replace(LAST_NOT_NAME, '').replace(/['’]s$/, '');
    if (!name.includes(' ') || NOT_A_NAME.test(name) || found.has(name)) continue;
    found.set(name, { name, type: 'person', description: office });
  }
  return [...found.values()].slice(0, 4);
}
