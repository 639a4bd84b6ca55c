/** Reads from the clause of a market whether money flows in or out: `pile into gold`, `pull billions from stocks`, `bitcoin funds see inflows`. */
import { clauseAround, type Clause, type Place } from './clause.ts';

interface Flow {
  readonly words: string;
  readonly isInto: boolean;
}

/** Verbs for money that moves; the preposition after them gives the direction. */
const MOVES =
  /^(?:(?:pil|pour|flock|rush|flood|crowd|rotat|pump|plough|plow|shift|switch|stamped|channel|funnel|pivot|turn|pull|retreat|redeem)(?:e|es|d|ed|ing|s)?|withdr(?:aw|aws|ew|awn|awing))$/;
/** Verbs for money that leaves their object. */
const LEAVES = /^(?:flees?|fled|fleeing|(?:dump|unload|offload|exit|ditch|shun|abandon|yank|bail)(?:s|ed|ing|ning)?|quits?)$/;
/** Prepositions between the verb and the market. The last one decides, within `REACH` words. */
const [INTO, OUT_OF, TOWARDS] = [/^into$/, /^(?:from|out)$/, /^(?:to|for)$/];
/** Prepositions after which a market is not the object of the verb: `push for the exits on strong dollar`. */
const BESIDE = /^(?:on|at|in|by|with|over)$/;
const REACH = 4;
/** Words allowed between `to` or `for` and the market; other words may be an infinitive. */
const SAFETY = /^(?:the|safety|safe|haven|of|us|u\.s)$/;
/** Words for money in a market: `gold ETFs see inflows`. */
const FUNDS = /^(?:funds?|etfs?|products?|trusts?)$/;
const NET = /^(in|out)flows?$/;
/** Verbs that reverse a flow before or after them: `bitcoin outflows slow`. */
const ENDS = /^(?:end|slow|stem|halt|eas|revers|snap|stop)(?:e|es|s|ed|ing|ped)?$/;

export function flowOf(title: string, place: Place): Flow | null {
  const clause = clauseAround(title, place);
  return netFlow(clause) ?? movedMoney(clause);
}

function netFlow({ words: { raw, lower }, from, at, phraseEnd, to }: Clause): Flow | null {
  const net = lower.findLastIndex((word, i) => i >= from && i < to && NET.test(word));
  const isAfter = net >= phraseEnd && lower.slice(phraseEnd, net).some((word) => FUNDS.test(word));
  const isBefore = net >= 0 && net < at && at - net <= REACH && [INTO, OUT_OF, TOWARDS].some((way) => way.test(lower[net + 1]!));
  if (!isAfter && !isBefore) return null;
  const isEnded = lower.slice(from, to).some((word) => ENDS.test(word));
  return { words: raw[net]!, isInto: lower[net]!.startsWith('in') !== isEnded };
}

function movedMoney({ words: { text, lower, lexemes, start, end }, from, at }: Clause): Flow | null {
  const verb = lower.findLastIndex((word, i) => i >= from && i < at && (MOVES.test(word) || LEAVES.test(word)));
  if (verb < 0 || lexemes.slice(verb + 1, at).some(({ direction }) => direction !== 0)) return null;
  const isLeft = LEAVES.test(lower[verb]!);
  const way = lower.findLastIndex((word, i) => i > verb && i < at && [INTO, OUT_OF, TOWARDS].some((is) => is.test(word)));
  if (way < 0)
    return isLeft && !lower.slice(verb + 1, at).some((one) => BESIDE.test(one)) ? { words: text.slice(start[verb], end[verb]), isInto: false } : null;
  const [word, between] = [lower[way]!, lower.slice(way + 1, at)];
  const isTowards = TOWARDS.test(word) && (isLeft || word === 'to') && between.every((one) => SAFETY.test(one));
  if (between.length >= REACH || (TOWARDS.test(word) && !isTowards)) return null;
  return { words: text.slice(start[verb], end[way]), isInto: !OUT_OF.test(word) };
}
