/** Turns the JSON Schema of an OpenAPI document into types that programming languages have: named types, lists, unions, scalars. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Literal[];
  readonly const?: Literal;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
}

export type Literal = string | number | boolean | null;
/** `decimal`: digits in a string; `time`: a date or an instant in a string. */
export type ScalarName = 'string' | 'decimal' | 'time' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown';

export type Shape =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  | { readonly kind: 'list' | 'record'; readonly of: Shape }
  | { readonly kind: 'union'; readonly of: readonly Shape[] };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly description: string;
}

export interface NamedType {
  readonly name: string;
  /** Fields of an object; null: the type is another name of `shape`. */
  readonly fields: readonly Field[] | null;
  readonly shape: Shape;
  readonly description: string;
}

export interface ShapeReader {
  /** Returns the shape; `name` becomes its name when it is an object. */
  readonly read: (schema: Schema, name: string) => Shape;
  /** Returns every object read so far, in the order of its first mention. */
  readonly types: () => readonly NamedType[];
}

/** The pattern of the service's decimals (schemas/primitives.ts). */
const decimalPattern = String.raw`^-?\d+(\.\d+)?$`;

const scalar = (name: ScalarName): Shape => ({ kind: 'scalar', name });

/** Returns e.g. `ProblemRateLimited` for `Problem_rate_limited`, `TickerAnalysis` for `ticker_analysis`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns a reader of schemas that may refer to these components. */
export function createShapeReader(components: Readonly<Record<string, Schema>>): ShapeReader {
  const types = new Map<string, NamedType>();
  // Component names are reserved, whatever is read before them.
  const taken = new Set(Object.keys(components).map(pascalCase));

  const freeName = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };

  const define = (schema: Schema, name: string): Shape => {
    const { properties, required = [], description = '' } = schema;
    // Entered before its fields are read, because a type may refer to itself.
    types.set(name, { name, fields: null, shape: scalar('unknown'), description });
    if (properties === undefined) types.set(name, { name, fields: null, shape: read(schema, name), description });
    else {
      const fields = Object.entries(properties).map(([field, of]) => ({
        name: field,
        shape: read(of, `${name}${pascalCase(field)}`),
        isRequired: required.includes(field),
        description: of.description ?? '',
      }));
      types.set(name, { name, fields, shape: { kind: 'named', name }, description });
    }
    return { kind: 'named', name };
  };

  const read = (schema: Schema, name: string): Shape => {
    if (schema.$ref !== undefined) {
      const component = schema.$ref.replace('#/components/schemas/', '');
      const target = components[component];
      if (target === undefined) throw new Error(`${name}: the document has no schema ${component}`);
      const typeName = pascalCase(component);
      return types.has(typeName) ? { kind: 'named', name: typeName } : define(target, typeName);
    }
    if (schema.const !== undefined) return { kind: 'literals', values: [schema.const] };
    if (schema.enum !== undefined) return { kind: 'literals', values: schema.enum };
    if (schema.properties !== undefined) return define(schema, freeName(name));
    if (schema.type !== undefined)
      return unionOf((typeof schema.type === 'string' ? [schema.type] : schema.type).map((type) => readType(schema, type, name)));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) return unionOf(alternatives.map((each) => read(each, name)));
    if (schema.allOf?.length === 1) return read(schema.allOf[0]!, name);
    return scalar('unknown');
  };

  const readType = (schema: Schema, type: string, name: string): Shape => {
    switch (type) {
      case 'array':
        return { kind: 'list', of: read(schema.items ?? {}, name) };
      case 'object':
        return { kind: 'record', of: typeof schema.additionalProperties === 'object' ? read(schema.additionalProperties, name) : scalar('unknown') };
      case 'string':
        return scalar(schema.pattern === decimalPattern ? 'decimal' : isTime(schema) ? 'time' : 'string');
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return scalar(type);
      default:
        throw new Error(`${name}: a client cannot say the type ${type}`);
    }
  };

  return { read, types: () => [...types.values()] };
}

const isTime = ({ format, anyOf = [] }: Schema): boolean =>
  format === 'date' || format === 'date-time' || (anyOf.length > 0 && anyOf.every((each) => isTime(each)));

/** Returns a flat union without duplicates. */
function unionOf(shapes: readonly Shape[]): Shape {
  const flat = new Map(shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape])).map((shape) => [JSON.stringify(shape), shape]));
  return flat.size === 1 ? [...flat.values()][0]! : { kind: 'union', of: [...flat.values()] };
}
