/** Sentences of a release in; what it says drove the quarter, what weighs on it, and whom it quotes, out: its own sentences, whole. */
import type { Sentence } from './sentences.ts';

export interface Narrative {
  readonly drivers: readonly string[];
  readonly concerns: readonly string[];
  readonly quotes: readonly string[];
}

const listMax = 5;
const quotesMax = 3;
const cause =
  /\b(?:driven by|due (?:primarily |mainly |largely )?to|because of|reflect(?:s|ed|ing)|attributable to|as a result of|result(?:ed|ing) from|led by|thanks to|owing to|benefit(?:ed|ing)? from|offset by)\b/i;
const measure = /\b(?:revenues?|sales|income|earnings|profit|loss|margins?|eps|growth|orders|bookings|expenses?|costs|volumes?|demand)\b/i;
const worse =
  /\b(?:decreas\w+|declin\w+|lower|loss(?:es)?|fell|weak\w*|headwinds?|impairments?|advers\w+|negative\w*|disrupt\w+|uncertain\w*|challeng\w+|shortfall|delays?|reduc(?:ed|tion)s? (?:in|of) (?:revenue|sales|demand))\b/i;
const better = /\b(?:increas\w+|grew|growth|higher|improv\w+|strong\w*|record|gains?|rose|up \d|expan(?:ded|sion)|favorabl\w+)\b/i;

export function readNarrative(sentences: readonly Sentence[]): Narrative {
  const causes = sentences.filter(({ text }) => cause.test(text) && measure.test(text) && !/^["“]/.test(text));
  const words = (list: readonly Sentence[], max: number): string[] => [...new Set(list.map(({ text }) => text))].slice(0, max);
  return {
    drivers: words(
      causes.filter(({ text }) => better.test(text) && !worse.test(text)),
      listMax,
    ),
    concerns: words(
      causes.filter(({ text }) => worse.test(text) && !better.test(text)),
      listMax,
    ),
    quotes: words(
      sentences.filter(({ text }) => /^[“"][^“”"]{40,}[”"]?/.test(text) || /[“"][^“”"]{60,}[,.]?[”"],? (?:said|commented|stated|added)/.test(text)),
      quotesMax,
    ),
  };
}
