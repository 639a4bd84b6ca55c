/**
 * Renders a pattern such as `{company} <[beats|tops]~misses> [estimates|forecasts]` as a sentence. `{name}` becomes the fact of that name,
 * `[a|b|]` one of the choices, and `<a~b>` becomes `a` when the fact `way` is `up`, else `b`.
 */
import { pick, type Random } from '../random.ts';

export type Facts = Readonly<Record<string, string>>;

type PhrasePiece =
  | { readonly text: string }
  | { readonly fact: string }
  | { readonly choices: readonly (readonly PhrasePiece[])[] }
  | { readonly up: readonly PhrasePiece[]; readonly down: readonly PhrasePiece[] };

const compiled = new Map<string, readonly PhrasePiece[]>();

export function phrase(pattern: string, facts: Facts, random: Random): string {
  let parts = compiled.get(pattern);
  if (parts === undefined) {
    parts = compile(pattern);
    compiled.set(pattern, parts);
  }
  return render(parts, facts, random).replaceAll('  ', ' ').trim();
}

function render(parts: readonly PhrasePiece[], facts: Facts, random: Random): string {
  let text = '';
  for (const part of parts) {
    if ('text' in part) text += part.text;
    else if ('up' in part) text += render(facts.way === 'up' ? part.up : part.down, facts, random);
    else if ('choices' in part) text += render(pick(random, part.choices), facts, random);
    else {
      const value = facts[part.fact];
      if (value === undefined) throw new Error(`the pattern names {${part.fact}}, but there is no such fact`);
      text += value;
    }
  }
  return text;
}

/** Parses a pattern. Patterns are constants of this folder, so the cache of parsed patterns is bounded. */
function compile(pattern: string): readonly PhrasePiece[] {
  return pattern
    .split(/(<[^>]*>|\[[^\]]*\]|\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece): PhrasePiece => {
      const inner = piece.slice(1, -1);
      if (piece.startsWith('[')) return { choices: inner.split('|').map(compile) };
      if (piece.startsWith('{')) return { fact: inner };
      if (!piece.startsWith('<')) return { text: piece };
      const [up = '', down = ''] = inner.split('~');
      return { up: compile(up), down: compile(down) };
    });
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
