/** Answers that several pages of the account area share. */
import { h } from './element.ts';
import { link, notice } from './markup.ts';
import type { AreaDeps, PageReply } from './visit.ts';

/** Returns the page for too many tries. The wait is the same whether or not an address has an account. */
export function tooOften(waitMs: number): PageReply {
  const seconds = Math.ceil(waitMs / 1_000);
  const said = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return {
    kind: 'page',
    status: 429,
    title: 'Too many tries',
    content: notice('fault', `Please wait ${said} and try again.`),
    retryAfterSeconds: seconds,
  };
}

/** Returns the page for a link that no longer works. Without mail, the page refers to the operator instead of offering a new link. */
export const deadLink = ({ mailer }: Pick<AreaDeps, 'mailer'>): PageReply => ({
  kind: 'page',
  status: 410,
  title: 'This link is over',
  content: [
    notice('fault', 'It was already used, a newer one replaced it, or it is too old.'),
    mailer.isConfigured
      ? h('p', {}, 'Ask for a new one: ', link('/account/reset/', 'choose a new password'), ' or ', link('/account/sign-up/', 'sign up'), '.')
      : h(
          'p',
          {},
          'You have a password? ',
          link('/account/sign-in/', 'Sign in'),
          '. This service sends no mail: its operator can create a new link with ',
          h('code', {}, 'npm run admin -- account link ADDRESS'),
          '.',
        ),
  ],
});

/** The page for a service without mail, where the operator makes the link. */
export const noMail: PageReply = {
  kind: 'page',
  status: 503,
  title: 'No mail here',
  content: notice(
    'fault',
    'This service sends no mail. Its operator can create a link for you with ',
    h('code', {}, 'npm run admin -- account link ADDRESS'),
    '.',
  ),
};
