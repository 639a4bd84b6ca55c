/**
 * Maps an article to its publisher: the news agency that wrote the text, else the owner of the outlet. Outlets of one owner are one
 * publisher; an outlet that is not listed is its own publisher.
 */
import type { StoredItem } from './item.ts';

interface Owner {
  readonly domains: readonly string[];
  /** Names of the agency in bylines and datelines of other outlets. */
  readonly bylines?: readonly string[];
}

/**
 * Owners of several outlets, and agencies whose texts other outlets print. The comment above each names the page on which the owner lists
 * its outlets; the lists have not been compared with these pages yet.
 */
const owners: Readonly<Record<string, Owner>> = {
  // thomsonreuters.com, Annual Report 2024: Reuters News.
  'Thomson Reuters': { domains: ['reuters.com'], bylines: ['Reuters', 'Thomson Reuters'] },
  // ap.org, About us: a cooperative of its members.
  'Associated Press': { domains: ['apnews.com', 'ap.org'], bylines: ['AP', 'Associated Press', 'The Associated Press'] },
  // afp.com, Statutes of the agency.
  'Agence France-Presse': { domains: ['afp.com'], bylines: ['AFP', 'Agence France-Presse'] },
  // bloomberg.com, Company: Bloomberg L.P.
  Bloomberg: { domains: ['bloomberg.com', 'businessweek.com', 'bloomberglaw.com', 'bloombergtax.com'], bylines: ['Bloomberg', 'Bloomberg News'] },
  // News Corp, Form 10-K for fiscal 2024, Item 1: Dow Jones, News Media.
  'News Corp': {
    domains: ['wsj.com', 'barrons.com', 'marketwatch.com', 'investors.com', 'dowjones.com', 'fnlondon.com', 'nypost.com', 'thetimes.com', 'thetimes.co.uk', 'theaustralian.com.au', 'news.com.au'],
    bylines: ['Dow Jones Newswires', 'Dow Jones Newswire'],
  },
  // pamediagroup.com, About.
  'PA Media': { domains: ['pamediagroup.com', 'pa.media'], bylines: ['PA', 'PA Media', 'Press Association'] },
  // rttnews.com, About us.
  RTTNews: { domains: ['rttnews.com'], bylines: ['RTTNews'] },
  // thecanadianpress.com, About.
  'The Canadian Press': { domains: ['thecanadianpress.com'], bylines: ['The Canadian Press', 'Canadian Press'] },
  // Fox Corporation, Form 10-K for fiscal 2024, Item 1.
  'Fox Corporation': { domains: ['foxbusiness.com', 'foxnews.com'] },
  // The New York Times Company, Form 10-K for 2024, Item 1.
  'The New York Times Company': { domains: ['nytimes.com', 'theathletic.com'] },
  // nikkei.com, Group companies: the Financial Times since 2015.
  Nikkei: { domains: ['nikkei.com', 'ft.com'] },
  // axelspringer.com, Brands.
  'Axel Springer': { domains: ['businessinsider.com', 'insider.com', 'politico.com', 'politico.eu', 'welt.de', 'bild.de', 'morningbrew.com'] },
  // IAC Inc., Form 10-K for 2024, Item 1: Dotdash Meredith.
  'Dotdash Meredith': { domains: ['investopedia.com', 'thebalancemoney.com', 'people.com'] },
  // The Arena Group, Form 10-K for 2024, Item 1.
  'The Arena Group': { domains: ['thestreet.com', 'parade.com'] },
  // fool.com, About: its country sites.
  'The Motley Fool': { domains: ['fool.com', 'fool.co.uk', 'fool.ca', 'fool.com.au'] },
  // Gannett, Form 10-K for 2024, Item 1.
  Gannett: { domains: ['usatoday.com', 'freep.com', 'azcentral.com', 'indystar.com', 'jsonline.com', 'tennessean.com'] },
  // advance.com, Brands: American City Business Journals, Condé Nast.
  Advance: { domains: ['bizjournals.com', 'arstechnica.com', 'wired.com', 'newyorker.com', 'vanityfair.com'] },
  // Informa, Annual Report 2024: Industry Dive.
  Informa: {
    domains: ['bankingdive.com', 'biopharmadive.com', 'cfodive.com', 'medtechdive.com', 'retaildive.com', 'supplychaindive.com', 'utilitydive.com', 'constructiondive.com', 'healthcaredive.com'],
  },
  // questex.com, Brands: Fierce.
  Questex: { domains: ['fiercebiotech.com', 'fiercepharma.com', 'fiercehealthcare.com'] },
  // pmc.com, Our brands.
  'Penske Media': { domains: ['variety.com', 'deadline.com', 'hollywoodreporter.com', 'rollingstone.com', 'billboard.com', 'wwd.com'] },
  // voxmedia.com, Networks.
  'Vox Media': { domains: ['theverge.com', 'vox.com', 'nymag.com'] },
  // nexstar.tv, Form 10-K for 2024, Item 1.
  Nexstar: { domains: ['thehill.com', 'newsnationnow.com'] },
  // dmgt.com, Our businesses.
  'Daily Mail and General Trust': { domains: ['dailymail.co.uk', 'dailymail.com', 'thisismoney.co.uk', 'metro.co.uk', 'inews.co.uk'] },
  // postmedia.com, Brands.
  Postmedia: { domains: ['financialpost.com', 'nationalpost.com', 'calgaryherald.com', 'vancouversun.com', 'montrealgazette.com', 'torontosun.com'] },
  // nineforbrands.com.au, Publishing.
  'Nine Entertainment': { domains: ['smh.com.au', 'theage.com.au', 'afr.com', 'brisbanetimes.com.au'] },
  // sph.com.sg, Our brands.
  'SPH Media': { domains: ['straitstimes.com', 'businesstimes.com.sg'] },
  // htmedia.in, Brands.
  'HT Media': { domains: ['livemint.com', 'hindustantimes.com'] },
  // nw18.com, Annual Report 2023-24.
  Network18: { domains: ['moneycontrol.com', 'cnbctv18.com', 'news18.com', 'firstpost.com'] },
  // expressgroup.indianexpress.com, About.
  'The Indian Express Group': { domains: ['indianexpress.com', 'financialexpress.com'] },
  // cision.com, Brands: PR Newswire, CNW.
  Cision: { domains: ['prnewswire.com', 'prnewswire.co.uk', 'newswire.ca', 'cision.com'] },
  // accessnewswire.com, Form 10-K for 2024, Item 1.
  'ACCESS Newswire': { domains: ['accessnewswire.com', 'accesswire.com', 'newswire.com'] },
}; // prettier-ignore

const byDomain = new Map(Object.entries(owners).flatMap(([owner, { domains }]) => domains.map((domain) => [domain, owner] as const)));
const byByline = new Map(
  Object.entries(owners).flatMap(([owner, { bylines = [] }]) => bylines.map((byline) => [byline.toLowerCase(), owner] as const)),
);

export type ArticleSource = Pick<StoredItem['original'], 'source' | 'source_domain' | 'authors' | 'summary'>;

/** The dateline before a report names its agency: `LONDON (Reuters) -`, `(AP) —`. */
const dateline = /^(?:[A-Z][\p{L}\p{N}.,' /-]{1,60} )?\(([\p{L} -]{2,30})\) ?[-–—:]/u;

/** Returns the publisher's name: a listed owner, else the domain, else the outlet's name. */
export function publisherOf({ source, source_domain, authors, summary }: ArticleSource): string {
  const agency = [source, ...authors, dateline.exec(summary)?.[1] ?? ''].map((name) => byByline.get(name.trim().toLowerCase())).find(Boolean);
  return agency ?? byDomain.get(source_domain) ?? (source_domain === '' ? source : source_domain);
}
