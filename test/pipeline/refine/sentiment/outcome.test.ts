/** Outcomes that a headline states in formal words for the company that it names. */
import { expect, test } from 'vitest';
import { statedOutcome } from '#pipeline/refine/sentiment/outcome.ts';

/** Returns the outcome for `Acme`. */
const stated = (title: string): string | null => {
  const start = title.indexOf('Acme');
  return statedOutcome(title, start, start + 'Acme'.length)?.sentiment ?? null;
};

test.each([
  ['Judge refuses to dismiss lawsuit against Acme', 'negative'],
  ['Judge denies Acme motion to dismiss shareholder suit', 'negative'],
  ["US court rejects Acme's bid to throw out talc claims", 'negative'],
  ["Top court scraps Acme's fine", 'positive'],
  ['Appeals court overturns $2 billion verdict against Acme', 'positive'],
  ['Acme receives second complete response letter from FDA', 'negative'],
  ['FDA extends review period for Acme drug by three months', 'negative'],
  ['Buyer terminates agreement to acquire Acme, citing tariffs', 'negative'],
  ['Acme earns less on weak snack demand', 'negative'],
  ['Acme eye drug gets complete response letter', 'negative'],
  ['Acme debt swap dilutes shareholders', 'negative'],
  ["Judge blocks Norvik's $8.5 billion takeover of Acme", 'negative'],
  ['Norvik takes $1.9 billion stake in Acme, seeks CEO ouster', 'positive'],
  ['Norvik approaches Acme about potential takeover', 'positive'],
  ['Acme beats estimates but warns on tariffs', 'negative'],
])('%s', (title, expected) => expect(stated(title)).toBe(expected));

test.each([
  "Judge refuses to dismiss Acme's lawsuit against Norvik",
  'Acme reports complete response in 72% of patients',
  'Norvik withdraws offer for Acme stake in port',
  'Acme earns less from ads, more from cloud',
  'Women at Acme earned less than men',
  'Acme rival Norvik gets complete response letter',
  "Judge refuses to block Norvik's takeover of Acme",
  "UK won't block Norvik's takeover of Acme",
  "Judge denies FTC request to block Norvik's acquisition of Acme",
  'EU court reverses Acme win in tax order',
])('states nothing: %s', (title) => expect(stated(title)).toBeNull());

/** Verbs differ, the reading does not. */
test.each(['rejects', 'declines', 'dismisses', 'turns down', 'says no to'])(
  'a target that %s a bid is worth more, and its bidder no less',
  (verb) => {
    expect(stated(`Acme ${verb} Norvik's $2 billion takeover bid`)).toBe('positive');
    expect(stated(`Acme ${verb} improved offer of $40 a share`)).toBe('positive');
    expect(stated(`Acme board unanimously ${verb} approach from Norvik`)).toBe('positive');
    expect(stated(`Norvik's board ${verb} unsolicited proposal from Acme`)).toBe('neutral');
  },
);

test.each(['rebuffed', 'turned down'])('a bid that is %s reads the same', (verb) => {
  expect(stated(`Norvik offer ${verb} by Acme`)).toBe('positive');
  expect(stated(`Norvik's takeover bid for Acme ${verb}`)).toBe('positive');
  expect(stated(`Acme's $2 billion offer ${verb} by Norvik`)).toBe('neutral');
});

test.each([
  'Acme shareholders reject merger proposal',
  'Acme spurns bid for port unit',
  'Acme tumbles as board rejects bid',
  'Acme declines despite Norvik bid',
  'Acme refuses to comment on takeover offer',
  'Acme to reject Norvik bid',
])('another rejection is no rejected bid: %s', (title) => expect(stated(title)).toBeNull());
