/** Detects events that move no price although most events of their item do: a director who leaves without a dispute, a debt that was repaid. */

const LEAVES = /\b(?:resign\w*|retir\w+|step\w* down|depart\w*|leav(?:e|es|ing)|not (?:to )?(?:stand|run|seek|be nominated)\w*)\b/i;
const DIRECTOR = /\b(?:directors?|board)\b/i;
const OFFICER = /\b(?:officer|chief|CEO|CFO|president|chair(?:man|woman|person)?|treasurer|secretary|counsel)\b/i;
const DISPUTE = /\bdisagree\w*/i;
const NO_DISPUTE = /\b(?:no|not|without|n?either|nor)\b[^;]{0,160}\bdisagree/i;

const DEBT = /\b(?:notes?|debentures|bonds|indenture|(?:credit|loan|note|note purchase) (?:agreement|facility)|term loan)\b/i;
const REPAID = /\b(?:repa(?:id|ys?|yment)|prepa(?:id|ys?|yment)|redeem\w*|redemption|paid (?:off|in full)|satisfaction and discharge)\b/i;
/** Matches a default that occurred. Every debt agreement lists the possible events of default. */
const DEFAULT = /\b(?:events? of default (?:has |have |had )?occurred|notices? of (?:default|acceleration)|forbearance)\b/i;

/** Maximum number of characters that are read: later ones mention other persons and contracts. */
const EVENT_CHARACTERS = 400;

/** Returns whether an event is routine. `title` is the event that the title states, null when it only names the item. */
export function isRoutine(item: string | null, title: string | null, lead: string): boolean {
  const event = (title ?? lead).slice(0, EVENT_CHARACTERS);
  if (item === '1.02') return DEBT.test(event) && REPAID.test(lead) && !DEFAULT.test(lead);
  if (item !== '5.02' || !LEAVES.test(event) || !DIRECTOR.test(event) || OFFICER.test(event)) return false;
  return !DISPUTE.test(lead) || NO_DISPUTE.test(lead);
}
