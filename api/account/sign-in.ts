/** The pages that sign people in and out. A wrong password and an unknown address get the same answer after the same time. */
import { findIdentity } from '#ops/accounts/identities.ts';
import { endSession, openSession } from '#ops/accounts/sessions.ts';
import { normalAddress } from '#schemas/sign-in.ts';
import { isConnectPath } from './connect-path.ts';
import { addressField, form, hidden, labelled, link, paragraph } from './markup.ts';
import { countTry } from './refusals.ts';
import { field, FormRefusal, type OpenPage, type OwnPage, type PageReply, type Visit } from './visit.ts';

const path = '/account/sign-in/';

/** Returns the path after sign-in: the consent page of the application that sent the visitor here, or else the start page. */
function nextOf(visit: Visit): string {
  const next = field(visit, 'next', 200) || (visit.query.get('next') ?? '');
  return isConnectPath(next) ? next : '/account/';
}

const page = (visit: Visit, next: string): PageReply => ({
  kind: 'page',
  title: 'Sign in',
  keepsOpener: isConnectPath(next),
  content: [
    isConnectPath(next) ? paragraph('An application wants to connect to your account. Sign in to see which one.') : null,
    form(
      visit,
      { action: path, button: 'Sign in' },
      addressField(visit, 'username'),
      labelled({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }),
      isConnectPath(next) ? hidden('next', next) : null,
    ),
    paragraph(link('/account/sign-up/', 'Sign up'), ' · ', link('/account/reset/', 'Forgot your password?')),
  ],
});

export const signInPage: OpenPage = {
  access: 'everybody',
  path,
  done: new Map([['out', 'You are signed out.']]),
  get: async (visit) => {
    const next = nextOf(visit);
    // After a refused POST the form is shown again, even to a visitor who is signed in.
    return visit.signedIn === null || visit.form.size > 0 ? page(visit, next) : { kind: 'redirect', to: next };
  },
  post: async (visit, deps) => {
    const address = normalAddress(field(visit, 'address', 320)) ?? '';
    await countTry(deps, { 'sign-in-address': address, 'sign-in-client': visit.client });
    const identity = await findIdentity(deps.identities, address);
    const isRight = await deps.passwords.verify(field(visit, 'password'), identity?.password ?? null);
    if (identity === null || !isRight) throw new FormRefusal('The address or password is wrong.');
    await deps.throttle.forget('sign-in-address', address);
    if (visit.signedIn !== null) await endSession(deps.sessions, visit.signedIn.token);
    // The session is always new: another person may know the token of the browser's earlier one.
    return { kind: 'redirect', to: nextOf(visit), session: await openSession(deps.sessions, identity, visit.now) };
  },
};

export const signOutPage: OwnPage = {
  access: 'signed-in',
  path: '/account/sign-out/',
  post: async ({ signedIn }, deps) => {
    await endSession(deps.sessions, signedIn.token);
    return { kind: 'redirect', to: '/account/sign-in/?done=out', session: null };
  },
};
