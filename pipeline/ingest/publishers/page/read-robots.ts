/** Evaluates a robots.txt for an address (RFC 9309). It runs in a thread like every parser, because rules can be crafted to match slowly. */
import robotsParser from 'robots-parser';

/** The types of the package describe an ES module, but it exports the function itself as CommonJS. */
const createRobots = typeof robotsParser === 'function' ? robotsParser : robotsParser.default;

export interface RobotsDocument {
  readonly body: Buffer;
  readonly robotsUrl: string;
  readonly url: string;
  readonly product: string;
}

interface RobotsRead {
  readonly isAllowed: boolean;
  /** Crawl-delay in milliseconds, which RFC 9309 lacks but many files state; null without one. */
  readonly delayMs: number | null;
}

export function readRobots({ body, robotsUrl, url, product }: RobotsDocument): RobotsRead {
  const robots = createRobots(robotsUrl, body.toString('utf8').replace(/^\uFEFF/, ''));
  const delaySeconds = robots.getCrawlDelay(product);
  return {
    isAllowed: robots.isAllowed(url, product) === true,
    delayMs: delaySeconds !== undefined && delaySeconds > 0 ? delaySeconds * 1_000 : null,
  };
}

/** Returns the product token of a User-Agent: its first word, without the version; `*` without one. */
export const productOf = (userAgent: string): string => /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
