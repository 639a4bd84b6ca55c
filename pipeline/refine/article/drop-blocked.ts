/** Drops articles of a blocked publisher: the link or the outlet is of a blocked domain or one of its subdomains. */
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from './draft.ts';

/** Drops an article of a publisher that the operator blocks. */
export function dropBlocked(draft: Draft, { settings }: Pick<RefineContext, 'settings'>): Outcome<Draft> {
  const blocked = blockedParent(draft.host, settings.blockedDomains) ?? blockedParent(draft.sourceDomain, settings.blockedDomains);
  return blocked === null ? keep(draft) : drop('blocked_publisher', `${blocked} is blocked`);
}

function blockedParent(host: string, blocked: ReadonlySet<string>): string | null {
  for (let name = host.replace(/\.$/, ''); name !== '';) {
    if (blocked.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot < 0) return null;
    name = name.slice(dot + 1);
  }
  return null;
}
