/** Resolves an officer's title "See Remarks": the field has 30 characters, and the remarks contain the title. */

const pointer = /\(?(?<!\s)\s*\*?(?:please\s+)?see\s+(?:the\s+)?remarks?(?:\s+(?:section|below|above))*\s*\.?\)?/i;
const roleWord =
  /\b(?:chief|president|officer|counsel|secretary|director|head|chair(?:man|woman|person)?|treasurer|controller|manager|founder|partner|[CES]?[EV]P|SVP|EVP|CEO|CFO|COO|CTO|CMO|CLO|CAO)\b/i;
/** Matches the prefix of a title in remarks: "Title:", "Officer Title of Reporting Person is", "(1)". */
const label =
  /^(?:\(\d+\)|\*)?\s*(?:(?:full\s+|complete\s+)?(?:officer(?:'s)?\s+)?title(?:\s+of\s+(?:the\s+)?reporting\s+(?:person|owner))?\s*(?:is|:|-)?\s*|continued\s*:\s*)/i;
const lengthMax = 200;

/**
 * Returns the title in the remarks if there is one owner and they name a role, else the field without its pointer to the remarks, else the
 * field as filed.
 */
export function resolveTitle(filed: string, remarks: string, isOnlyOwner: boolean): string {
  if (!pointer.test(filed)) return filed;
  const rest = filed.replace(pointer, '').replace(/^[\s,;:&-]+|(?<![\s,;:&-])[\s,;:&-]+$/g, '');
  if (!isOnlyOwner) return rest || filed;
  const sentences = remarks.split(/(?<=[a-z\d)]{2}[.;])\s+(?=[A-Z(*])/);
  const sentence = sentences.find((text) => text.length <= lengthMax && roleWord.test(text));
  const title =
    sentence
      ?.replace(label, '')
      .replace(/(?<![.;\s])[.;\s]+$/, '')
      .trim() ?? '';
  return title || rest || filed;
}
