/** Checks every parameter with a closed set of values: any case is read, and a refusal names the value and the nearest allowed one. */
import { describe, expect, test } from 'vitest';
import { operations } from '#api/operations.ts';
import type { Operation } from '#api/operation.ts';
import { call, queryFor } from '#test/support/api.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import type { Problem } from '../feed/list-ground.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly items?: Schema;
}
interface Document {
  readonly paths: Record<
    string,
    { readonly get?: { readonly operationId: string; readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[] } }
  >;
}

const ground = await sharedGround();
const { api, key } = await keyedApi('pro', ground);
const document = (await call<Document>(`${api.url}/api/schema/`)).body;

/** Parameters that `include` needs: it is for delta mode. */
const ask = (operation: Operation, name: string, value: string) =>
  call<Problem>(
    `${api.url}${operation.path.replace(/:\w+/, 'ACME')}${queryFor(operation, `${name}=${encodeURIComponent(value)}${name === 'include' && operation.name !== 'streamNews' ? '&sort=ingested' : ''}`)}`,
    { key },
  );

describe.each(operations.filter(({ isHidden, path }) => isHidden !== true && !path.includes(':uid')))('$name', (operation) => {
  test('reads its closed sets in any case, and names a refused value', async () => {
    const { parameters = [] } = document.paths[operation.path.replace(/:(\w+)/g, '{$1}')]!.get!;
    for (const { name, schema } of parameters) {
      const values = schema.enum ?? schema.items?.enum ?? [];
      for (const value of values) expect((await ask(operation, name, value.toUpperCase())).status, `${name}=${value.toUpperCase()}`).not.toBe(400);
      const [word] = values.filter((value) => value.length >= 4);
      if (word === undefined) continue;
      const wrong = `${word.slice(0, -1)}x`;
      const { status, body } = await ask(operation, name, wrong);
      expect([status, body.detail]).toEqual([400, expect.stringMatching(new RegExp(`not \`${wrong}\`; did you mean ${word}\\?`))]);
    }
  });
});
