/** Writes the sentence that explains a ticker's reading to a reader: what the news is, what it says, where that points. */
import type { Category, Sentiment } from '#schemas/vocabulary.ts';

export interface Told {
  readonly sentiment: Sentiment;
  /** Where the direction was read; null where none was. */
  readonly place: 'headline' | 'lead' | null;
  /** Quotes that speak for the answer, and against it; '' for none. */
  readonly evidence: { readonly of: string; readonly against: string };
  readonly ticker: string;
  readonly title: string;
  /** The kind of news by relevance/kinds.ts; '' where it is none of them. */
  readonly kind: string;
  readonly category: Category;
}

export function reasonOf(told: Told): string {
  const { sentiment, evidence, ticker, place } = told;
  if (sentiment === 'neutral') {
    return evidence.of === ''
      ? `The article reports ${newsOf(told)}; nothing in it points the price of ${ticker} clearly up or down.`
      : `The article reports ${newsOf(told)}; what it says of ${ticker}, ${evidence.of}, does not point its price clearly up or down.`;
  }
  const [good, direction] = sentiment === 'positive' ? ['good', 'a higher'] : ['bad', 'a lower'];
  const against = evidence.against === '' ? '' : `, against ${evidence.against}`;
  if (evidence.of === '')
    return `Taken as a whole “${shortened(told.title)}” reads as ${good} news for ${ticker}, which points to ${direction} price${against}.`;
  return `The ${place} says ${evidence.of} of ${ticker}, which points to ${direction} price${against}.`;
}

const TITLE_LENGTH_MAX = 140;
/** What invites readers of a post to more. */
const INVITATION = /\b(?:keep reading|continue reading|read more|get more|subscribe|sign up)\b/i;

/** Without the tags, links and invitations at the end of a post. */
function plainTitle(title: string): string {
  const invited = title.search(INVITATION);
  const words = (invited > 0 ? title.slice(0, invited) : title).replaceAll(/["“”]/g, '').trim().split(/\s+/);
  while (words.length > 1 && /^(?:#|https?:)/.test(words.at(-1) ?? '')) words.pop();
  const text = words.join(' ');
  let end = text.length;
  while (end > 1 && '. …'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function shortened(title: string): string {
  const plain = plainTitle(title);
  if (plain.length <= TITLE_LENGTH_MAX) return plain;
  const cut = plain.slice(0, TITLE_LENGTH_MAX);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}

const newsOf = ({ kind, category }: Told): string => ofKind.get(kind) ?? ofCategory[category];

const ofKind: ReadonlyMap<string, string> = new Map([
  ['fund holdings write-up', 'what a fund holds'],
  ['list of picks', 'a list of picks'],
  ['opinion', 'an opinion'],
  ['transcript', 'the transcript of a call'],
  ['presentation or notice of a call', 'a presentation or the notice of a call'],
  ['calendar of events', 'events to come'],
  ['list of ratings', 'a list of ratings'],
  ['list of movers', 'a list of moving stocks'],
  ['market wrap', 'a session of the market'],
  ['results with numbers', 'results'],
  ['results', 'results'],
  ['guidance', 'an outlook'],
  ['takeover', 'a takeover'],
  ['acquisition', 'an acquisition'],
  ['stake', 'a stake bought or sold'],
  ['approval or refusal by a regulator', "a regulator's decision"],
  ['clinical data', 'clinical data'],
  ['major contract', 'a contract'],
  ['capital raised or returned', 'capital raised or returned'],
  ['restatement', 'a restatement'],
  ['credit rating', 'a credit rating'],
  ['bankruptcy or default', 'a bankruptcy or default'],
  ['change at the top', 'a change at the top'],
  ['appointment', 'an appointment'],
  ['legal action', 'legal action'],
  ['analyst action with a thesis', "an analyst's view"],
  ['analyst action', "an analyst's view"],
  ['move on a fresh catalyst', 'a move of a price'],
  ['move', 'a move of a price'],
  ['public offering of a company', 'a public offering'],
  ['insider trade', "an insider's trade"],
  ['operating figures', 'operating figures'],
  ['halt of trading', 'a halt of trading'],
  ['company news', 'company news'],
]);

const ofCategory: Readonly<Record<Category, string>> = {
  earnings: 'results or what is expected of them',
  mergers_acquisitions: 'a deal between companies',
  regulation: 'what an authority or a court does',
  macro_economy: 'news of the economy',
  sector_analysis: 'news of a sector',
  market_movers: 'moves of prices',
  technology: 'news of a product or of technology',
  commodities: 'news of commodities',
  crypto: 'news of crypto assets',
  ipo: 'a public offering',
  geopolitics: 'political news',
  insider: "an insider's trade",
  corporate_actions: 'company news',
  other: 'general news',
};
