/** The first page of an account: its plan, the requests of this minute and today, and those of the last 30 days as bars. */
import { h, type Content, type Element } from './element.ts';
import { planOf } from '#schemas/plan.ts';
import { readAccountUse, type AccountUse } from '../quota/day-history.ts';
import { notice, paragraph, shownCount } from './markup.ts';
import type { OwnPage } from './visit.ts';

const daysShown = 30;
/** Sizes in units of the drawing's viewBox. */
const [width, height, barsHeight, step] = [600, 122, 120, 20];

export const usagePage: OwnPage = {
  access: 'signed-in',
  path: '/account/',
  label: 'Plan and usage',
  get: async ({ signedIn, now }, { redis, plans, pricingUrl }) => {
    const { account } = signedIn.entry;
    const plan = planOf(account, plans);
    const [perMinute, perDay] = [account.requests_per_minute ?? plan.requestsPerMinute, account.requests_per_day ?? plan.requestsPerDay];
    const use = await readAccountUse(redis, account.id, daysShown, now.getTime());
    return {
      kind: 'page',
      title: 'Plan and usage',
      content: [
        h(
          'dl',
          {},
          ...fact(
            'Plan',
            h('strong', {}, plan.name),
            plan.upgradeTo.length === 0 ? null : [' · ', h('a', { href: pricingUrl, rel: 'noreferrer' }, 'compare plans')],
          ),
          ...fact('Archive', `${shownCount(plan.archiveDays)} days`),
          ...fact('Active keys allowed', shownCount(plan.activeKeysMax)),
          ...fact('Watchlist', `${shownCount(plan.watchlistMax)} tickers`),
          ...fact('Account', h('code', {}, account.id)),
        ),
        h('h2', {}, 'Now'),
        use === null
          ? notice('fault', 'Usage is unknown right now because the counters do not answer. Reload the page in a minute.')
          : [used('This minute', use.minuteUsed, perMinute), used('Today (UTC)', use.dayUsed, perDay)],
        h('h2', {}, 'The last 30 days'),
        use === null ? null : bars(use.days),
      ],
    };
  },
};

const fact = (name: string, ...value: Content[]): Element[] => [h('dt', {}, name), h('dd', {}, ...value)];

function used(label: string, count: number, limit: number): Element {
  const id = `used-${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return h(
    'p',
    { class: 'field' },
    h('label', { for: id }, `${label}: ${shownCount(count)} of ${shownCount(limit)} requests`),
    h('meter', { id, min: 0, max: limit, value: Math.min(count, limit) }, `${count} of ${limit}`),
  );
}

function bars(days: AccountUse['days']): Element[] {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const total = days.reduce((sum, { calls }) => sum + calls, 0);
  const drawn = days.map(({ day, calls }, index) => {
    const barHeight = calls === 0 ? 0 : Math.max(2, Math.round((calls / most) * barsHeight));
    return h(
      'rect',
      { class: 'bar', x: index * step + 2, y: barsHeight - barHeight, width: step - 4, height: barHeight },
      h('title', {}, `${day}: ${shownCount(calls)}`),
    );
  });
  const [first, last] = [days[0]!.day, days.at(-1)!.day];
  return [
    paragraph(`${shownCount(total)} requests; ${shownCount(total === 0 ? 0 : most)} on the busiest day.`),
    h(
      'svg',
      {
        class: 'bars',
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `Requests per day from ${first} to ${last}, maximum ${shownCount(most)}`,
      },
      ...drawn,
      h('line', { class: 'base', x1: 0, x2: width, y1: barsHeight, y2: barsHeight }),
    ),
    h('p', { class: 'facts ends' }, h('span', {}, first), h('span', {}, last)),
    h(
      'details',
      {},
      h('summary', {}, 'Show numbers'),
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Day (UTC)'), h('th', { scope: 'col', class: 'number' }, 'Requests'))),
        h('tbody', {}, ...days.toReversed().map(({ day, calls }) => h('tr', {}, h('td', {}, day), h('td', { class: 'number' }, shownCount(calls))))),
      ),
    ),
  ];
}
