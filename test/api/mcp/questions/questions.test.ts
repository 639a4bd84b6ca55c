/** Questions of an agent over documents with known facts, call by call through the official client, with the token cost of the answers. */
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import { answerTokensMax } from '#api/mcp/fit.ts';
import { tokensOf } from '#api/mcp/tokens.ts';
import { sharedRecorded } from '#test/support/recorded-ground.ts';
import { questions, type Question } from './questions.ts';

const tokens: number[] = [];
const recorded = await sharedRecorded();
const client = new Client({ name: 'questions', version: '1.0.0' });
afterAll(() => client.close());
await client.connect(
  new StreamableHTTPClientTransport(new URL(recorded.api.mcp), { requestInit: { headers: { authorization: `Bearer ${recorded.key}` } } }),
);

const textOf = ({ content }: CallToolResult): string => content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

async function answer({ calls }: Question): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  for (const [name, given] of calls) {
    const result = await client.callTool({ name, arguments: typeof given === 'function' ? given(answers) : given });
    expect(result.isError, `${name}: ${textOf(result)}`).not.toBe(true);
    tokens.push(tokensOf(textOf(result)));
    answers.push(result.structuredContent as Record<string, unknown>);
  }
  return answers;
}

test.each(questions)('$asked', async (question) => {
  const said = JSON.stringify(await answer(question));
  for (const fact of question.facts) expect(said).toMatch(typeof fact === 'string' ? new RegExp(RegExp.escape(fact)) : fact);
  for (const word of question.never ?? []) expect(said).not.toContain(word);
});

test('there are forty questions, and their answers are short', () => {
  expect(questions).toHaveLength(40);
  const sorted = tokens.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const figures = { calls: sorted.length, p50: at(0.5), p99: at(0.99), largest: sorted.at(-1)! };
  // This is the source of the figures in ops/docs/accuracy.md.
  if (process.env['SHOW_FIGURES'] === '1') process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.largest).toBeLessThan(answerTokensMax / 2);
});
