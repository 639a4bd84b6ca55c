/** Error pages that several pages of the account area share. */
import { h } from './element.ts';
import { link, notice, paragraph } from './markup.ts';
import type { Throttle } from './throttle.ts';
import { PageRefusal, type AreaDeps, type PageReply } from './visit.ts';

/** Counts a try for each name. Throws a PageRefusal after too many; its wait does not show whether an address has an account. */
export async function countTry({ throttle }: Pick<AreaDeps, 'throttle'>, names: Parameters<Throttle['take']>[0]): Promise<void> {
  const waitMs = await throttle.take(names);
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  throw new PageRefusal({
    kind: 'page',
    status: 429,
    title: 'Too many attempts',
    content: notice('fault', `Please wait ${wait}, then try again.`),
    retryAfterSeconds: seconds,
  });
}

/** Returns the page for a link that no longer works. It offers a new link, or refers to the operator when the service sends no mail. */
export const deadLink = ({ mailer }: Pick<AreaDeps, 'mailer'>): PageReply => ({
  kind: 'page',
  status: 410,
  title: 'This link no longer works',
  content: [
    notice('fault', 'It was already used, was replaced by a newer one, or has expired.'),
    mailer.isConfigured
      ? paragraph('Get a new link: ', link('/account/reset/', 'choose a new password'), ' or ', link('/account/sign-up/', 'sign up'), '.')
      : paragraph(
          'If you have a password, ',
          link('/account/sign-in/', 'sign in'),
          '. This service sends no mail; its operator can create a new link with ',
          h('code', {}, 'npm run admin -- account link ADDRESS'),
          '.',
        ),
  ],
});

export const noMail: PageReply = {
  kind: 'page',
  status: 503,
  title: 'Mail is not set up',
  content: notice(
    'fault',
    'This service sends no mail. Its operator can create a link for you with ',
    h('code', {}, 'npm run admin -- account link ADDRESS'),
    '.',
  ),
};
