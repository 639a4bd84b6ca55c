/** An officer's title as filed, to the title itself where the form says "See Remarks" (the field holds 30 characters, the remarks the rest). */

const pointer = /\(?(?<!\s)\s*\*?(?:please\s+)?see\s+(?:the\s+)?remarks?(?:\s+(?:section|below|above))*\s*\.?\)?/i;
const roleWord =
  /\b(?:chief|president|officer|counsel|secretary|director|head|chair(?:man|woman|person)?|treasurer|controller|manager|founder|partner|[CES]?[EV]P|SVP|EVP|CEO|CFO|COO|CTO|CMO|CLO|CAO)\b/i;
/** What remarks begin a title with: "Title:", "Officer Title of Reporting Person is", "(1)". */
const label =
  /^(?:\(\d+\)|\*)?\s*(?:(?:full\s+|complete\s+)?(?:officer(?:'s)?\s+)?title(?:\s+of\s+(?:the\s+)?reporting\s+(?:person|owner))?\s*(?:is|:|-)?\s*|continued\s*:\s*)/i;
const lengthMax = 200;

/**
 * `remarks` give the title only where they speak of one person and name a role; else what the field itself
 * says beside the pointer, or the pointer as filed.
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
