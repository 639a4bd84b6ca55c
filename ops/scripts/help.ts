/** `npm run help`: prints every command with its summary. */
import { invocationOf, runPlain } from './command-line.ts';
import { commands, type CommandName } from './commands.ts';

await runPlain('help', () => {
  const names = Object.keys(commands) as CommandName[];
  const width = Math.max(...names.map((name) => invocationOf(name).length));
  const lines = names.map((name) => `${invocationOf(name).padEnd(width)}  ${commands[name]}`);
  process.stdout.write(`${lines.join('\n')}\n\nA command's own options: npm run COMMAND -- --help\n`);
});
