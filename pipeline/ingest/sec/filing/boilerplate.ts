/** Recognises boilerplate in filings: cautions, pointers to exhibits, contacts, descriptions of the company. */

const cautions =
  /forward[\s-]+looking|private securities litigation|safe[\s-]harbou?r|undue reliance|could cause actual|materially from those|(?:shall|will) not be deemed|deemed to be [“"']?filed|not be incorporated by reference|for purposes of section 18|does not constitute an offer|not an offer to|(?:full|entire) text of which|qualified in its entirety|does not purport to be (?:a )?complete|non-gaap financial measures?|generally accepted accounting principles|regulation g\b|undertakes? no obligation/i;
const pointers =
  /(?:is|are|was|were|being|hereby) (?:attached|furnished|filed|incorporated)\b[^.]{0,160}\b(?:exhibit|herein|hereto|reference)|\bexhibits? (?:no\. ?)?\d{1,3}\.\d|set forth (?:under|in) item|information (?:included|set forth|contained|disclosed|provided) (?:in|under|above|below)[^.]{0,80}\bitem\b|^\(?[a-d]\)? exhibits?\b/i;
const contacts =
  /conference call|web ?cast|dial[\s-]?in|pass ?code|replay|@[a-z]|https?:|www\.|\(\d{3}\)\s?\d{3}|\b\d{3}[-.]\d{3}[-.]\d{4}|investor relations|media (?:contact|relations)|for (?:further|more|additional) information/i;

export const isCaution = (text: string): boolean => cautions.test(text);
export const isPointer = (text: string): boolean => pointers.test(text);
export const isContact = (text: string): boolean => contacts.test(text);

const closing =
  /^\W*(?:about (?:the )?\p{L}|cautionary|forward[\s-]looking|safe harbou?r|non-gaap|use of non|conference call|earnings call|web ?cast|investor contact|media contact|contacts?\b|additional information|important (?:information|notice)|disclosure|signatures?\b|exhibit index|note(?:s)? to|- ?(?:ends?|more|tables? (?:follow|to follow)) ?-|#\s?#|\* \* \*)/iu;
export const endsRelease = (text: string): boolean => text.length < 160 && closing.test(text);

/** Returns whether a paragraph describes the company in general, without a heading that says so. */
export const isPortrait = (text: string): boolean =>
  /^(?:about )?\p{L}[^.]{2,80}(?:,? inc\.?|,? corp\.?|,? ltd\.?|,? plc|company|corporation)?[^.]{0,60}\b(?:is a (?:leading|global|worldwide|holding|bank)|is one of the|is headquartered|was founded)\b/iu.test(
    text,
  );
