/** Finds the headline of a release, and the company that a headline names. */

const leadLines = 40;
const noTitle =
  /^(?:exhibit|ex-?99|contacts?\b|for (?:immediate|further|more)|(?:news|press|earnings) release|item \d|investor|media|page|form\s|report of foreign|date of report|registrant has duly|pursuant to|united states|securities and|washington|\(|http|www|tel|phone|fax)|@|\d{3}[-.)]\s?\d{3}/i;
const results = /\b(?:results?|earnings|reports?|announces?|reported|announced|profits?|revenues?|quarter|posts?)\b/i;
const verb = /(?<!\s)\s+(?:today\s+)?(?:reports?|announces?|posts?|delivers?|releases?|provides?|achieves?|reported|announced)\b/i;
const headlineMax = 300;
const companyMax = 80;

/** Returns the headline of a release; '' without one. */
export function readTitle(text: string): string {
  const lines = text.split('\n', leadLines).map((line) => line.replace(/\t/g, ' ').replace(/\s+/g, ' ').trim());
  const usable = lines.filter((line) => line.length >= 15 && !noTitle.test(line));
  const headline = usable.find((line) => results.test(line) && line.length <= headlineMax) ?? usable[0] ?? '';
  return headline.slice(0, headlineMax);
}

/** Returns the words before the verb; '' when no verb separates the name from the news. */
export function companyIn(headline: string): string {
  const before = headline.split(verb)[0] ?? '';
  return before !== headline && before.length <= companyMax ? before.replace(/^DGAP-News:\s*/i, '') : '';
}
