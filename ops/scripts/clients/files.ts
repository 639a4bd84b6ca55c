/** The files of both clients that are generated from the OpenAPI document. */
import { openApiDocument } from '#api/docs/openapi.ts';
import { operations } from '#api/operations.ts';
import { readInterface, type OpenApi } from './read-interface.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';

const folders = { typescript: 'api/clients/typescript/src/generated', python: 'api/clients/python/tickerwire/generated' } as const;

/** Returns the OpenAPI document as the service serves it, but with an example address. */
export const documentOfSources = (): OpenApi =>
  openApiDocument(operations, { serverUrl: 'https://api.tickerwire.example', headerPrefix: 'X-Service' }) as OpenApi;

export function clientFiles(document: OpenApi): ReadonlyMap<string, string> {
  const described = readInterface(document);
  const made = { [folders.typescript]: typescriptFiles(described), [folders.python]: pythonFiles(described) };
  return new Map(
    Object.entries(made).flatMap(([folder, files]) => Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const)),
  );
}
