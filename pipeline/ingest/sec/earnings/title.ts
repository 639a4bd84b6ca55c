/** The text of a release in, its headline and the company that the headline names out. */

export interface Title {
  readonly headline: string;
  readonly company: string;
}

const leadLines = 40;
const noTitle =
  /^(?:exhibit|ex-?99|contacts?\b|for (?:immediate|further|more)|(?:news|press) release|investor|media|page|form\s|united states|securities and|washington|\(|http|www|tel|phone|fax)|@|\d{3}[-.)]\s?\d{3}/i;
const results = /\b(?:results?|earnings|reports?|announces?|reported|announced|profits?|revenues?|quarter|posts?)\b/i;
const verb = /\s+(?:today\s+)?(?:reports?|announces?|posts?|delivers?|releases?|reported|announced)\b/i;
const headlineMax = 300;

export function readTitle(text: string): Title {
  const lines = text.split('\n', leadLines).map((line) => line.replace(/\t/g, ' ').replace(/\s+/g, ' ').trim());
  const usable = lines.filter((line) => line.length >= 15 && !noTitle.test(line));
  const headline = usable.find((line) => results.test(line) && line.length <= headlineMax) ?? usable[0] ?? '';
  const before = headline.split(verb)[0] ?? '';
  return {
    headline: headline.slice(0, headlineMax),
    company: before !== headline && before.length <= 80 ? before.replace(/^DGAP-News:\s*/i, '') : '',
  };
}
