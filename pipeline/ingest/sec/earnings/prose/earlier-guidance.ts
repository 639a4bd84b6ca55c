/** Tells a range of earlier guidance from the one that a release gives now, by the words around it. */

const priorWord = /\b(?:previous(?:ly)?|prior|earlier|former(?:ly)?|original(?:ly)?)\b(?![\s-]+(?:year|quarter|period|fiscal|to)\b)/gi;
/** Matches words after which a sentence about earlier guidance turns to the new one. */
const turnsToNew =
  /\b(?:now|expects?|sees|anticipates?|forecasts|projects|new|updated?|revised|current(?:ly)?|instead|(?:raised|increased|lowered|reduced|narrowed) to)\b/i;
/** Matches the words between earlier guidance and what replaces it: "raised its previous guidance to". */
const replaces = /(?<!\bcompared\s)\bto\s+(?:(?:a|an?) (?:[\w-]+ ){0,2}range of\s+|between\s+|approximately\s+|about\s+)?$/i;
/** Matches words before "previous" that compare with it. The earlier guidance is then one figure, not the rest of the sentence. */
const compared =
  /(?:\b(?:from|than|versus|vs\.?|compared (?:to|with)|against|over|replac\w{1,6}|supersed\w{1,6}|above|below)|\()\s*(?:(?:the|its|our|an?)\s+)?(?:[\p{L}\d’'-]{1,30}\s+){0,3}$/iu;
/**
 * Matches words before "previous" that confirm the guidance: "reaffirms its previously issued guidance", "expects the high end of its previous
 * range".
 */
const reaffirms =
  /\b(?:reiterat|(?:re)?affirm|(?:re)?confirm|maintain|keep|unchanged from|continu(?:es?|ing) to)\w*\b[^,;]{0,80}$|\b(?:expect|anticipat|forecast|project)\w*\b[^,;]{0,80}\b(?:end|half|mid-?point) of\b[^,;]{0,20}$/i;
const money = /[$€£¥]\s?\d|\b(?:RMB|EUR|USD)\s?\d|\d\s?%/;
const priorCharactersMax = 200;

function isNamedEarlier(before: string): boolean {
  const named = [...before.matchAll(priorWord)].at(-1);
  if (named === undefined || before.length - named.index > priorCharactersMax) return false;
  const between = before.slice(named.index + named[0].length);
  if (between.includes(';') || turnsToNew.test(between) || replaces.test(between)) return false;
  const lead = before.slice(0, named.index);
  if (reaffirms.test(lead)) return false;
  return !(compared.test(lead) && money.test(between));
}

const from = /\bfrom\s+(?:(?:an?|the|its|our)\s+(?:[\w-]+\s+){0,2}range of\s+|between\s+|approximately\s+|about\s+)?$/i;
const spans = /\b(?:rang\w+|var(?:y|ies)|anywhere)\s+from\s+(?:approximately\s+|about\s+)?$/i;
const changes =
  /\b(?:rais\w+|increas\w+|lift\w+|boost\w+|lower\w+|reduc\w+|cut\w*|trim\w+|narrow\w+|widen\w*|tighten\w*|revis\w+|updat\w+|chang\w+|mov\w+|up|down)\b/i;

/** Returns whether "from" precedes the old figure of a change, not the low end of a range. */
function isChangedFrom(before: string): boolean {
  const match = from.exec(before);
  if (match === null || spans.test(before)) return false;
  const words = before.slice(0, match.index);
  return changes.test(words) || money.test(words);
}

const isCompared = /\b(?:compared (?:to|with)|versus|vs\.?)\s[^;,]{0,60}$/i;

/** Matches a comparison of a result with guidance; its first group says how the result compares. */
export const comparedWithGuidance =
  /\b(above|exceed(?:ed|s|ing)?|better than|ahead of|below|short of|within|in line with|consistent with|beat(?:s|ing)?|surpass(?:ed|es|ing)?|topp(?:ed|ing)|(?:high|low|top|bottom|upper|lower)(?:er)? end of|midpoint of)\b[^.;]{0,60}?\b(?:guidance|outlook|guided range|expected range)\b/i;
const leaves = /^(?:(above|exceed|better than|ahead of|beat|surpass|topp)|below|short of)/i;
/** Match ends of a range: a measure that is above the low end, or below the high end, is still within the range. */
const staysAbove = /\b(?:low|bottom|mid-?point)/i;
const staysBelow = /\b(?:high|upper|top|mid-?point)/i;

/** Returns the side of its guidance on which a text places a measure, and the offset; null if it is within, or none is compared. */
export function besideGuidance(text: string): { readonly side: 'above' | 'below'; readonly at: number } | null {
  const result = comparedWithGuidance.exec(text);
  const match = result === null ? null : leaves.exec(result[0]);
  // "Meet or exceed" stays within.
  if (result === null || match === null || /\bor\s$/i.test(text.slice(0, result.index))) return null;
  const isAbove = match[1] !== undefined;
  return (isAbove ? staysAbove : staysBelow).test(result[0]) ? null : { side: isAbove ? 'above' : 'below', at: result.index };
}

const expects = /\b(?:expect(?:s|ing)?|anticipat(?:es?|ing)|forecasts?|targets?|will|to be|estimates?)\b/i;
const comparisonCharactersMax = 90;

function isComparedResult(before: string): boolean {
  const match = comparedWithGuidance.exec(before);
  if (match === null) return false;
  const after = before.slice(match.index + match[0].length);
  // A range that a measure is expected to leave is earlier guidance, like one that it left.
  if (expects.test(before.slice(0, match.index)) && (besideGuidance(before) === null || /\bbe\b/i.test(after) || money.test(after))) return false;
  return after.length < comparisonCharactersMax && !turnsToNew.test(after);
}

const calledEarlier =
  /^,? (?:as )?(?:previously (?:guided|expected|announced|issued|provided|forecast|communicated|disclosed|given)|under (?:its|our|the) (?:prior|previous))\b(?![^;.]{0,40}[$€£]\s?\d)/i;

/** Returns whether words call the figure at [start, end) of a sentence earlier guidance. */
export function isCalledEarlier(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start);
  return isNamedEarlier(before) || (calledEarlier.test(text.slice(end)) && !reaffirms.test(before));
}

/** Returns whether a range of a sentence is the guidance that is replaced. */
export function isReplaced(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start);
  return isCalledEarlier(text, start, end) || isChangedFrom(before) || isCompared.test(before);
}

/** Returns whether the figure at [start, end) of a sentence is earlier guidance, or guidance that a result is compared with. */
export const isEarlier = (text: string, start: number, end: number): boolean =>
  isReplaced(text, start, end) || isComparedResult(text.slice(0, start));
