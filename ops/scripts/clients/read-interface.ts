/** Reads from an OpenAPI document what a client needs. It treats no operation specially by name. */
import { createShapeReader, pascalCase, type Field, type NamedType, type Schema, type Shape } from './shape.ts';

interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema };
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
    readonly description?: string;
    readonly explode?: boolean;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface ClientOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: readonly Field[];
  readonly queryParameters: readonly Field[];
  readonly body: Field | null;
  readonly type: string;
  readonly result: Shape;
  /** True when the response is a stream of events, each with a `result`. */
  readonly isStream: boolean;
  /** Set when the operation pages by cursor. `items` is the page's list field, or null when several lists are possible. */
  readonly paging: { readonly items: string | null; readonly item: Shape | null } | null;
  /** True when a client can follow the operation with `sort=ingested`. */
  readonly isDelta: boolean;
}

export interface ClientInterface {
  readonly types: readonly NamedType[];
  readonly operations: readonly ClientOperation[];
  readonly problems: readonly { readonly code: string; readonly type: string }[];
}

export const made = 'Generated from the OpenAPI document by `npm run clients`; do not edit.';

const json = 'application/json';
const events = 'text/event-stream';
const problemPrefix = 'Problem_';
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Returns whether the operation takes JSON or no body. Those that take a form are OAuth's, for which clients use a library. */
const takesJson = ({ requestBody }: DocumentedOperation): boolean => requestBody === undefined || Object.hasOwn(requestBody.content, json);

/** Returns the interface. Throws when a list parameter is exploded, or two parameters of an operation have one name. */
export function readInterface({ paths, components = {} }: OpenApi): ClientInterface {
  const schemas = components.schemas ?? {};
  const reader = createShapeReader(schemas);
  const operations: ClientOperation[] = [];
  for (const [path, ofPath] of Object.entries(paths))
    for (const [method, documented] of Object.entries(ofPath))
      if (methods.has(method) && takesJson(documented)) operations.push(operationOf(path, method, documented));
  const problems = Object.keys(schemas)
    .filter((name) => name.startsWith(problemPrefix))
    .map((name) => {
      reader.read({ $ref: `#/components/schemas/${name}` }, name);
      return { code: name.slice(problemPrefix.length), type: pascalCase(name) };
    });
  return { types: reader.types(), operations, problems };

  function operationOf(path: string, method: string, documented: DocumentedOperation): ClientOperation {
    const { operationId: name, summary = '', description = '', parameters = [], requestBody, responses } = documented;
    const fieldsIn = (place: string): Field[] =>
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => {
          const shape = reader.read(parameter.schema, pascalCase(`${name}_${parameter.name}`));
          // Clients send a list as one value with commas.
          if (shape.kind === 'list' && parameter.explode !== false)
            throw new Error(`${name}: ${parameter.name} is a list that is not explode: false`);
          return { name: parameter.name, shape, isRequired: parameter.required === true, description: parameter.description ?? '' };
        });
    const pathParameters = fieldsIn('path');
    const queryParameters = fieldsIn('query');
    const names = [...pathParameters, ...queryParameters].map((field) => field.name);
    if (new Set(names).size < names.length) throw new Error(`${name}: two parameters have the same name`);
    const bodySchema = requestBody?.content[json]?.schema;
    const content = Object.entries(responses).find(([status, response]) => /^2/.test(status) && response.content !== undefined)?.[1].content ?? {};
    const mediaTypes = Object.keys(content);
    const type = mediaTypes.includes(json) ? json : (mediaTypes[0] ?? json);
    const answer = type === json || type === events ? reader.read(content[type]?.schema ?? {}, `${pascalCase(name)}Result`) : textShape;
    const hasEmpty = '204' in responses;
    const fields = answer.kind === 'named' ? (reader.types().find((each) => each.name === answer.name)?.fields ?? []) : [];
    return {
      name,
      method: method.toUpperCase(),
      path,
      summary,
      description,
      pathParameters,
      queryParameters,
      body: bodySchema === undefined ? null : bodyField(reader.read(bodySchema, `${pascalCase(name)}Body`), requestBody?.required === true),
      type,
      result: hasEmpty ? { kind: 'union', of: [...(mediaTypes.length === 0 ? [] : [answer]), { kind: 'scalar', name: 'null' }] } : answer,
      isStream: type === events,
      paging: names.includes('cursor') && fields.some((field) => field.name === 'next_cursor') ? pagingOf(fields) : null,
      isDelta: names.includes('cursor') && queryParameters.some((field) => field.name === 'sort' && literalsOf(field.shape).includes('ingested')),
    };
  }
}

const textShape: Shape = { kind: 'scalar', name: 'string' };
const bodyField = (shape: Shape, isRequired: boolean): Field => ({ name: 'body', shape, isRequired, description: 'The JSON body' });
const literalsOf = (shape: Shape): readonly unknown[] => (shape.kind === 'literals' ? shape.values : []);

/** Returns the field `results`, or else the only list of a page. */
function pagingOf(fields: readonly Field[]): { readonly items: string | null; readonly item: Shape | null } {
  const lists = fields.flatMap(({ name, shape }) => (shape.kind === 'list' ? [{ items: name, item: shape.of }] : []));
  return lists.find(({ items }) => items === 'results') ?? (lists.length === 1 ? lists[0]! : { items: null, item: null });
}
