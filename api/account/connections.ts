/** The Connections page: applications that may use the tools with this account, their last use, and a button to disconnect each. */
import type { Connection } from '#schemas/oauth.ts';
import { h } from './element.ts';
import { lastUseText } from '../auth/last-use.ts';
import { elementForm, elementList, factsLine, form, hidden, listItem, paragraph, shownTime } from './markup.ts';
import { type AreaDeps, field, FormRefusal, intentOf, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/connections/';

async function page(visit: OwnVisit, { connections }: AreaDeps): Promise<PageReply> {
  const list = await connections.list(visit.signedIn.identity.account_id, visit.now);
  const uses = await connections.lastUses(list.map(({ id }) => id));
  return {
    kind: 'page',
    title: 'Connections',
    content: [
      paragraph('These applications can use the tools with your account. They chose their names themselves, and nobody has verified them.'),
      paragraph(
        'Each can use the tools and read your watchlist. On a plan with alerts, also after an upgrade, it can create, change, turn off and remove alerts.',
      ),
      elementList(
        list.map((one) => item(visit, one, uses === null ? null : (uses.get(one.id) ?? 'never'))),
        'No applications are connected.',
      ),
      list.length < 2 ? null : form(visit, { action: path, intent: 'all', button: 'Disconnect all', isDangerous: true }),
    ],
  };
}

/** Renders a connection. `use`: the instant of its last use, `never` for none in 90 days, or null when Redis does not answer. */
function item(
  visit: OwnVisit,
  { id, client_name: clientName, client_id: clientId, callbacks, connected_at: connectedAt }: Connection,
  use: string | null,
) {
  const shown = clientName === '' ? 'Unnamed application' : clientName;
  const about = `Disconnect ${shown}, connected ${connectedAt.slice(0, 16)}`;
  const used = use === null ? ['last use unknown right now'] : use === 'never' ? [lastUseText(connectedAt, visit.now)] : ['used ', shownTime(use)];
  return listItem(
    [
      h('strong', {}, shown),
      clientId.includes('://') ? factsLine('description at ', h('code', { class: 'address' }, clientId)) : null,
      factsLine('connected ', shownTime(connectedAt), ', ', ...used),
      factsLine('redirects to ', ...callbacks.flatMap((callback, at) => [at === 0 ? '' : ', ', h('code', { class: 'address' }, callback)])),
    ],
    elementForm(visit, { path, intent: 'disconnect', button: 'Disconnect', about, isDangerous: true }, hidden('id', id)),
  );
}

export const connectionsPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Connections',
  done: new Map([
    ['one', 'The application is disconnected. Its tokens stop working within seconds; requests that are already running may finish.'],
    ['all', 'All applications are disconnected.'],
  ]),
  get: page,
  post: async (visit, deps) => {
    const { account_id: accountId } = visit.signedIn.identity;
    if (intentOf(visit, ['all', 'disconnect']) === 'all') {
      await deps.connections.endAll(accountId);
      return { kind: 'redirect', to: `${path}?done=all` };
    }
    const id = field(visit, 'id', 80);
    if (!(await deps.connections.list(accountId, visit.now)).some((connection) => connection.id === id))
      throw new FormRefusal('This connection does not exist.', 404);
    await deps.connections.end(id);
    return { kind: 'redirect', to: `${path}?done=one` };
  },
};
