/** Generates the TypeScript client's types and its table of operations. */
import { made, type ClientInterface, type ClientOperation } from './read-interface.ts';
import { pascalCase, type Field, type NamedType, type Shape } from './shape.ts';

/** Members of the client's hand-written part. No operation may have such a name. */
const reserved = new Set(['request', 'open', 'rateLimit']);

/** Returns the text of each file, by file name. Throws when an operation has a reserved name. */
export function typescriptFiles(described: ClientInterface): Readonly<Record<string, string>> {
  for (const { name } of described.operations) if (reserved.has(name)) throw new Error(`an operation may not be called ${name}`);
  return { 'schemas.ts': schemasFile(described), 'operations.ts': operationsFile(described) };
}

function schemasFile({ types, problems }: ClientInterface): string {
  const codes = problems.map(({ code, type }) => `  ${code}: ${type};`);
  const isBody = new Set(problems.map(({ type }) => type));
  return [
    `/** Types of the service's answers. ${made} */`,
    `import type { DecimalString } from '../decimal.ts';`,
    `\n${problemText(types.find(({ name }) => isBody.has(name))!)}`,
    ...types.map((type) => `\n${isBody.has(type.name) ? problemAlias(type) : declarationOf(type)}`),
    '\n/** Body of each problem, by its code. */',
    `export interface Problems {\n${codes.join('\n')}\n}\n`,
  ].join('\n');
}

function declarationOf({ name, fields, shape, description }: NamedType): string {
  const comment = commentOf(description);
  if (fields === null) return `${comment}export type ${name} = ${textOf(shape)};`;
  return `${comment}export interface ${name} {\n${fields.map((field) => fieldText(field, textOf(field.shape))).join('')}}`;
}

/** The fields in which problem bodies differ, with their type parameters. */
const problemFields: Readonly<Record<string, string>> = { code: 'Code', status: 'Status', extra: 'Extra' };

function problemText({ fields }: NamedType): string {
  const lines = fields!.map((field) => fieldText(field, problemFields[field.name] ?? textOf(field.shape)));
  return `/** Body of a problem. */\nexport interface Problem<${Object.values(problemFields).join(', ')}> {\n${lines.join('')}}`;
}

function problemAlias({ name, fields, description }: NamedType): string {
  const given = Object.keys(problemFields).map((key) => textOf(fields!.find((field) => field.name === key)!.shape));
  return `${commentOf(description)}export type ${name} = Problem<${given.join(', ')}>;`;
}

const fieldText = ({ name, isRequired, description }: Field, type: string): string =>
  `${commentOf(description, '  ')}  readonly ${propertyName(name)}${isRequired ? '' : '?'}: ${type};\n`;

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

function commentOf(text: string, indent = ''): string {
  const lines = text
    .replaceAll('*/', '*\\/')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) return '';
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

const scalars = {
  string: 'string',
  decimal: 'DecimalString',
  time: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  unknown: 'unknown',
} as const;

function textOf(shape: Shape, isSent = false): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'scalar':
      return isSent && shape.name === 'time' ? 'string | Date' : scalars[shape.name];
    case 'literals':
      return shape.values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join(' | ');
    case 'list': {
      const of = textOf(shape.of, isSent);
      const list = `readonly ${of.includes(' ') ? `(${of})` : of}[]`;
      // The service reads a single text as a list of one element, so callers may pass one text.
      return isSent && of === 'string' ? `string | ${list}` : list;
    }
    case 'record':
      return `Readonly<Record<string, ${textOf(shape.of, isSent)}>>`;
    case 'union':
      return shape.of.map((each) => textOf(each, isSent)).join(' | ');
  }
}

function operationsFile({ types, operations }: ClientInterface): string {
  const interfaces = operations.map(parametersText);
  const table = operations.map(rowText);
  const signatures = operations.map(signatureText);
  const text = [...interfaces, ...signatures].join('\n');
  const used = types.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    `/** Every operation of the service: its parameters, its result and how to request it. ${made} */`,
    `import type { OperationFacts } from '../operation-facts.ts';`,
    `import type { ${used.sort().join(', ')} } from './schemas.ts';`,
    ...interfaces,
    '\n/** Parameters, result and, for an operation that pages, its items, by operation. */',
    `export interface Operations {\n${signatures.join('')}}`,
    `\nexport const operations = {\n${table.join('')}} as const satisfies Readonly<Record<keyof Operations, OperationFacts>>;\n`,
  ].join('\n');
}

const parametersName = ({ name }: ClientOperation): string => `${pascalCase(name)}Parameters`;
const fieldsOf = ({ pathParameters, queryParameters, body }: ClientOperation): Field[] => [
  ...pathParameters,
  ...queryParameters,
  ...(body === null ? [] : [body]),
];

function parametersText(operation: ClientOperation): string {
  const fields = fieldsOf(operation).map((field) => fieldText(field, textOf(field.shape, true)));
  const name = parametersName(operation);
  return fields.length === 0 ? `\nexport type ${name} = Readonly<Record<string, undefined>>;` : `\nexport interface ${name} {\n${fields.join('')}}`;
}

function signatureText(operation: ClientOperation): string {
  const { name, method, path, summary, description, result, paging, isDelta, isStream } = operation;
  const parts = [
    `readonly parameters: ${parametersName(operation)}`,
    `readonly result: ${textOf(result)}`,
    ...(paging === null ? [] : ['readonly isPaged: true']),
    ...(paging?.item ? [`readonly item: ${textOf(paging.item)}`] : []),
    ...(isDelta ? ['readonly isDelta: true'] : []),
    ...(isStream ? ['readonly isStream: true'] : []),
  ];
  const comment = commentOf([`${summary.replace(/\.?$/, '.')} \`${method} ${path}\``, description].join('\n'), '  ');
  return `${comment}  readonly ${name}: { ${parts.join('; ')} };\n`;
}

function rowText({ name, method, path, body, type, paging }: ClientOperation): string {
  const facts = [
    `method: ${quoted(method)}`,
    `path: ${quoted(path)}`,
    `type: ${quoted(type)}`,
    ...(paging?.items ? [`items: ${quoted(paging.items)}`] : []),
    ...(body === null ? [] : ['hasBody: true']),
  ];
  return `  ${name}: { ${facts.join(', ')} },\n`;
}
