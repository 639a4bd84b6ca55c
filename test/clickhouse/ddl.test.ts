import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ddlFor } from '#clickhouse/ddl.ts';
import { ledgerStatement } from '#clickhouse/schema/present.ts';
import { readMigrations } from '#clickhouse/schema/migrations.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { openTestStore } from './fresh-store.ts';

/** Every statement that creates or changes tables, those written in code included (migrate.ts, swap.ts). */
const statements: readonly (readonly [string, string])[] = [
  ...readMigrations().flatMap(({ name, statements: all }) => all.map((text, at) => [`${name} ${at + 1}`, text] as const)),
  ['ledger', ledgerStatement],
  ['database', 'CREATE DATABASE IF NOT EXISTS {database:Identifier}'],
  ['drop', 'DROP DATABASE IF EXISTS {database:Identifier} SYNC'],
  ['swap', 'EXCHANGE TABLES {live:Identifier}.{name:Identifier} AND {fresh:Identifier}.{name:Identifier}'],
];

const server = await sharedClickHouse();
const store = openTestStore(server.url, 'default');
afterAll(() => store.close());

/** Returns the statement as the engine's own parser formats it; throws where the parser rejects it. */
async function parsed(text: string): Promise<string> {
  const rows = await store.query(
    { name: 'format', text: 'SELECT formatQuerySingleLine({text:String}) AS text' },
    { text },
    z.object({ text: z.string() }),
  );
  return rows[0]!.text;
}

test.each(statements)('a statement for a single server is %s as it is written', async (_, text) => {
  expect(ddlFor(null, text)).toBe(text);
  expect(await parsed(text)).not.toMatch(/ON CLUSTER|Replicated/);
});

describe('a statement for a cluster', () => {
  test.each(statements)('is %s on every server, with engines that replicate, and else the same', async (_, text) => {
    const onCluster = await parsed(ddlFor('main', text));
    expect(onCluster.match(/ ON CLUSTER main\b/g)).toHaveLength(1);
    expect(onCluster).not.toMatch(/ENGINE = (?!Replicated)\w*MergeTree/);
    expect(onCluster.replace(' ON CLUSTER main', '').replace('ENGINE = Replicated', 'ENGINE = ')).toBe(await parsed(text));
  });

  test('keeps the comment that stands before it', () => {
    expect(ddlFor('main', '-- Why.\nALTER TABLE feed\n    ADD COLUMN a UInt8')).toBe(
      "-- Why.\nALTER TABLE feed ON CLUSTER 'main'\n    ADD COLUMN a UInt8",
    );
  });

  test('is left alone where it changes rows, not tables', () => {
    expect(ddlFor('main', 'INSERT INTO one (a) VALUES (1)')).toBe('INSERT INTO one (a) VALUES (1)');
  });

  test.each(['CREATE FUNCTION f AS (x) -> x', 'GRANT SELECT ON a.* TO b', 'SYSTEM STOP MERGES'])(
    'is refused where its form is not known: %s',
    (text) => {
      expect(() => ddlFor('main', text)).toThrow('cannot write this statement for a cluster');
    },
  );
});
