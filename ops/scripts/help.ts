/** `npm run help`: prints every command with its summary. */
import { invocationOf, runWords, type CommandLine } from './command-line.ts';
import { commands, type CommandName } from './commands.ts';

const commandLine = { name: 'help', words: [], options: {} } as const satisfies CommandLine<Record<string, never>>;

function helpText(): string {
  const names = Object.keys(commands) as CommandName[];
  const width = Math.max(...names.map((name) => invocationOf(name).length));
  return [
    ...names.map((name) => `${invocationOf(name).padEnd(width)}  ${commands[name]}`),
    '',
    "A command's own options: npm run COMMAND -- --help",
    '',
  ].join('\n');
}

await runWords(commandLine, () => void process.stdout.write(helpText()));
