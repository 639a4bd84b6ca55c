/**
 * Compares what the publishers of a story state: which numbers, days and names two of them agree on, and on which numbers they differ. A
 * fact is one sentence, copied unchanged from an article.
 */
import type { Story } from '#schemas/story.ts';
import { agree, contradict, isMoving, isRoundingOf, marksOf, type Mark } from './marks.ts';
import { oldestFirst, type Material } from './material.ts';
import { commonWordsOf, namesOf, sentencesOf, sharedBetween, stemsOf } from './sentences.ts';

const factsMax = 6;
const uncertaintiesMax = 6;
const [sentenceCharsMin, sentenceCharsMax] = [20, 400];
/** Maximum number of marks that are compared, oldest first, which bounds the work for a hundred long texts. */
const marksMax = 2_000;
/** Returns how many words besides the mark two sentences must share to state one fact: many things rise by 5% on a day. */
const sharedMin = (kind: string): number => (kind === 'pct' || kind === 'points' ? 2 : kind === 'name' ? 4 : 1);
/** Weight of a name relative to a number or day, because every second sentence has a name. */
const nameWeight = 0.25;
const titleWeight = 0.5;

interface Sentence {
  readonly text: string;
  readonly material: Material;
  readonly isTitle: boolean;
  readonly stems: ReadonlySet<string>;
  /** Words in lower case that name a company, a country or the like. */
  readonly names: ReadonlySet<string>;
  readonly marks: readonly Mark[];
}

/** A number, day or name that several sentences state. */
interface Claim {
  readonly mark: Mark;
  readonly sentences: Sentence[];
  /** When each publisher first stated the claim, by owner, in milliseconds since the epoch. */
  readonly statedAtMs: Map<string, number>;
}

export interface Facts {
  readonly keyFacts: Story['key_facts'];
  readonly uncertainties: readonly string[];
  /** When the last fact was confirmed or the last number disputed, in milliseconds since the epoch; null if there is neither. */
  readonly changedAtMs: number | null;
  readonly agreedIn: (uid: string) => number;
}

export function factsOf(materials: readonly Material[]): Facts {
  const common = commonWordsOf(materials.flatMap(({ title, summary }) => [title, summary]));
  const sentences = materials.toSorted(oldestFirst).flatMap((material) => sentencesIn(material, common));
  const claims = claimsIn(sentences);
  const agreed = claims.filter(({ statedAtMs }) => statedAtMs.size > 1);
  const disputes = disputesIn(sentences);
  const disputed = new Set(disputes.flatMap(({ sides }) => sides.map(({ mark }) => mark.text)));
  const chosen = chooseSentences(sentences, agreed, disputed);
  const changes = [...chosen.map(({ claims: of }) => Math.min(...of.map(confirmedAtMs))), ...disputes.map(({ atMs }) => atMs)];
  const agreedByUid = new Map<string, number>();
  for (const { sentences: of } of agreed)
    for (const uid of new Set(of.map(({ material }) => material.uid))) agreedByUid.set(uid, (agreedByUid.get(uid) ?? 0) + 1);
  return {
    keyFacts: chosen.map(({ sentence: { text, material } }) => ({ text, source_uid: material.uid, publisher: material.publisher })),
    uncertainties: disputes.map(wordsOf),
    changedAtMs: changes.length === 0 ? null : Math.max(...changes),
    agreedIn: (uid) => agreedByUid.get(uid) ?? 0,
  };
}

function sentencesIn(material: Material, common: ReadonlySet<string>): Sentence[] {
  const { title, summary } = material;
  const texts = [
    ...sentencesOf(summary).map((text) => ({ text, isTitle: false })),
    ...(/(?:\.\.\.|…)$/.test(title) ? [] : [{ text: title, isTitle: true }]),
  ];
  return texts
    .filter(({ text }) => text.length >= sentenceCharsMin && text.length <= sentenceCharsMax)
    .map(({ text, isTitle }) => {
      const names = namesOf(text, common);
      return { text, isTitle, material, stems: stemsOf(text), names, marks: marksOf(text, names) };
    });
}

function claimsIn(sentences: readonly Sentence[]): Claim[] {
  const byKind = new Map<string, Claim[]>();
  let marks = 0;
  for (const sentence of sentences)
    for (const mark of sentence.marks) {
      marks += 1;
      if (marks > marksMax) return [...byKind.values()].flat();
      const claims = byKind.getOrInsertComputed(mark.kind, () => []);
      const { owner, publishedAtMs } = sentence.material;
      const known = claims.find((claim) => agree(claim.mark, mark) && claim.sentences.some((other) => areOfOneMatter(other, sentence, mark.kind)));
      if (known === undefined) claims.push({ mark, sentences: [sentence], statedAtMs: new Map([[owner, publishedAtMs]]) });
      else {
        known.sentences.push(sentence);
        if (!known.statedAtMs.has(owner)) known.statedAtMs.set(owner, publishedAtMs);
      }
    }
  return [...byKind.values()].flat();
}

const areOfOneMatter = (a: Sentence, b: Sentence, kind: string): boolean =>
  a === b || (sharedBetween(a.stems, b.stems) >= sharedMin(kind) && mayNameTheSame(a, b));

/** Returns false if both sentences have names, but none in common: German prices do not confirm Indian ones. */
const mayNameTheSame = (a: Sentence, b: Sentence): boolean => a.names.size === 0 || b.names.size === 0 || sharedBetween(a.names, b.names) > 0;

const confirmedAtMs = ({ statedAtMs }: Claim): number => [...statedAtMs.values()].toSorted((a, b) => a - b)[1]!;

interface ChosenSentence {
  readonly sentence: Sentence;
  /** The agreed claims that no sentence chosen before states. */
  readonly claims: readonly Claim[];
}

/** Returns the sentences of the key facts. Each adds the most agreed claims, weighted by publishers; among equals the first is chosen. */
function chooseSentences(sentences: readonly Sentence[], agreed: readonly Claim[], disputed: ReadonlySet<string>): ChosenSentence[] {
  const claimsOf = new Map<Sentence, Claim[]>();
  for (const claim of agreed) for (const sentence of new Set(claim.sentences)) claimsOf.getOrInsertComputed(sentence, () => []).push(claim);
  // A number that no second publisher states may be wrong, but would look confirmed.
  const isConfirmed = (sentence: Sentence): boolean => {
    const numbers = sentence.marks.filter(({ kind }) => kind !== 'name').length;
    return claimsOf.get(sentence)?.filter(({ mark }) => mark.kind !== 'name').length === numbers;
  };
  const candidates = sentences.filter((sentence) => isConfirmed(sentence) && !sentence.marks.some(({ text }) => disputed.has(text)));
  const chosen: ChosenSentence[] = [];
  const covered = new Set<Claim>();
  while (chosen.length < factsMax) {
    let best: (ChosenSentence & { readonly weight: number }) | null = null;
    for (const sentence of candidates) {
      const claims = claimsOf.get(sentence)!.filter((claim) => !covered.has(claim));
      if (claims.length === 0) continue;
      const weight =
        claims.reduce((sum, { mark, statedAtMs }) => sum + statedAtMs.size * (mark.kind === 'name' ? nameWeight : 1), 0) -
        (sentence.isTitle ? titleWeight : 0);
      if (best === null || weight > best.weight) best = { sentence, claims, weight };
    }
    if (best === null) break;
    chosen.push(best);
    for (const claim of claimsOf.get(best.sentence)!) covered.add(claim);
  }
  return chosen;
}

interface Side {
  readonly mark: Mark;
  readonly publishers: string[];
}

interface Dispute {
  readonly subject: string;
  readonly sides: readonly Side[];
  readonly atMs: number;
}

/**
 * Returns the subjects on which publishers give different numbers. A publisher counts with its last material, if that gives one number. Two
 * publishers do not dispute a number that both state, even if they state it of different things.
 */
function disputesIn(sentences: readonly Sentence[]): Dispute[] {
  const bySubject = new Map<string, Map<string, { readonly sentence: Sentence; readonly marks: Mark[] }>>();
  for (const sentence of sentences)
    for (const mark of sentence.marks) {
      if (mark.subject === null || isMoving(mark.subject)) continue;
      const byOwner = bySubject.getOrInsertComputed(`${mark.kind} ${mark.subject}`, () => new Map());
      const { owner, uid } = sentence.material;
      const before = byOwner.get(owner);
      if (before === undefined || before.sentence.material.uid !== uid) byOwner.set(owner, { sentence, marks: [mark] });
      else if (!before.marks.some((known) => agree(known, mark) || known.value === mark.value)) before.marks.push(mark);
    }
  const statedBy = Map.groupBy(sentences, ({ material }) => material.owner);
  const states = (owner: string, mark: Mark): boolean =>
    statedBy.get(owner)!.some(({ marks }) => marks.some((one) => one.kind === mark.kind && isRoundingOf(one, mark)));
  const disputes: Dispute[] = [];
  for (const byOwner of bySubject.values()) {
    const statements = [...byOwner].flatMap(([owner, { sentence, marks }]) => (marks.length === 1 ? [{ owner, sentence, mark: marks[0]! }] : []));
    const opposed = statements.filter((a) =>
      statements.some(
        (b) =>
          contradict(a.mark, b.mark) &&
          sharedBetween(a.sentence.stems, b.sentence.stems) > 0 &&
          mayNameTheSame(a.sentence, b.sentence) &&
          !states(a.owner, b.mark) &&
          !states(b.owner, a.mark),
      ),
    );
    if (opposed.length < 2) continue;
    disputes.push({
      subject: opposed[0]!.mark.subject!,
      sides: sidesOf(opposed),
      atMs: opposed.map(({ sentence }) => sentence.material.publishedAtMs).toSorted((a, b) => a - b)[1]!,
    });
  }
  return disputes.slice(0, uncertaintiesMax);
}

function sidesOf(statements: readonly { readonly sentence: Sentence; readonly mark: Mark }[]): Side[] {
  const sides: Side[] = [];
  for (const { sentence, mark } of statements) {
    const { publisher } = sentence.material;
    const side = sides.find((one) => agree(one.mark, mark));
    if (side === undefined) sides.push({ mark, publishers: [publisher] });
    else side.publishers.push(publisher);
  }
  return sides;
}

/** Returns a dispute in words: `On revenue: A and B say $5 billion; C says $6 billion.` */
const wordsOf = ({ subject, sides }: Dispute): string =>
  `On ${subject}: ${sides.map(({ mark, publishers }) => `${namesText(publishers)} ${publishers.length > 1 ? 'say' : 'says'} ${mark.text}`).join('; ')}.`;

const namesText = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
