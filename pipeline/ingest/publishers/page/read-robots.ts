/** Evaluates a robots.txt for an address (RFC 9309). Rules can be crafted to match slowly, so this runs in a thread, like all documents. */
import robotsParser from 'robots-parser';

/** The types describe an ES module; the package exports the function itself, as CommonJS. */
const createRobots = typeof robotsParser === 'function' ? robotsParser : robotsParser.default;

export interface RobotsDocument {
  readonly body: Buffer;
  /** Address of the robots.txt; its rules apply to that origin. */
  readonly robotsUrl: string;
  /** Address to fetch. */
  readonly url: string;
  /** Name of this client in rules: the first word of the User-Agent, without its version. */
  readonly product: string;
}

export interface RobotsRead {
  readonly isAllowed: boolean;
  /** Milliseconds of Crawl-delay, which RFC 9309 lacks but many files state; null without one. */
  readonly delayMs: number | null;
}

/** Returns whether the site's robots.txt lets this product fetch `url`. */
export function readRobots({ body, robotsUrl, url, product }: RobotsDocument): RobotsRead {
  const robots = createRobots(robotsUrl, body.toString('utf8').replace(/^\uFEFF/, ''));
  const delaySeconds = robots.getCrawlDelay(product);
  return {
    isAllowed: robots.isAllowed(url, product) === true,
    delayMs: delaySeconds !== undefined && delaySeconds > 0 ? delaySeconds * 1_000 : null,
  };
}

/** Returns the product token of a user agent, which robots.txt names; `*` without one. */
export const productOf = (userAgent: string): string => /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
