/** The message of a service that has started: addresses, pages to open, keys, the plans' limits, requests to try. */
import { withArchiveDays } from '#schemas/plan.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';

export interface Welcome {
  readonly api: string;
  readonly mcp: string;
  readonly ops: string;
  readonly dataDir: string;
  /** Null when keys must not be shown, because the output of an unattended start is a log. */
  readonly keys: Readonly<Record<PlanName, string>> | null;
  /** A link that signs in to the account area once; null when it must not be shown. */
  readonly signInLink: string | null;
  /** ARCHIVE_DAYS, which replaces the archive of every plan; null when it is not set. */
  readonly archiveDays: number | null;
}

const pages: readonly { readonly label: string; readonly address: (running: Welcome) => string; readonly note: string }[] = [
  { label: 'API', address: ({ api }) => api, note: '' },
  { label: 'Reference', address: ({ api }) => `${api}/api/schema/swagger-ui/`, note: 'every endpoint, with a form to try it' },
  { label: 'Tools', address: ({ mcp }) => mcp, note: 'for agents: a server of the Model Context Protocol, with the same keys' },
  { label: 'Radar', address: ({ ops }) => `${ops}/radar`, note: 'unusual news, a minute or two after the start' },
  {
    label: 'Dashboard',
    address: ({ ops }) => `${ops}/dashboard`,
    note: 'lag by source and stage, drops, queues, errors; programs read /status, /ready and /metrics',
  },
];

const requests = [
  '/api/news/?page_size=3',
  '/api/news/insider/?page_size=3',
  '/api/news/?sort=ingested&min_relevance=7',
  '/api/symbols/?search=a&limit=3',
  '/api/signals/snapshot/?limit=3',
];

const grouped = new Intl.NumberFormat('en-US');
const labelWidth = 12;

function planLine(name: PlanName, archiveDays: number | null): string {
  const plan = withArchiveDays(archiveDays)[name];
  const [perMinute, perDay, days, rows] = [plan.requestsPerMinute, plan.requestsPerDay, plan.archiveDays, plan.csvRowsMax].map((n) =>
    grouped.format(n),
  );
  return `${perMinute} requests a minute, ${perDay} a day; ${days} days back; pages of up to ${plan.pageSizeMax}, CSV files of ${rows} rows`;
}

export function welcomeLines(running: Welcome, label: (text: string) => string): string[] {
  const { keys, api, dataDir, archiveDays, signInLink } = running;
  const row = (name: string, text: string): string =>
    `${name === '' ? ' '.repeat(labelWidth) : label(name) + ' '.repeat(labelWidth - name.length)}${text}`;
  const plans = (name: string, text: (plan: PlanName) => string): string[] =>
    planNames.map((plan, index) => row(index === 0 ? name : '', `${plan.padEnd(7)}${text(plan)}`));
  // In double quotes the shell inserts the user's own key.
  const header = keys === null ? `-H "Authorization: Bearer $KEY"` : `-H 'Authorization: Bearer ${keys.pro}'`;
  return [
    '',
    ...pages.map(({ label: name, address, note }) => row(name, `${address(running)}${note === '' ? '' : `   (${note})`}`)),
    ...(signInLink === null ? [] : [row('Account', `${signInLink}   (signs you in once, plan pro)`)]),
    ...(keys === null ? [row('Keys', `in run.json of ${dataDir}: KEY=nf_live_...`)] : plans('Keys', (plan) => keys[plan])),
    ...plans('Plans', (plan) => planLine(plan, archiveDays)),
    '',
    label('Try'),
    ...requests.map((path) => `  curl -s ${header} '${api}${path}'`),
    '',
    'Ctrl-C stops everything; the next start continues from here.',
    '',
  ];
}
