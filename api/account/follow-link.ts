/**
 * The page that a mailed link opens. Mail programs open links by themselves, so opening the page leaves the link valid and only its button
 * uses it up. A password is chosen only here, so that a person who typed somebody else's address gains nothing.
 */
import { h, type Content } from './element.ts';
import { AccountError } from '#ops/accounts/account-entries.ts';
import { createAccount, deleteAccount, setEmail } from '#ops/accounts/accounts.ts';
import { changeIdentity, ensureIdentity, findIdentity, setAddress, readIdentity, removeIdentity } from '#ops/accounts/identities.ts';
import { endSession, openSession, readLink, useLink } from '#ops/accounts/sessions.ts';
import type { Identity, LinkToken } from '#schemas/sign-in.ts';
import { form, hidden, labelled, notice, paragraph, userName } from './markup.ts';
import { passwordFault, passwordLengthMin } from './password.ts';
import { countTry, deadLink } from './refusals.ts';
import { field, PageRefusal, type AreaDeps, type OpenPage, type PageReply, type Reply, type Visit } from './visit.ts';

const path = '/account/link/';

function formOf(link: LinkToken): { readonly title: string; readonly about: Content; readonly button: string; readonly fields: Content } {
  switch (link.purpose) {
    case 'password':
      return {
        title: link.epoch === null ? 'Choose a password' : 'Choose a new password',
        about: ['For the account of ', h('strong', {}, link.address), link.epoch === null ? '.' : '. All other devices will be signed out.'],
        button: 'Save and sign in',
        fields: [
          userName(link.address),
          labelled({
            id: 'password',
            label: 'Password',
            type: 'password',
            autocomplete: 'new-password',
            hint: `At least ${passwordLengthMin} characters. Several words are easy to remember.`,
          }),
        ],
      };
    case 'sign_in':
      return { title: 'Sign in', about: 'This link signs you in once.', button: 'Sign in', fields: null };
    case 'address':
      return {
        title: 'Confirm your address',
        about: ['From now on, you will sign in as ', h('strong', {}, link.address), '.'],
        button: 'Confirm',
        fields: null,
      };
  }
}

function page(visit: Visit, token: string, link: LinkToken, fault: string | null): PageReply {
  const { title, about, button, fields } = formOf(link);
  return {
    kind: 'page',
    status: fault === null ? 200 : 422,
    title,
    content: [
      fault === null ? null : notice('fault', fault),
      paragraph(about),
      form(visit, { action: path, button }, hidden('token', token), fields),
    ],
  };
}

export const linkPage: OpenPage = {
  access: 'everybody',
  path,
  get: async (visit, deps) => {
    const token = visit.query.get('token') ?? '';
    return page(visit, token, await openLink(token, visit, deps), null);
  },
  post: async (visit, deps) => {
    const token = field(visit, 'token');
    const linked = await openLink(token, visit, deps);
    const password = field(visit, 'password');
    const fault = linked.purpose === 'password' ? passwordFault(password, linked.address) : null;
    if (fault !== null) return page(visit, token, linked, fault);
    // The password is hashed before the link is used up: when too many hashes wait, the request fails and the link stays valid.
    const hash = linked.purpose === 'password' ? await deps.passwords.hash(password) : '';
    const used = await useLink(deps.sessions, token, visit.now);
    if (used === null) return deadLink(deps);
    switch (used.purpose) {
      case 'password':
        return signInReply(visit, deps, await choosePassword(used.address, hash, deps, visit.now));
      case 'sign_in':
        return signInReply(visit, deps, await signInAs(used.account_id, deps, visit.now));
      case 'address':
        return changeAddress(used.account_id, used.address, deps, visit);
    }
  },
};

/** Returns the link of a token. Throws a PageRefusal for a link that no longer works, or after too many tries. */
async function openLink(token: string, visit: Visit, deps: AreaDeps): Promise<LinkToken> {
  await countTry(deps, { 'link-client': visit.client });
  const linked = await readLink(deps.sessions, token, visit.now);
  if (linked === null || !(await isValid(linked, deps))) throw new PageRefusal(deadLink(deps));
  return linked;
}

/** Returns whether the link is still valid. A new password, a sign-out everywhere and a change of the address's owner invalidate it. */
async function isValid(linked: LinkToken, { identities }: AreaDeps): Promise<boolean> {
  switch (linked.purpose) {
    case 'password':
      return ((await findIdentity(identities, linked.address))?.session_epoch ?? null) === linked.epoch;
    case 'address':
      return (await readIdentity(identities, linked.account_id))?.session_epoch === linked.epoch;
    case 'sign_in':
      // An account that nobody signed in to has no identity yet; its first sign-in makes one with epoch 0.
      return ((await readIdentity(identities, linked.account_id))?.session_epoch ?? 0) === (linked.epoch ?? 0);
  }
}

async function signInReply(visit: Visit, deps: AreaDeps, identity: Identity | null): Promise<Reply> {
  if (identity === null) return deadLink(deps);
  if (visit.signedIn !== null) await endSession(deps.sessions, visit.signedIn.token);
  return { kind: 'redirect', to: '/account/', session: await openSession(deps.sessions, identity, visit.now) };
}

/**
 * Sets the password of the account with this address and ends every earlier session; makes the account when there is none. Returns null when
 * another link made the account first, or the account was deleted meanwhile.
 */
async function choosePassword(address: string, password: string, deps: AreaDeps, now: Date): Promise<Identity | null> {
  const existing = await findIdentity(deps.identities, address);
  const accountId = existing === null ? await makeAccount(address, deps, now) : existing.account_id;
  if (accountId === null) return null;
  const changed = await changeIdentity(deps.identities, accountId, (identity) => ({
    ...identity,
    password,
    session_epoch: identity.session_epoch + 1,
  }));
  await deps.throttle.forget('sign-in-address', address);
  if (existing !== null)
    deps.mailer.queue(() => ({
      to: address,
      subject: 'Your password was changed',
      text: 'The password of your account was changed, and all other devices were signed out.\n',
    }));
  return changed;
}

async function makeAccount(address: string, { accounts, identities }: AreaDeps, now: Date): Promise<string | null> {
  const { id } = await createAccount(accounts, { name: address.slice(0, 200), email: address, plan: 'free' }, now);
  await ensureIdentity(identities, id, now);
  if ((await setAddress(identities, id, address, now)) !== null) return id;
  // Another link for the same address was used at the same time and made its account first.
  await deleteAccount(accounts, id);
  await removeIdentity(identities, id);
  return null;
}

async function signInAs(accountId: string, { accounts, identities }: AreaDeps, now: Date): Promise<Identity | null> {
  if ((await accounts.get(`account.${accountId}`))?.operation !== 'PUT') return null;
  return ensureIdentity(identities, accountId, now);
}

async function changeAddress(accountId: string, address: string, deps: AreaDeps, visit: Visit): Promise<Reply> {
  const before = await readIdentity(deps.identities, accountId);
  const identity = await setAddress(deps.identities, accountId, address, visit.now);
  if (identity === null) return deadLink(deps);
  try {
    await setEmail(deps.accounts, accountId, address);
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
  }
  const former = before?.address ?? null;
  if (former !== null && former !== address)
    deps.mailer.queue(() => ({
      to: former,
      subject: 'The address of your account was changed',
      text: `Your account no longer uses this address. If you did not change it, contact the operator of the service.\n`,
    }));
  const isOwn = visit.signedIn?.identity.account_id === accountId;
  return { kind: 'redirect', to: isOwn ? '/account/settings/?done=address' : '/account/sign-in/' };
}
