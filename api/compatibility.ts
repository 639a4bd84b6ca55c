/**
 * The setting API_COMPATIBILITY: where published clients of such services expect another shape than the specification
 * gives, this table lists what is changed for them. Each change is applied to the rendered response, once per content.
 */
import { createContent, etagOf, type Content } from './reply/content.ts';
import type { Result } from './reply/result.ts';

export const compatibilityNames = ['none', 'alphai'] as const;
export type CompatibilityName = (typeof compatibilityNames)[number];

type Json = Readonly<Record<string, unknown>>;
type Change = (answer: Json) => unknown;

interface Compatibility {
  /** First words of the response headers that describe a file. */
  readonly headerPrefix: string;
  /** By the name of the operation. */
  readonly changes: Readonly<Record<string, readonly Change[]>>;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list without its envelope. */
const bareArray: Change = ({ results }) => results;

/** A list under another name. */
const resultsAs =
  (name: string): Change =>
  ({ results, ...rest }) => ({ [name]: results, ...rest });

/** `filed_at` of an insider block is when EDGAR accepted the filing; where that is not known, as it is. */
function acceptedAsFiled(item: unknown): unknown {
  if (!isObject(item) || !isObject(item['insider'])) return item;
  const { insider } = item;
  return { ...item, insider: { ...insider, filed_at: insider['accepted_at'] ?? insider['filed_at'] } };
}
const acceptedAsFiledInList: Change = (answer) => ({ ...answer, results: (answer['results'] as unknown[]).map(acceptedAsFiled) });

const compatibilities: Readonly<Record<CompatibilityName, Compatibility>> = {
  none: { headerPrefix: 'X-Service', changes: {} },
  alphai: {
    headerPrefix: 'X-AlphAI',
    changes: {
      listNews: [acceptedAsFiledInList],
      listInsiderNews: [acceptedAsFiledInList],
      listRelatedNews: [acceptedAsFiledInList],
      listTrendingStories: [acceptedAsFiledInList, bareArray],
      listSymbols: [bareArray],
      getArticle: [acceptedAsFiled],
      listCalendar: [resultsAs('events')],
    },
  },
};

/** The prefix of the names of such headers: `X-Service`, or as configured. */
export const headerPrefixOf = (name: CompatibilityName, configured: string): string =>
  configured === '' ? compatibilities[name].headerPrefix : configured;

/** Changes the answer of an operation as its clients read it. */
export type Adapt = (operation: { readonly name: string }, result: Result) => Result;

export function createAdapter(name: CompatibilityName): Adapt {
  const { changes } = compatibilities[name];
  const changed = new WeakMap<Content, Content>();
  return (operation, result) => {
    const wanted = changes[operation.name];
    if (wanted === undefined || 'stream' in result || result.content === null) return result;
    const { content } = result;
    let adapted = changed.get(content);
    if (adapted === undefined) {
      const value = wanted.reduce((answer: unknown, change) => change(answer as Json), JSON.parse(content.identity.toString()) as unknown);
      adapted = createContent(JSON.stringify(value), { type: content.type, etag: etagOf(`${name}|${content.etag}`) });
      // A lent body is another answer's in a moment.
      if (content.lentBy === null) changed.set(content, adapted);
    }
    return { ...result, content: adapted };
  };
}
