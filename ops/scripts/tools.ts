/**
 * `npm run tools -- …`: lists and calls the tools of a running tool server from a terminal, as an agent does: by HTTP, with a key. Prints
 * what an agent receives; a failed call ends with exit code 1 and the error that an agent receives.
 */
import { z } from 'zod';
import { planNames } from '#schemas/vocabulary.ts';
import { runWords, unknownCommand, UsageError, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { readRunFile } from '../up/run-file.ts';
import { CommandError, serviceFolder } from './service-config.ts';

const keyVariable = 'TICKERWIRE_KEY';

const commandLine = {
  name: 'tools',
  words: ['list', 'show NAME', "call NAME ['{…}']"],
  options: {
    plan: { value: 'NAME', help: `call with this plan's key of the service on the data folder: ${planNames.join(', ')} (default: pro)` },
    url: { value: 'URL', help: `use another tool server; the key comes from the variable ${keyVariable}` },
    text: { help: 'print the answer as text, as clients without structured content get it' },
    'data-dir': {
      value: 'DIR',
      help: 'the service that npm run demo or npm start runs on this folder\n(default: the one that runs on its usual folder)',
    },
  },
  about: `
  list  lists every tool with its purpose
  show  prints one tool with its whole description and its schemas
  call  calls a tool with JSON arguments; costs one request of the key's account`,
} as const satisfies CommandLine<OptionTable>;

type Values = ReadWords<typeof commandLine.options>['values'];

const Listed = z.object({ tools: z.array(z.looseObject({ name: z.string(), title: z.string(), description: z.string() })) });
const Called = z.object({
  content: z.array(z.looseObject({ text: z.string().default('') })),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});
const Reply = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const Problem = z.object({ detail: z.string() });

const timeoutMs = 30_000;
const protocolVersion = '2025-11-25';

interface ToolServer {
  readonly url: string;
  readonly key: string;
}

function toolServerOf({ plan: wanted = 'pro', url, 'data-dir': dataDir }: Values): ToolServer {
  const plan = planNames.find((name) => name === wanted);
  if (plan === undefined) throw new UsageError(`--plan ${wanted}: must be one of ${planNames.join(', ')}`);
  if (url !== undefined) {
    const key = process.env[keyVariable] ?? '';
    if (key === '') throw new UsageError(`--url: the key is read from the variable ${keyVariable}, which is not set`);
    if (!URL.canParse(url)) throw new UsageError(`--url ${url}: must be an http(s) address`);
    return { url, key };
  }
  const folder = serviceFolder(dataDir);
  const run = folder === undefined ? null : readRunFile(folder);
  if (run === null)
    throw new CommandError('no service runs: start one with npm run demo, name its folder with --data-dir, or its address with --url');
  return { url: run.mcp, key: run.keys[plan] };
}

async function send({ url, key }: ToolServer, method: string, params: unknown, isText: boolean): Promise<unknown> {
  const address = new URL(url);
  if (isText) address.searchParams.set('content', 'text');
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new CommandError(`no tool server answers at ${address.origin}: ${error.message}`);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new CommandError(Problem.safeParse(body).data?.detail ?? Reply.safeParse(body).data?.error?.message ?? `the tool server answered ${response.status}`);
  const { result, error } = Reply.parse(body);
  if (error !== undefined) throw new CommandError(error.message);
  return result;
} // prettier-ignore

const list = async (server: ToolServer, isText: boolean) => Listed.parse(await send(server, 'tools/list', {}, isText)).tools;

const firstSentence = (text: string): string => /^.*?\.(?= )/.exec(text)?.[0] ?? text;

function argumentsOf(word: string | undefined): unknown {
  if (word === undefined) return {};
  try {
    return JSON.parse(word);
  } catch {
    throw new UsageError(`${word}: the arguments are a JSON object, such as '{"symbol":"NVDA"}'`);
  }
}

async function main({ values, words: [verb = '', name, given, ...more] }: ReadWords<typeof commandLine.options>): Promise<void> {
  if (more.length > 0) throw usageError(commandLine, `"${more[0]!}" is one word too many: put the arguments in quotes`);
  if (verb === 'list' && name === undefined) {
    for (const tool of await list(toolServerOf(values), values.text))
      process.stdout.write(`${tool.name.padEnd(24)}${firstSentence(tool.description)}\n`);
  } else if (verb === 'show' && name !== undefined && given === undefined) {
    const tool = (await list(toolServerOf(values), values.text)).find((one) => one.name === name);
    if (tool === undefined) throw new UsageError(`${name}: no such tool; \`npm run tools -- list\` shows them`);
    process.stdout.write(`${JSON.stringify(tool, null, 2)}\n`);
  } else if (verb === 'call' && name !== undefined) {
    const called = Called.parse(await send(toolServerOf(values), 'tools/call', { name, arguments: argumentsOf(given) }, values.text));
    const text = called.content.map((part) => part.text).join('\n');
    if (called.isError) throw new CommandError(text);
    process.stdout.write(called.structuredContent === undefined ? `${text}\n` : `${JSON.stringify(called.structuredContent, null, 2)}\n`);
  } else throw unknownCommand(commandLine, [verb, name].filter(Boolean).join(' '));
}

if (import.meta.main) await runWords(commandLine, main);
