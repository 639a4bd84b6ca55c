/** The Keys page: creates an API key, which is shown once, and revokes keys. */
import { h } from './element.ts';
import { readAccount, type AccountEntry, type KeyStatus } from '#ops/accounts/account-entries.ts';
import { createKey, revokeKey } from '#ops/accounts/accounts.ts';
import { planOf } from '#schemas/plan.ts';
import { elementForm, elementList, factsLine, form, hidden, labelled, listItem, paragraph, revealedText, shownCount, shownTime } from './markup.ts';
import { readLastUses, lastUseText } from '../auth/last-use.ts';
import { type AreaDeps, field, FormRefusal, intentOf, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const path = '/account/keys/';

/** Returns the page. `revealed`: the text of a key that was just made, shown this once. */
async function page(visit: OwnVisit, { redis }: AreaDeps, { account, keys }: AccountEntry, revealed: string | null = null): Promise<PageReply> {
  const { name, activeKeysMax } = planOf(account);
  const inForce = keys.filter(({ state }) => state !== 'revoked');
  const active = inForce.filter(({ state }) => state === 'active').length;
  const lastUses = await readLastUses(
    redis,
    inForce.map(({ stored }) => stored.hash),
  );
  return {
    kind: 'page',
    title: 'Keys',
    content: [
      revealed === null ? null : revealedText('new-key', 'Your new key', 'Copy it now. It will not be shown again.', revealed),
      paragraph(`${shownCount(active)} of ${shownCount(activeKeysMax)} active keys on the ${name} plan.`),
      elementList(
        inForce.map((key) => item(visit, key, lastUses?.get(key.stored.hash) ?? null, lastUses === null)),
        'No keys yet.',
      ),
      h('h2', {}, 'New key'),
      inForce.length >= activeKeysMax
        ? paragraph('Your plan allows no more active keys. Revoke a key to create another one.')
        : form(
            visit,
            { action: path, intent: 'create', button: 'Create key' },
            labelled({
              id: 'name',
              label: 'Name',
              hint: 'Optional, seen by you alone. For example: where you use the key.',
              isOptional: true,
              lengthMax: nameLengthMax,
            }),
          ),
    ],
  };
}

const nameLengthMax = 100;

function item(visit: OwnVisit, { id, state, stored }: KeyStatus, lastUse: string | null, isUnknown: boolean) {
  const shown = stored.name ?? 'unnamed';
  const used =
    lastUse === null ? [isUnknown ? 'last use unknown right now' : lastUseText(stored.created_at, visit.now)] : ['used ', shownTime(lastUse)];
  return listItem(
    [
      h('strong', {}, shown),
      ' ',
      h('code', {}, `${stored.prefix}…`),
      state === 'inactive' ? h('span', { class: 'state' }, 'inactive: more keys than your plan allows') : null,
      factsLine('created ', shownTime(stored.created_at), ', ', ...used),
    ],
    elementForm(
      visit,
      { path, intent: 'revoke', button: 'Revoke', about: `Revoke key ${shown} (${stored.prefix}…)`, isDangerous: true },
      hidden('id', id),
    ),
  );
}

export const keysPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Keys',
  done: new Map([['revoked', 'The key is revoked. It stops working within seconds.']]),
  get: async (visit, deps) => page(visit, deps, visit.signedIn.entry),
  post: async (visit, deps) => {
    const { accounts } = deps;
    const { account_id: accountId } = visit.signedIn.identity;
    if (intentOf(visit, ['create', 'revoke']) === 'create') {
      const name = field(visit, 'name').trim();
      if (name.length > nameLengthMax)
        throw new FormRefusal(`The name is too long: ${name.length} characters, at most ${nameLengthMax} are allowed.`);
      const { key } = await createKey(accounts, accountId, visit.now, name === '' ? null : name);
      return page(visit, deps, await readAccount(accounts, accountId), key);
    }
    const id = field(visit, 'id', 40);
    if (!visit.signedIn.entry.keys.some((key) => key.id === id)) throw new FormRefusal('This key does not exist.', 404);
    await revokeKey(accounts, id, visit.now);
    return { kind: 'redirect', to: `${path}?done=revoked` };
  },
};
