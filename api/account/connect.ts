/** The page on which an account's owner allows or refuses to connect an application, whose name is unverified but whose callback is certain. */
import { isLoopbackName } from '#ops/process/own-names.ts';
import { planOf } from '#schemas/plan.ts';
import type { Question } from '../oauth/consents.ts';
import { h, type Content } from './element.ts';
import { form, link, paragraph } from './markup.ts';
import { field, FormRefusal, type OwnPage, type OwnVisit, type PageReply } from './visit.ts';

const expired: PageReply = {
  kind: 'page',
  status: 410,
  title: 'This request has expired',
  content: [
    paragraph('It was already answered, is too old, or was started in another browser. Start again from the application.'),
    link('/account/', 'Go to your account'),
  ],
};

function page(visit: OwnVisit, question: Question): PageReply {
  const { account } = visit.signedIn.entry;
  const { name: planName, alertsMax } = planOf(account);
  const { clientName, describedAt, callback } = question;
  const shown = clientName === '' ? 'Unnamed application' : clientName;
  const who = visit.signedIn.identity.address ?? account.name;
  const answer = (intent: string, button: string, isDangerous: boolean): Content =>
    form(visit, { action: visit.path, intent, button, isDangerous, className: 'inline' });
  return {
    kind: 'page',
    title: 'Connect an application?',
    formTargets: [policySource(callback)],
    keepsOpener: true,
    content: [
      paragraph(h('strong', {}, shown), ' wants to connect to your account ', h('strong', {}, who), '.'),
      paragraph(
        'The application chose this name, and nobody has verified it. Allow it only if you have just started this from an application you use.',
      ),
      h(
        'dl',
        {},
        h('dt', {}, 'Your answer goes to'),
        // The address is shown in full, because an application cannot fake it.
        h('dd', {}, h('code', { class: 'address', id: 'callback' }, callback), isOnThisMachine(callback) ? ' (a program on this computer)' : null),
        describedAt === null ? null : h('dt', {}, 'Its description is at'),
        describedAt === null ? null : h('dd', {}, h('code', { class: 'address' }, describedAt)),
      ),
      h('h2', {}, 'Until you disconnect it, it can'),
      h(
        'ul',
        {},
        h('li', {}, 'read news, filings, the calendar, Radar, symbols and your watchlist through the tools;'),
        h(
          'li',
          {},
          alertsMax > 0
            ? `create, change, turn off and remove your alerts (your plan is ${planName});`
            : `create, change, turn off and remove your alerts, if you upgrade to a plan with alerts (your ${planName} plan has none);`,
        ),
        h('li', {}, 'use the request quota of your account.'),
      ),
      paragraph('It cannot see or change your keys, webhooks, address, password or plan.'),
      h('div', { class: 'row' }, answer('allow', 'Allow', false), answer('deny', 'Do not allow', true)),
    ],
  };
}

/** Returns the callback as a source in a content security policy: its origin, or the scheme of an application's own protocol. */
function policySource(callback: string): string {
  const { protocol, origin } = new URL(callback);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}

const isOnThisMachine = (callback: string): boolean => {
  const { protocol, hostname } = new URL(callback);
  return protocol !== 'https:' && (protocol !== 'http:' || isLoopbackName(hostname));
};

export const connectPage: OwnPage = {
  access: 'signed-in',
  path: '/account/connect/:question/',
  get: async (visit, deps) => {
    const question = await deps.consents.find(visit.exchange, visit.path);
    return question === null ? expired : page(visit, question);
  },
  post: async (visit, deps) => {
    const question = await deps.consents.find(visit.exchange, visit.path);
    if (question === null) return expired;
    const intent = field(visit, 'intent', 10);
    if (intent !== 'allow' && intent !== 'deny') throw new FormRefusal('Choose Allow or Do not allow.');
    const accountId = intent === 'allow' ? visit.signedIn.identity.account_id : null;
    return { kind: 'redirect', to: await deps.consents.answer(visit.exchange, accountId, visit.now) };
  },
};
