/** What a robots.txt says of an address (RFC 9309). Rules may be made to take long to match: for a thread, as documents are. */
import robotsParser from 'robots-parser';

/** Its types describe an ES module; the package exports the function itself, as CommonJS. */
const createRobots = typeof robotsParser === 'function' ? robotsParser : robotsParser.default;

export interface RobotsDocument {
  readonly body: Buffer;
  /** Of the robots.txt itself: its rules hold for that origin. */
  readonly robotsUrl: string;
  /** That is to be fetched. */
  readonly url: string;
  /** As rules name us: the first word of the User-Agent, without its version. */
  readonly product: string;
}

export interface RobotsRead {
  readonly isAllowed: boolean;
  /** Crawl-delay, which RFC 9309 does not know and many state; null where there is none. */
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

export const productOf = (userAgent: string): string => /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
