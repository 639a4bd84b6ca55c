/** The pages for sign-up and password reset, which mail a link. Their answer does not show whether an account uses the address. */
import { h, type Content } from './element.ts';
import { findIdentity } from '#ops/accounts/identities.ts';
import type { Mail } from '#ops/outbound/mail.ts';
import { makeLink } from '#ops/accounts/sessions.ts';
import { linkPath } from '#schemas/sign-in.ts';
import { addressField, form, link, notice, paragraph } from './markup.ts';
import { countTry, noMail } from './refusals.ts';
import { addressIn, type AreaDeps, type OpenPage, type PageReply, type Visit } from './visit.ts';

export const linkLifeMs = 3_600_000;

interface LinkForm {
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly links: Content;
  /** Returns the mail to send, or null when this address gets none. */
  readonly mail: (address: string, isKnown: boolean, url: string) => Mail | null;
}

const ending = 'The link works once and expires in an hour. If you did not request it, you can ignore this mail. Nothing was changed.';

export const signUpPage = pageOf({
  path: '/account/sign-up/',
  title: 'Sign up',
  about: 'We will send you a link to a page where you can choose a password.',
  links: paragraph('Already have an account? ', link('/account/sign-in/', 'Sign in')),
  mail: (to, isKnown, url) =>
    isKnown
      ? {
          to,
          subject: 'You already have an account',
          text: `Someone, probably you, tried to sign up with this address, but it already has an account. Sign in with your password, or choose a new one:\n\n${url}\n\n${ending}\n`,
        }
      : { to, subject: 'Your account', text: `Confirm your address and choose a password:\n\n${url}\n\n${ending}\n` },
});

export const resetPage = pageOf({
  path: '/account/reset/',
  title: 'Forgot your password?',
  about: 'We will send a link to the address of your account. It opens a page where you can choose a new password.',
  links: paragraph(link('/account/sign-in/', 'Sign in'), ' · ', link('/account/sign-up/', 'Sign up')),
  mail: (to, isKnown, url) => (isKnown ? { to, subject: 'Choose a new password', text: `Choose a new password:\n\n${url}\n\n${ending}\n` } : null),
});

function pageOf({ path, title, about, links, mail }: LinkForm): OpenPage {
  const page = (visit: Visit): PageReply => ({
    kind: 'page',
    title,
    content: [paragraph(about), form(visit, { action: path, button: 'Send link' }, addressField(visit, 'email')), links],
  });
  // This runs after the answer, so that the answer takes the same time for every address. No account is made before the link is used.
  const send = async (address: string, deps: AreaDeps): Promise<Mail | null> => {
    const identity = await findIdentity(deps.identities, address);
    const epoch = identity?.session_epoch ?? null;
    const token = await makeLink(deps.sessions, { purpose: 'password', address, epoch }, linkLifeMs, new Date(deps.nowMs()));
    return mail(address, identity !== null, `${deps.publicUrl()}${linkPath(token)}`);
  };
  return {
    access: 'everybody',
    path,
    get: async (visit, { mailer }) => (mailer.isConfigured ? page(visit) : noMail),
    post: async (visit, deps) => {
      if (!deps.mailer.isConfigured) return noMail;
      const address = addressIn(visit);
      await countTry(deps, { 'mail-address': address, 'mail-client': visit.client });
      // A full queue is not reported to the visitor, who can request the link again.
      if (!deps.mailer.queue(() => send(address, deps))) deps.log.warn({}, 'mail.queue_full');
      return {
        kind: 'page',
        title: 'Check your mail',
        content: [notice('done', 'If possible, we have sent a link to ', h('strong', {}, address), '. It works once and expires in an hour.'), links],
      };
    },
  };
}
