/** Counts the domains of each story by their articles. A story of one article, the usual one, takes a string and no map. */

export interface StoryDomains {
  readonly add: (storyId: string, domain: string) => void;
  readonly remove: (storyId: string, domain: string) => void;
  /** Returns the number of distinct domains of a story. */
  readonly count: (storyId: string) => number;
}

export function createStoryDomains(): StoryDomains {
  /** A domain with one article, or each domain with the number of its articles. */
  const domainsOf = new Map<string, string | Map<string, number>>();
  return {
    add: (storyId, domain) => {
      const carried = domainsOf.get(storyId);
      if (carried === undefined) domainsOf.set(storyId, domain);
      else if (typeof carried !== 'string') carried.set(domain, (carried.get(domain) ?? 0) + 1);
      else domainsOf.set(storyId, new Map(carried === domain ? [[domain, 2]] : [[carried, 1], [domain, 1]])); // prettier-ignore
    },
    remove: (storyId, domain) => {
      const carried = domainsOf.get(storyId);
      if (carried === undefined || typeof carried === 'string') {
        if (carried === domain) domainsOf.delete(storyId);
        return;
      }
      const left = (carried.get(domain) ?? 0) - 1;
      if (left > 0) carried.set(domain, left);
      else carried.delete(domain);
      const [only] = carried;
      if (only !== undefined && carried.size === 1 && only[1] === 1) domainsOf.set(storyId, only[0]);
    },
    count: (storyId) => {
      const carried = domainsOf.get(storyId);
      if (carried === undefined) return 0;
      return typeof carried === 'string' ? 1 : carried.size;
    },
  };
}
