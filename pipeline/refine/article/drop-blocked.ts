/** Drops an article when the host of its link or of its outlet is a blocked domain or a subdomain of one. */
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from './draft.ts';

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
