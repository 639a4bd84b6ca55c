/**
 * The Settings page: address, password, sign-out everywhere, export and deletion, and the page shown after it. Every action but sign-out requires the password again; an
 * account without a password, made by an operator's link, needs a session that began in the last 15 minutes.
 */
import { h, type Content } from './element.ts';
import { deleteAccount } from '#ops/accounts/accounts.ts';
import { changeIdentity, findIdentity, removeIdentity } from '#ops/accounts/identities.ts';
import { endSession, makeLink, openSession } from '#ops/accounts/sessions.ts';
import { linkPath } from '#schemas/sign-in.ts';
import { forgetDays } from '../quota/day-history.ts';
import { linkLifeMs } from './ask-for-link.ts';
import { exportAccount } from './export.ts';
import { form, labelled, paragraph, userName } from './markup.ts';
import { passwordFault, passwordLengthMin } from './password.ts';
import { countTry, noMail } from './refusals.ts';
import { addressIn, field, FormRefusal, type AreaDeps, type OpenPage, type OwnPage, type OwnVisit, type PageReply, type Reply } from './visit.ts';

const path = '/account/settings/';
const freshMs = 15 * 60_000;

function page(visit: OwnVisit): PageReply {
  const { identity } = visit.signedIn;
  const hasPassword = identity.password !== null;
  const passwordAgain = (id: string): Content =>
    hasPassword
      ? [
          userName(identity.address ?? ''),
          labelled({ id: `${id}-password`, name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' }),
        ]
      : null;
  const ask = (intent: string, button: string, isDangerous: boolean, ...fields: Content[]) =>
    form(visit, { action: path, intent, button, isDangerous }, ...fields);
  return {
    kind: 'page',
    title: 'Settings',
    content: [
      h('h2', {}, 'E-mail address'),
      paragraph(identity.address === null ? 'You have no address yet.' : ['You sign in as ', h('strong', {}, identity.address), '.']),
      ask(
        'address',
        'Send a link',
        false,
        labelled({ id: 'address', label: 'New address', type: 'email', autocomplete: 'email' }),
        passwordAgain('address'),
      ),
      h('h2', {}, 'Password'),
      hasPassword
        ? ask(
            'password',
            'Change password',
            false,
            passwordAgain('change'),
            labelled({
              id: 'new-password',
              name: 'new_password',
              label: 'New password',
              type: 'password',
              autocomplete: 'new-password',
              hint: `At least ${passwordLengthMin} characters.`,
            }),
          )
        : paragraph('Once your account has an address, you can choose a password with “Forgot your password?”.'),
      h('h2', {}, 'Sessions'),
      paragraph('Ends all sessions except this one. It does not affect keys and connected applications, which have their own pages.'),
      ask('everywhere', 'Sign out everywhere else', false),
      h('h2', {}, 'Export'),
      paragraph('All data of your account, as one JSON file.'),
      ask('export', 'Download', false, passwordAgain('export')),
      h('h2', {}, 'Delete the account'),
      paragraph(
        'Keys and connected applications stop working within seconds. All data of the account is deleted, the delivery log within an hour. This cannot be undone.',
      ),
      ask('delete', 'Delete the account permanently', true, passwordAgain('delete')),
    ],
  };
}

export const settingsPage: OwnPage = {
  access: 'signed-in',
  path,
  label: 'Settings',
  done: new Map([
    ['address', 'Your address was changed.'],
    ['sent', 'Check your mail. If the address is free, we have sent a link to it.'],
    ['password', 'Your password was changed, and all other devices were signed out.'],
    ['everywhere', 'All other devices were signed out.'],
  ]),
  get: async (visit) => page(visit),
  post: async (visit, deps) => {
    const intent = field(visit, 'intent');
    if (intent === 'everywhere') return endOthers(visit, deps, {}, 'everywhere');
    const act = guarded[intent];
    if (act === undefined) throw new FormRefusal('The form was not valid. Nothing was changed. Reload the page and try again.');
    await requireOwner(visit, deps);
    return act(visit, deps);
  },
};

export const deletedPage: OpenPage = {
  access: 'everybody',
  path: '/account/deleted/',
  get: async () => ({
    kind: 'page',
    title: 'Your account is deleted',
    content: paragraph('Its keys stop working within seconds, and its data is deleted.'),
  }),
};

/** Throws a FormRefusal unless the visitor proves to own the account, and a PageRefusal after too many tries. */
async function requireOwner(visit: OwnVisit, deps: AreaDeps): Promise<void> {
  const { identity, session } = visit.signedIn;
  if (identity.password === null) {
    if (visit.now.getTime() - Date.parse(session.created_at) <= freshMs) return;
    throw new FormRefusal('You signed in too long ago for this. Get a new sign-in link and try again.');
  }
  await countTry(deps, { 'password-account': identity.account_id });
  const isRight = await deps.passwords.verify(field(visit, 'password'), identity.password);
  if (!isRight) throw new FormRefusal('The password is wrong. Nothing was changed.');
  await deps.throttle.forget('password-account', identity.account_id);
}

/** Raises the epoch, which ends every session and every mailed link, and opens a new session for this visitor. */
async function endOthers(visit: OwnVisit, deps: AreaDeps, also: { readonly password?: string }, done: string): Promise<Reply> {
  const { identity, token } = visit.signedIn;
  const changed = await changeIdentity(deps.identities, identity.account_id, (stored) => ({
    ...stored,
    ...also,
    session_epoch: stored.session_epoch + 1,
  }));
  await endSession(deps.sessions, token);
  if (changed === null) return { kind: 'redirect', to: '/account/sign-in/', session: null };
  return { kind: 'redirect', to: `${path}?done=${done}`, session: await openSession(deps.sessions, changed, visit.now) };
}

const guarded: Readonly<Record<string, (visit: OwnVisit, deps: AreaDeps) => Promise<Reply>>> = {
  address: async (visit, deps) => {
    if (!deps.mailer.isConfigured) return noMail;
    const { account_id: accountId, session_epoch: epoch } = visit.signedIn.identity;
    const address = addressIn(visit);
    await countTry(deps, { 'mail-address': address, 'mail-client': visit.client });
    deps.mailer.queue(async () => {
      // When the address belongs to another account, neither its owner nor this visitor learns of the request.
      if ((await findIdentity(deps.identities, address)) !== null) return null;
      const token = await makeLink(deps.sessions, { purpose: 'address', account_id: accountId, address, epoch }, linkLifeMs, new Date(deps.nowMs()));
      const text = `Confirm that this is the new address of your account:\n\n${deps.publicUrl()}${linkPath(token)}\n\nThe link works once and expires in an hour.\n`;
      return { to: address, subject: 'Confirm your new address', text };
    });
    return { kind: 'redirect', to: `${path}?done=sent` };
  },
  password: async (visit, deps) => {
    const { address } = visit.signedIn.identity;
    const wanted = field(visit, 'new_password');
    const fault = passwordFault(wanted, address ?? '');
    if (fault !== null) throw new FormRefusal(fault);
    const reply = await endOthers(visit, deps, { password: await deps.passwords.hash(wanted) }, 'password');
    if (address !== null) deps.mailer.queue(() => ({ to: address, subject: 'Your password was changed', text: 'The password of your account was changed, and all other devices were signed out. Keys and connected applications still work. If you did not change the password, check both.\n' })); // prettier-ignore
    return reply;
  },
  export: async (visit, deps) => ({
    kind: 'file',
    name: 'tickerwire-account.json',
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await exportAccount(visit, deps), null, 2),
  }),
  delete: async (visit, deps) => {
    const { account_id: accountId } = visit.signedIn.identity;
    // The identity is removed last: after an interruption the owner can still sign in and delete the account.
    await deleteAccount(deps.accounts, accountId);
    await deps.connections.endAll(accountId);
    await forgetDays(deps.redis, accountId, visit.now.getTime());
    await removeIdentity(deps.identities, accountId);
    await endSession(deps.sessions, visit.signedIn.token);
    return { kind: 'redirect', to: '/account/deleted/', session: null };
  },
};
