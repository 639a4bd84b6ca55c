/**
 * Classifies a statement before the engine runs any of it, and refuses one that reaches beyond tables: files, networks, programs, other
 * users. The engine's own parser first rewrites the statement (formatQuery) into a text with one spelling, no comments and its own quoting;
 * that text is examined. Grants and settings refuse most of it again (confinement.ts), but some functions access what they name before they
 * check a grant.
 */
import { LRUCache } from 'lru-cache';
import { findSlots, type Slot } from './bind.ts';
import { EngineError, engineError, fromEngine } from './errors.ts';
import { lex, type Token } from './lexer.ts';
import { quoteText } from './quote.ts';
import { readStatement, type Statement } from './statement.ts';

export interface JudgedStatement extends Statement {
  /** The places of the parameters, if this process can write them into the text (bind.ts); only for kind read. */
  readonly slots: readonly Slot[] | null;
}

export interface Judge {
  /** Classifies `text` after the engine's parser rewrote it; throws EngineError when it is no statement or is refused. */
  readonly judge: (text: string) => Promise<JudgedStatement>;
  /** Returns the cached result of `judge` for the same text, if any. */
  readonly recall: (text: string) => JudgedStatement | undefined;
}

export interface JudgeDeps {
  /** Runs one statement of this module and returns its output. */
  readonly ask: (text: string) => Promise<string>;
  /** Every table function the engine has, as system.table_functions lists them. */
  readonly tableFunctions: Iterable<string>;
}

/** Size of the cache of judged texts, in characters; a text longer than `rememberedTextMax` is judged every time. */
const rememberedCharacters = 4_000_000;
const rememberedTextMax = 100_000;

const harmlessTableFunctions = ['generate_series', 'generateseries', 'numbers', 'numbers_mt', 'primes', 'view', 'zeros', 'zeros_mt'];
/** Functions and declarations that read files although they are no table functions. */
const otherReaches = ['catboostevaluate', 'disk', 'file'];
const engines = new Set([
  'AGGREGATINGMERGETREE',
  'ATOMIC',
  'COLLAPSINGMERGETREE',
  'MEMORY',
  'MERGETREE',
  'NULL',
  'REPLACINGMERGETREE',
  'SUMMINGMERGETREE',
  'VERSIONEDCOLLAPSINGMERGETREE',
]);
/** First words of statements that may not name the database system, because the judge reads its tables. */
const destroying = new Set(['ALTER', 'DELETE', 'DROP', 'EXCHANGE', 'RENAME', 'TRUNCATE', 'UPDATE']);
/** Row functions that read files; no table of ours has a column of such a name. */
const readers = new Set(['catboostevaluate', 'file']);
/** First words of other statements that may run; WITH may open an INSERT, and EXPLAIN runs nothing. */
const changes = new Set([
  'WITH',
  'EXPLAIN',
  'INSERT',
  'CREATE',
  'ALTER',
  'DROP',
  'TRUNCATE',
  'RENAME',
  'EXCHANGE',
  'OPTIMIZE',
  'DELETE',
  'UPDATE',
  'SET',
  'USE',
  'SYSTEM',
]);
/** Table settings that store a table elsewhere. */
const placements = new Set(['DISK', 'STORAGE_POLICY', 'TABLE_DISK']);

export function createJudge({ ask, tableFunctions }: JudgeDeps): Judge {
  const reaching = new Set([...tableFunctions].map((name) => name.toLowerCase()));
  for (const name of harmlessTableFunctions) reaching.delete(name);
  for (const name of otherReaches) reaching.add(name);
  const remembered = new LRUCache<string, JudgedStatement>({
    maxSize: rememberedCharacters,
    sizeCalculation: (_statement, text) => text.length + 100,
    maxEntrySize: rememberedTextMax,
  });
  const judge = async (text: string): Promise<JudgedStatement> => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const canonical = await rewritten(ask, text);
    const statement = readStatement(canonical, Number.POSITIVE_INFINITY);
    refuseReach(canonical, statement, reaching);
    const judged = { ...statement, slots: statement.kind === 'read' ? agreedSlots(text, canonical) : null };
    remembered.set(text, judged);
    return judged;
  };
  return { judge, recall: (text) => remembered.get(text) };
}

/** Returns the slots when the engine's spelling has the same ones; a string or comment that looks like a slot makes it null. */
function agreedSlots(text: string, canonical: string): readonly Slot[] | null {
  const [own, spelled] = [findSlots(text), findSlots(canonical)];
  const named = (slots: readonly Slot[]): string => JSON.stringify(slots.map(({ name, type }) => [name, type]));
  return own !== null && spelled !== null && named(own) === named(spelled) ? own : null;
}

async function rewritten(ask: JudgeDeps['ask'], text: string): Promise<string> {
  try {
    return (await ask(`SELECT formatQuerySingleLine(${quoteText(text)}) FORMAT TSVRaw`)).trimEnd();
  } catch (error) {
    const { code, status, message } = fromEngine(error);
    // The engine's message also quotes the query that contained the text; that part is cut off.
    const [told = ''] = message.split(/:? In scope SELECT formatQuerySingleLine\(/);
    throw new EngineError(code, told === message ? message : `${told} ${/\(\w+\)\s*$/.exec(message)?.[0] ?? ''}`.trim(), status);
  }
}

function refuseReach(canonical: string, { kind }: Statement, reaching: ReadonlySet<string>): void {
  const tokens = [...lex(canonical)];
  const first = tokens[0]?.word ?? '';
  if (kind !== 'read' && !changes.has(first)) throw refused(`${first} statements`);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]?.word ?? '';
    if (token.word === 'INTO' && next === 'OUTFILE') throw refused('INTO OUTFILE');
    if (token.word === 'FROM' && next === 'INFILE') throw refused('FROM INFILE');
    if (token.word === 'PARALLEL' && next === 'WITH') throw refused('PARALLEL WITH');
    const name = nameOf(canonical, token);
    if (next === '(' && reaching.has(name)) throw refused(`${name}()`);
    // `* APPLY file` and `arrayMap(file, …)` call a function by its bare name, in any place.
    if (readers.has(name) && canonical[token.at] !== "'") throw refused(`the name ${name}`);
    if (destroying.has(first) && name === 'system') throw refused(`${first} in the database system`);
    if (kind === 'read' || next !== '=') continue;
    const value = tokens[index + 2]?.word ?? '';
    if (token.word === 'ENGINE' && !engines.has(value)) throw refused(`the engine ${value}`);
    if (placements.has(token.word)) throw refused(`the setting ${token.word.toLowerCase()}`);
  }
}

/** Returns a function's name in lower case, quoted or not; '' for a mark. */
function nameOf(text: string, { kind, word, at, end }: Token): string {
  if (kind === 'word') return word.toLowerCase();
  return kind === 'quoted' ? text.slice(at + 1, end - 1).toLowerCase() : '';
}

const refused = (what: string): EngineError =>
  engineError('ACCESS_DENIED', `Not allowed here: ${what.slice(0, 100)}. The embedded engine serves tables only`);
