/** Stems lower-case English words enough to equate `acquires`, `acquired` and `acquiring` (Porter 1980, step 1, simplified). */

const VOWEL = /[aeiouy]/;

export function stemOf(word: string): string {
  if (word.length < 4 || word.charCodeAt(0) < 97) return word;
  let stem = word;
  if (stem.endsWith("'s")) stem = stem.slice(0, -2);
  if (stem.endsWith('sses')) stem = stem.slice(0, -2);
  else if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('s') && !stem.endsWith('ss') && !stem.endsWith('us') && !stem.endsWith('is')) stem = stem.slice(0, -1);
  if (stem.endsWith('ing') && VOWEL.test(stem.slice(0, -3)) && stem.length > 5) stem = undouble(stem.slice(0, -3));
  else if (stem.endsWith('ed') && VOWEL.test(stem.slice(0, -2)) && stem.length > 4) stem = undouble(stem.slice(0, -2));
  if (stem.endsWith('e') && stem.length > 4) stem = stem.slice(0, -1);
  return stem;
}

function undouble(stem: string): string {
  const last = stem.charCodeAt(stem.length - 1);
  return stem.length > 3 && last === stem.charCodeAt(stem.length - 2) && !'lsz'.includes(String.fromCharCode(last)) ? stem.slice(0, -1) : stem;
}
