import { expect, test } from 'vitest';
import { z } from 'zod';
import { readArguments } from '#api/mcp/arguments.ts';
import { listedAsText, listedTools } from '#api/mcp/listing.ts';
import { tokensOf } from '#api/mcp/tokens.ts';
import { instructions, tools } from '#api/mcp/tools.ts';

/** Yields every part of a schema with its path. */
function* partsOf(schema: unknown, at = ''): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [at, schema as Readonly<Record<string, unknown>>];
  for (const [name, member] of Object.entries(schema)) yield* partsOf(member, `${at}/${name}`);
}

test('the instructions name every tool but those of alerts', () => {
  for (const { name } of tools) if (!name.startsWith('svc_alerts')) expect(instructions).toContain(name);
});

test.each(listedTools)(
  '$name has schemas that every client reads: no references, one type at each place, no argument without description',
  (tool) => {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
      for (const [at, part] of partsOf(schema)) {
        expect(part['$ref'], at).toBeUndefined();
        if (!at.endsWith('/properties')) expect(Array.isArray(part['type']), at).toBe(false);
      }
    }
    expect(tool.inputSchema['additionalProperties']).toBe(false);
    for (const [name, argument] of Object.entries(tool.inputSchema['properties'] as Record<string, { description?: string }>))
      expect(argument.description, `${tool.name} ${name}`).toBeTruthy();
  },
);

test('a caller may bound every answer with articles, stories or rows of a list', () => {
  const unbounded = tools.filter(({ input }) => !('max_tokens' in input.shape)).map(({ name }) => name);
  expect(unbounded.toSorted()).toEqual(['svc_alerts_subscribe', 'svc_alerts_unsubscribe', 'svc_usage', 'svc_watchlist']);
});

test('aliases denote existing arguments, and are not themselves arguments', () => {
  for (const { name, input, aliases } of tools)
    for (const [alias, meant] of Object.entries(aliases)) {
      expect(Object.keys(input.shape), name).toContain(meant);
      expect(Object.keys(input.shape), name).not.toContain(alias);
    }
});

test('tools that only read are marked so, and tools that write say that the user must be asked', () => {
  const writing = listedTools.filter(({ annotations }) => !annotations.readOnlyHint);
  expect(writing.map(({ name }) => name)).toEqual(['svc_alerts_subscribe', 'svc_alerts_unsubscribe']);
  for (const { description } of writing) expect(description).toContain('Ask the user');
});

test('the instructions and the listing have a bounded size', () => {
  expect(tokensOf(JSON.stringify(listedAsText))).toBeLessThan(8_000);
  expect(tokensOf(JSON.stringify(listedTools))).toBeLessThan(22_000);
});

test('arguments are accepted in the types in which models write them', () => {
  const input = z.strictObject({ symbol: z.string(), category: z.array(z.string()).optional(), page_size: z.int().optional() });
  const tool = { name: 'svc_test', input, aliases: { ticker: 'symbol' } };
  const given = { ticker: ' NVDA ', symbol: 'NVDA', category: ['earnings', 'ipo'], page_size: null };
  expect(readArguments(tool, given)).toEqual({ symbol: 'NVDA', category: 'earnings,ipo' });
  expect(readArguments(tool, { symbol: 'NVDA', page_size: 5 })).toEqual({ symbol: 'NVDA', page_size: '5' });
  expect(() => readArguments(tool, { symbol: 'NVDA', cursor: 'x' })).toThrow(/cursor is not an argument of svc_test; its arguments are symbol, category, page_size/);
  for (const wrong of [[], 'NVDA', { symbol: { text: 'NVDA' } }, { symbol: '' }, { ticker: 'A', symbol: 'B' }, { symbol: 'A', ['__proto__x']: 1 }])
    expect(() => readArguments(tool, wrong)).toThrow();
}); // prettier-ignore
