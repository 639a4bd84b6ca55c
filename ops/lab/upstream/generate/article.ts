/**
 * Generates the article of a seed and index as a pure function, so that nothing is stored and any feed can be generated again. The
 * caller decides when the article is released.
 */
import type { Category } from '#schemas/vocabulary.ts';
import { chance, intBetween, pick, randomOf, weightedDraw, type Random } from '../random.ts';
import { drawEnglishOutlet, outletBeside, outletIn, type Outlet } from './outlets.ts';
import { capitalise, phrase } from './phrase.ts';
import { foreignFacts, foreignLanguages } from './stories/foreign.ts';
import { personName } from './world.ts';
import { storyFacts } from './stories/facts.ts';
import { storyKinds } from './stories/kinds.ts';

/** Errors of publishers that a feed entry may have. */
export const defects = [
  'empty_title',
  'blank_title',
  'missing_date',
  'future_date',
  'epoch_date',
  'unreadable_date',
  'relative_link',
  'double_escaped_title',
  'odd_entities',
  'markup_in_title',
] as const;
export type Defect = (typeof defects)[number];

/** Relation of an article to an earlier one: its text reprinted, another article on its event, or its URL listed again. */
export type CopyKind = 'reprint' | 'independent' | 'same_url';

export interface Article {
  readonly index: number;
  /** Outlet whose feed lists the article. */
  readonly outlet: Outlet;
  /** Outlet whose site has the article's page; differs from `outlet` when the feed links to another site. */
  readonly home: Outlet;
  /** Last segment of the path of the article's page. */
  readonly slug: string;
  /** Query and fragment that the feed's link adds to the page's URL. */
  readonly suffix: string;
  readonly title: string;
  readonly lead: string;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  readonly language: string;
  readonly story: string;
  readonly category: Category;
  readonly tickers: readonly string[];
  readonly defect: Defect | null;
  readonly copyOf: { readonly kind: CopyKind; readonly index: number } | null;
  /** Milliseconds from the stated publication to the entry's release in the feed. */
  readonly agedMs: number;
}

const drawRole = weightedDraw<'original' | CopyKind | 'foreign'>([
  ['original', 74],
  ['reprint', 9],
  ['independent', 7],
  ['same_url', 2],
  ['foreign', 8],
]);
const drawDefect = weightedDraw<Defect | null>([[null, 150], ...defects.map((defect) => [defect, 1] as const)]);
const copiesReachBack = 30;

interface Plan {
  readonly role: 'original' | CopyKind | 'foreign';
  readonly defect: Defect | null;
  readonly outlet: Outlet;
}

function planAt(seed: number, index: number): Plan {
  const random = randomOf(seed, 'plan', index);
  const role = drawRole(random);
  return { role, defect: drawDefect(random), outlet: drawEnglishOutlet(random) };
}

/** Returns the index of the original that the copy at `index` repeats, or null when none of the 200 before the draw is one. */
function originOf(seed: number, index: number): number | null {
  const random = randomOf(seed, 'origin', index);
  const from = index - intBetween(random, 1, copiesReachBack);
  for (let at = from; at >= Math.max(0, from - 200); at--) {
    const plan = planAt(seed, at);
    if (plan.role === 'original' && plan.defect === null) return at;
  }
  return null;
}

export function outletAt(seed: number, index: number): Outlet {
  const plan = planAt(seed, index);
  if (plan.role === 'original') return plan.outlet;
  if (plan.role === 'foreign') return foreignAt(seed, index).outlet;
  const origin = originOf(seed, index);
  return origin === null ? plan.outlet : outletBeside(planAt(seed, origin).outlet, index % 23);
}

export function articleAt(seed: number, index: number): Article {
  const article = writtenAt(seed, index);
  const title = article.defect === 'empty_title' ? '' : article.defect === 'blank_title' ? ' \u00a0 ' : article.title;
  return { ...article, title };
}

/** Returns the article with its real title even when its defect is an empty or blank one. */
function writtenAt(seed: number, index: number): Article {
  const plan = planAt(seed, index);
  if (plan.role === 'foreign') return foreignAt(seed, index);
  const origin = plan.role === 'original' ? null : originOf(seed, index);
  if (origin === null) return original(seed, index, plan);
  const source = original(seed, origin, planAt(seed, origin));
  const random = randomOf(seed, 'copy', index);
  const outlet = outletBeside(source.outlet, index % 23);
  const copyOf = { kind: plan.role as CopyKind, index: origin };
  const shared = { ...source, index, outlet, copyOf, agedMs: aged(random) };
  if (plan.role === 'same_url') {
    return {
      ...shared,
      suffix: pick(random, [
        '?utm_source=syndication&utm_medium=partner',
        '?utm_campaign=daily&utm_source=newsletter',
        '?fbclid=IwAR0x1',
        '#comments',
      ]),
    };
  }
  const { title, lead } = plan.role === 'reprint' ? edited(random, source, outlet) : story(seed, origin, `again-${index}`);
  return { ...shared, home: outlet, title, lead, suffix: outlet.tracking, slug: slugOf(title, index), authors: byline(random), defect: plan.defect };
}

/** Milliseconds between an article's release and its edit. */
export const editAfterMs = 60_000;

/** Returns the article's headline after an edit, which may withdraw the article, or null when it is never edited. */
export function laterTitle(seed: number, index: number): string | null {
  const { role, defect } = planAt(seed, index);
  const random = randomOf(seed, 'edit', index);
  if (role !== 'original' || defect !== null || !chance(random, 0.06)) return null;
  const { title } = story(seed, index, 'text');
  return chance(random, 0.25) ? `WITHDRAWN: ${title}` : `${title}, company confirms`;
}

/** Returns the paragraphs of an article's page, the lead first. */
export function bodyOf(seed: number, article: Article): readonly string[] {
  if (article.story === 'foreign') return [article.lead, article.lead];
  const from = article.copyOf?.index ?? article.index;
  const { kind, facts } = eventAt(seed, from);
  const random = randomOf(seed, 'body', article.copyOf?.kind === 'independent' ? article.index : from);
  const rest = [...kind.paragraphs].sort(() => random() - 0.5).slice(0, intBetween(random, 2, kind.paragraphs.length));
  return [article.lead, ...rest.map((pattern) => capitalise(phrase(pattern, facts, random)))];
}

function original(seed: number, index: number, plan: Plan): Article {
  const random = randomOf(seed, 'article', index);
  const { title, lead, kind, tickers } = story(seed, index, 'text');
  return {
    index,
    outlet: plan.outlet,
    home: plan.outlet,
    slug: slugOf(title, index),
    suffix: plan.outlet.tracking,
    title,
    lead,
    authors: byline(random),
    topics: kind.topics.slice(0, intBetween(random, 0, kind.topics.length)),
    language: 'en',
    story: kind.name,
    category: kind.category,
    tickers,
    defect: plan.defect,
    copyOf: null,
    agedMs: aged(random),
  };
}

function eventAt(seed: number, index: number) {
  const random = randomOf(seed, 'event', index);
  const kind = drawStoryKind(random);
  return { kind, ...storyFacts(kind.subject, random) };
}

function story(seed: number, index: number, version: string) {
  const { kind, facts, tickers } = eventAt(seed, index);
  const random = randomOf(seed, version, index);
  const title = capitalise(phrase(pick(random, kind.headlines), facts, random));
  return { kind, tickers, title, lead: capitalise(phrase(pick(random, kind.leads), facts, random)) };
}

/** Returns title and lead of a reprint, edited as news desks edit wire stories. */
function edited(random: Random, source: Article, outlet: Outlet): { readonly title: string; readonly lead: string } {
  const title = pick(random, [
    (text: string) => `UPDATE 1-${text}`,
    (text: string) => `UPDATE 2-${text}`,
    (text: string) => `REFILE-${text}`,
    (text: string) => `${text} - ${outlet.name}`,
    (text: string) => `${text} | ${outlet.name}`,
    (text: string) => text.replace(/ on | after | as /, ', '),
    (text: string) => text.toUpperCase(),
    (text: string) => text,
  ])(source.title);
  const lead = pick(random, [
    (text: string) => text,
    (text: string) => `(${outlet.name}) - ${text}`,
    (text: string) => `${text} Read the full story on our site.`,
    (text: string) => text.replaceAll("'", '\u2019'),
    (text: string) => (text.length > 160 ? `${text.slice(0, text.lastIndexOf(' ', 150))}...` : text),
  ])(source.lead);
  return { title, lead };
}

function foreignAt(seed: number, index: number): Article {
  const random = randomOf(seed, 'foreign', index);
  const language = pick(random, foreignLanguages);
  const { facts, tickers } = foreignFacts(random);
  const title = phrase(pick(random, language.headlines), facts, random);
  const own = outletIn(language.tag);
  const outlet = own !== undefined && chance(random, 0.8) ? own : drawEnglishOutlet(random);
  return {
    index,
    outlet,
    home: outlet,
    slug: slugOf(title, index),
    suffix: outlet.tracking,
    title,
    lead: phrase(pick(random, language.leads), facts, random),
    authors: [],
    topics: [],
    language: language.tag,
    story: 'foreign',
    category: 'other',
    tickers,
    defect: null,
    copyOf: null,
    agedMs: aged(random),
  };
}

const aged = (random: Random): number => Math.floor(random() * random() * 90_000);
const byline = (random: Random): readonly string[] =>
  chance(random, 0.3) ? [] : chance(random, 0.15) ? [personName(random), personName(random)] : [personName(random)];

/** Returns words of the title and the index in base 36, which makes the slug unique. */
function slugOf(title: string, index: number): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .slice(0, 9)
    .join('-');
  return `${words === '' ? 'news' : words}-${index.toString(36)}`;
}

const drawStoryKind = weightedDraw(storyKinds.map((kind) => [kind, kind.weight] as const));
