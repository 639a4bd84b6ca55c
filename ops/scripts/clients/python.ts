/** Generates the Python client's types, its methods (blocking and asynchronous) and its exceptions. */
import { made, type ClientInterface, type ClientOperation } from './read-interface.ts';
import { decimalPlaces } from './decimal-places.ts';
import type { Field, NamedType, Shape } from './shape.ts';

// prettier-ignore
const keywords = new Set('False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self timeout'.split(' '));
const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);
const nameOf = (text: string): string => (isName(text) ? text : `${text.replace(/\W/g, '_')}_`);
const text = (value: string): string => JSON.stringify(value);
const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

export function pythonFiles(described: ClientInterface): Readonly<Record<string, string>> {
  return {
    '__init__.py': `"""${made}"""\n`,
    'schemas.py': schemasFile(described),
    'operations.py': operationsFile(described),
    'problems.py': problemsFile(described),
  };
}

const problemFields = new Set(['code', 'status', 'extra']);

function schemasFile({ types, problems }: ClientInterface): string {
  const isBody = new Set(problems.map(({ type }) => type));
  const shared = types.find(({ name }) => isBody.has(name))!.fields!.filter(({ name }) => !problemFields.has(name));
  const bodyOf = ({ name, fields, description }: NamedType): string =>
    `\n${typedDict(
      name,
      fields!.filter((field) => problemFields.has(field.name)),
      { base: '_Problem', isPartial: false, description },
    )}`;
  return [
    `"""Types of the service's responses. ${made}"""\n\nfrom __future__ import annotations\n`,
    'from decimal import Decimal',
    'from typing import Any, Dict, List, Literal, Optional, TypeAlias, TypedDict, Union\n',
    `\n${typedDict('_Problem', shared, {})}`,
    ...types.map((type) => (isBody.has(type.name) ? bodyOf(type) : declarationOf(type))),
  ].join('\n');
}

function declarationOf({ name, fields, shape, description }: NamedType): string {
  // The alias is a string, because types that it names may be declared later.
  if (fields === null) return `${name}: TypeAlias = ${text(typeOf(shape))}\n`;
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return `\n${typedDict(name, fields, { description })}`;
  const required = fields.filter(({ isRequired }) => isRequired);
  return `\n${typedDict(`_${name}`, required, {})}\n${typedDict(name, optional, { base: `_${name}`, description })}`;
}

function typedDict(
  name: string,
  fields: readonly Field[],
  { base, isPartial = base !== undefined, description = '' }: { readonly base?: string; readonly isPartial?: boolean; readonly description?: string },
): string {
  const wordless = fields.filter((field) => !isName(field.name));
  // Keys that are no identifiers need the functional form of TypedDict.
  const bases = wordless.length === 0 ? [] : [`_${name}Keys`];
  const keys = wordless.map((field) => `${text(field.name)}: ${text(typeOf(field.shape))}`).join(', ');
  const head =
    wordless.length === 0 ? '' : `_${name}Keys = TypedDict(${text(`_${name}Keys`)}, {${keys}}, total=${isPartial ? 'False' : 'True'})\n\n\n`;
  const from = [...(base === undefined ? [] : [base]), ...bases];
  const parents = `${from.length === 0 ? 'TypedDict' : from.join(', ')}${isPartial ? ', total=False' : ''}`;
  const lines = fields
    .filter((field) => isName(field.name))
    .map((field) => `${commentOf(field.description)}    ${field.name}: ${typeOf(field.shape)}\n`);
  const doc = description === '' ? '' : `    ${docstring(description)}\n`;
  return `${head}class ${name}(${parents}):\n${doc}${lines.join('') || (doc === '' ? '    pass\n' : '')}`;
}

const commentOf = (description: string): string =>
  description
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `    # ${line.trim()}\n`))
    .join('');
const docstring = (description: string): string =>
  `"""${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ').trim()}"""`;

const scalars = {
  string: 'str',
  decimal: 'Decimal',
  time: 'str',
  integer: 'int',
  number: 'Decimal',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
} as const;
const given = { ...scalars, decimal: 'Union[Decimal, str]', time: 'Union[str, date]', number: 'Union[Decimal, int, float]' } as const;

function typeOf(shape: Shape, isGiven = false): string {
  switch (shape.kind) {
    case 'named':
      return shape.name;
    case 'scalar':
      return (isGiven ? given : scalars)[shape.name];
    case 'literals':
      return `Literal[${shape.values.map((value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value))).join(', ')}]`;
    case 'list':
      return `${isGiven ? 'Sequence' : 'List'}[${typeOf(shape.of, isGiven)}]`;
    case 'record':
      return `Dict[str, ${typeOf(shape.of, isGiven)}]`;
    case 'union': {
      const others = shape.of.filter((each) => each.kind !== 'scalar' || each.name !== 'null').map((each) => typeOf(each, isGiven));
      const one = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`;
      return others.length === shape.of.length ? one : `Optional[${one}]`;
    }
  }
}

function operationsFile(described: ClientInterface): string {
  const { operations, types } = described;
  const places = decimalPlaces(types);
  const facts = operations.map((operation) => factsText(operation, places.placeOf(operation.result)));
  const sync = operations.map((operation) => methodText(operation, { isAsync: false }));
  const async_ = operations.map((operation) => methodText(operation, { isAsync: true }));
  const body = [...sync, ...async_].join('');
  const used = types.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return [
    `"""Every operation of the service, as methods. ${made}"""\n\nfrom __future__ import annotations\n`,
    'from abc import ABC, abstractmethod',
    'from datetime import date',
    'from decimal import Decimal',
    'from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Sequence, Union\n',
    'from ..operation import Operation, operation',
    `from .schemas import (\n${used
      .sort()
      .map((name) => `    ${name},\n`)
      .join('')})\n`,
    '# Places of decimals in each type: "*" is a decimal, a name refers to a type, [x] is a list of x and {"": x} a record of x.',
    `DECIMALS: Dict[str, Any] = {\n${Object.entries(places.byType)
      .map(([name, fields]) => `    ${text(name)}: ${JSON.stringify(fields)},\n`)
      .join('')}}\n`,
    ...facts,
    `\n\nclass Operations(ABC):\n    """Methods that block until the service has answered."""\n\n    @abstractmethod\n    def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:\n        """Sends a call and returns its answer."""\n\n    @abstractmethod\n    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Iterator[Any]:\n        """Reads a stream."""\n${sync.join('')}`,
    `\nclass AsyncOperations(ABC):\n    """The same methods as coroutines."""\n\n    @abstractmethod\n    async def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:\n        """Sends a call and returns its answer."""\n\n    @abstractmethod\n    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> AsyncIterator[Any]:\n        """Reads a stream."""\n${async_.join('')}`,
  ].join('\n');
}

const constantOf = (name: string): string => snakeCase(name).toUpperCase();

function factsText({ name, method, path, type, paging, isDelta, body }: ClientOperation, decimals: unknown): string {
  const facts = [
    `id=${text(name)}`,
    `name=${text(snakeCase(name))}`,
    `method=${text(method)}`,
    `path=${text(path)}`,
    `type=${text(type)}`,
    ...(paging === null ? [] : ['is_paged=True']),
    ...(paging?.items ? [`items=${text(paging.items)}`] : []),
    ...(isDelta ? ['is_delta=True'] : []),
    ...(body === null ? [] : ['has_body=True']),
    ...(decimals === null ? [] : [`decimals=${JSON.stringify(decimals)}`]),
  ];
  return `${constantOf(name)} = Operation(${facts.join(', ')})`;
}

function methodText(operation: ClientOperation, { isAsync }: { readonly isAsync: boolean }): string {
  const { name, method, path, summary, description, pathParameters, queryParameters, body, result, isStream } = operation;
  const named = [...queryParameters, ...(body === null ? [] : [body])].toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const argument = (field: Field): string => {
    const type = typeOf(field.shape, true);
    return field.isRequired
      ? `${nameOf(field.name)}: ${type}`
      : `${nameOf(field.name)}: ${type.startsWith('Optional[') ? type : `Optional[${type}]`} = None`;
  };
  const words = ['self', ...pathParameters.map(argument), '*', ...named.map(argument), 'timeout: Optional[float] = None'];
  const lines = [...pathParameters, ...named]
    .filter((field) => field.description !== '')
    .map((field) => `    ${nameOf(field.name)}: ${field.description}`);
  const about = [`${summary.replace(/\.?$/, '.')} ${method} ${path}`, description, ...(lines.length === 0 ? [] : ['', ...lines])].filter(
    (line, index) => line !== '' || index > 1,
  );
  const sent = [...pathParameters, ...queryParameters, ...(body === null ? [] : [body])].map((field) => `${text(field.name)}: ${nameOf(field.name)}`);
  const call = `self.${isStream ? '_rows' : '_call'}(${constantOf(name)}, {${sent.join(', ')}}, timeout)`;
  // An asynchronous stream is an iterator and is not awaited.
  const isAwaited = isAsync && !isStream;
  const returned = isStream ? `${isAsync ? 'Async' : ''}Iterator[${typeOf(result)}]` : typeOf(result);
  return [
    '',
    `    @operation(${constantOf(name)})`,
    `    ${isAwaited ? 'async ' : ''}def ${snakeCase(name)}(`,
    ...words.map((word) => `        ${word},`),
    `    ) -> ${returned}:`,
    `        ${docstring(about.join('\n')).replaceAll('\n', '\n        ').replace(/^ +$/gm, '')}`,
    `        return ${isAwaited ? 'await ' : ''}${call}`,
    '',
  ].join('\n');
}

function problemsFile({ problems, types }: ClientInterface): string {
  const classOf = (type: string): string => type.replace(/^Problem/, '');
  const classes = problems.map(({ code, type }) => {
    const title = types.find(({ name }) => name === type)?.description ?? '';
    return `\n\nclass ${classOf(type)}(ApiError):\n    ${docstring(title || `The service answered with the code \`${code}\`.`)}\n\n    problem: ${type}`;
  });
  return [
    `"""One exception class for each error code of the service. ${made}"""\n\nfrom __future__ import annotations\n`,
    'from typing import Dict, Type\n',
    'from ..errors import ApiError',
    `from .schemas import (\n${problems
      .map(({ type }) => `    ${type},\n`)
      .sort()
      .join('')})`,
    ...classes,
    `\n\nERRORS: Dict[str, Type[ApiError]] = {\n${problems.map(({ code, type }) => `    ${text(code)}: ${classOf(type)},\n`).join('')}}\n`,
  ].join('\n');
}
