/** Converts JSON Schemas of an OpenAPI document to types that programming languages have: named types, lists, unions, scalars. */

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
/** `decimal` is a number in a string, `time` a date or time in a string. */
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
  /** Fields of an object, or null when the type is an alias of `shape`. */
  readonly fields: readonly Field[] | null;
  readonly shape: Shape;
  readonly description: string;
}

/** The pattern of the service's decimals (schemas/primitives.ts). */
const decimalPattern = String.raw`^-?\d+(\.\d+)?$`;

const scalar = (name: ScalarName): Shape => ({ kind: 'scalar', name });

export const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns a reader of schemas and the named types that it has read. An object without a component name gets the given name. */
export function createShapeReader(components: Readonly<Record<string, Schema>>) {
  const types = new Map<string, NamedType>();
  // Component names are reserved before any other type gets a name.
  const taken = new Set(Object.keys(components).map(pascalCase));

  const freeName = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };

  const define = (schema: Schema, name: string): Shape => {
    const { properties, required = [], description = '' } = schema;
    // The type is registered before its fields are read, because it may refer to itself.
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
        throw new Error(`${name}: clients have no type for the schema type ${type}`);
    }
  };

  return { read, types: (): readonly NamedType[] => [...types.values()] };
}

const isTime = ({ format, anyOf = [] }: Schema): boolean =>
  format === 'date' || format === 'date-time' || (anyOf.length > 0 && anyOf.every((each) => isTime(each)));

/** Returns a union without nested unions and duplicates; a single alternative is returned alone. */
function unionOf(shapes: readonly Shape[]): Shape {
  const flat = new Map(shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape])).map((shape) => [JSON.stringify(shape), shape]));
  return flat.size === 1 ? [...flat.values()][0]! : { kind: 'union', of: [...flat.values()] };
}
