/** Writes the sentence that explains a direction: the kind of news, the quoted words, the direction. */
import type { Category, Sentiment } from '#schemas/vocabulary.ts';

export interface ReasonParts {
  readonly sentiment: Sentiment;
  /** Part of the article that gave the direction; null for a neutral one. */
  readonly place: 'headline' | 'lead' | null;
  readonly quoted: string;
  readonly ticker: string;
  readonly title: string;
  readonly category: Category;
}

export function reasonOf({ sentiment, place, quoted, ticker, title, category }: ReasonParts): string {
  if (sentiment === 'neutral')
    return `The article reports ${ofCategory[category]}; nothing in it clearly points to a higher or lower price of ${ticker}.`;
  const [good, direction] = sentiment === 'positive' ? ['good', 'a higher'] : ['bad', 'a lower'];
  if (quoted === '') return `Taken as a whole “${shortened(title)}” reads as ${good} news for ${ticker}, which points to ${direction} price.`;
  return `The ${place} says ${quoted} about ${ticker}, which points to ${direction} price.`;
}

const TITLE_LENGTH_MAX = 140;
const INVITATION = /\b(?:keep reading|continue reading|read more|get more|subscribe|sign up)\b/i;

/** Strips hashtags, links and invitations from the end of a post. */
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

const ofCategory: Readonly<Record<Category, string>> = {
  earnings: 'results or expectations for them',
  mergers_acquisitions: 'a deal between companies',
  regulation: 'an action of an authority or a court',
  macro_economy: 'news about the economy',
  sector_analysis: 'news about a sector',
  market_movers: 'price moves',
  technology: 'news about a product or technology',
  commodities: 'news about commodities',
  crypto: 'news about crypto assets',
  ipo: 'a public offering',
  geopolitics: 'political news',
  insider: "an insider's trade",
  corporate_actions: 'company news',
  other: 'general news',
};
