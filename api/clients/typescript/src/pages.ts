/** Reads all pages of a list: to the last page or, with `sort=ingested`, to the newest row. */
import type { Client, OperationName, ResultOf } from './client.ts';
import { operations, type Operations } from './generated/operations.ts';
import type { OperationFacts } from './operation-facts.ts';

export type PagedName = { [Name in OperationName]: Operations[Name] extends { readonly isPaged: true } ? Name : never }[OperationName];
export type ListedName = { [Name in PagedName]: Operations[Name] extends { readonly item: unknown } ? Name : never }[PagedName];
export type ItemOf<Name extends ListedName> = Operations[Name] extends { readonly item: infer Item } ? Item : never;

export interface CursorPage {
  readonly next_cursor: string | null;
}

/** Yields the pages from `parameters.cursor` on, or from the first page. */
export async function* pages<Name extends PagedName>(
  client: Client,
  name: Name,
  ...[parameters, options]: Parameters<Client[Name]>
): AsyncGenerator<ResultOf<Name>, void, undefined> {
  const facts: OperationFacts = operations[name];
  let given: Readonly<Record<string, unknown>> = { ...parameters };
  for (;;) {
    const { result } = await client.request(name, given, options);
    yield result;
    const cursor = (result as CursorPage).next_cursor;
    // In delta mode no page is the last: an empty one means that there is nothing newer yet.
    const isEnd = given['sort'] === 'ingested' && facts.items !== undefined && itemsIn(result, facts.items).length === 0;
    if (cursor === null || isEnd || cursor === given['cursor']) return;
    given = { ...given, cursor };
  }
}

/** Yields every item of every page, in order. */
export async function* items<Name extends ListedName>(
  client: Client,
  name: Name,
  ...given: Parameters<Client[Name]>
): AsyncGenerator<ItemOf<Name>, void, undefined> {
  const { items: field }: OperationFacts = operations[name];
  for await (const page of pages(client, name, ...given)) yield* itemsIn(page, field) as readonly ItemOf<Name>[];
}

export const itemsIn = (page: unknown, field: string): readonly unknown[] => (page as Readonly<Record<string, readonly unknown[]>>)[field] ?? [];
