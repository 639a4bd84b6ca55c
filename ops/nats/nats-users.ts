/**
 * The users of NATS and their permissions. `admin` (the operator, the supervisor) may do everything; `pipeline` handles documents, the feed
 * log and their state; `webhooks` (decisions/0007) matches and delivers, which needs accounts; `api` reads what it serves and writes what
 * people change in the account area.
 * The last two are guests, each in its own account, which imports those requests and nothing else. JetStream publishes its answers to any
 * subject that a request names, so a user in the streams' account could make it write to any stream, whatever its own permissions.
 */
import { buckets, bucketStream, consumers, streams } from '#schemas/subjects.ts';

export const natsUsers = ['admin', 'pipeline', 'webhooks', 'api'] as const;
export type NatsUser = (typeof natsUsers)[number];

/** The accounts: the one with the streams, and those of the guests. */
export const natsAccounts = { streams: 'tickerwire', webhooks: 'tickerwire_webhooks', api: 'tickerwire_api' } as const;

/** Returns a prefix of reply subjects on which no other user may listen. */
export const inboxPrefix = (user: NatsUser): string => `_INBOX_${user}`;

/** Returns JetStream's requests that read a stream: by message, or by an ephemeral consumer, which the server deletes by itself. */
const readingOf = (stream: string): string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}`,
  `$JS.API.DIRECT.GET.${stream}.>`,
  `$JS.API.CONSUMER.CREATE.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.DELETE.${stream}.*`,
  `$JS.FC.${stream}.>`,
];
/** Returns the request that fetches messages; it gets many messages in answer. */
const fetchingOf = (stream: string): string => `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`;

/** Excludes STREAM.CREATE and UPDATE, which can make a stream copy any other one of its account (`sources`, `mirror`). */
const managementOf = (stream: string): string[] => [
  ...readingOf(stream),
  fetchingOf(stream),
  `$JS.API.STREAM.PURGE.${stream}`,
  `$JS.API.STREAM.MSG.DELETE.${stream}`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  `$JS.API.CONSUMER.NAMES.${stream}`,
  `$JS.API.CONSUMER.LIST.${stream}`,
  `$JS.ACK.${stream}.>`,
];

const allStreams: readonly string[] = [...Object.values(streams), ...Object.values(buckets).map(bucketStream)];
/** Returns the requests that read the settings of all other streams, which every process compares at its start with what it needs. */
const comparedBeside = (read: readonly string[]): string[] => [
  '$JS.API.INFO',
  ...allStreams.filter((stream) => !read.includes(stream)).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ...durables.map(([stream, consumer]) => `$JS.API.CONSUMER.INFO.${stream}.${consumer}`),
];
const durables: readonly (readonly [stream: string, consumer: string])[] = [
  [streams.raw, consumers.refine],
  [streams.deliveries, consumers.deliver],
  [streams.notices, consumers.notify],
];

/** Buckets that the pipeline has no access to: customers, sign-ins, and deliveries to customers. */
const bucketsOfCustomers: readonly string[] = [
  buckets.accounts,
  buckets.identities,
  buckets.sessions,
  buckets.oauth,
  buckets.oauthShort,
  buckets.webhookAttempts,
  buckets.webhookFailures,
];
const pipelineBuckets = Object.values(buckets).filter((bucket) => !bucketsOfCustomers.includes(bucket));
const pipelineStreams = [streams.raw, streams.feed, streams.dead, ...pipelineBuckets.map(bucketStream)];
const pipelineSubjects = [
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  ...comparedBeside(pipelineStreams),
  ...pipelineStreams.flatMap(managementOf),
  'raw.>',
  'feed.>',
  'dead.>',
  ...pipelineBuckets.map((bucket) => `$KV.${bucket}.>`),
];

/** A user in its own account, and what that account imports. */
interface Guest {
  readonly user: keyof typeof natsAccounts & NatsUser;
  /** Requests that get one message or none in answer. */
  readonly requests: readonly string[];
  /** Requests that get many messages in answer. */
  readonly fetches: readonly string[];
  /** Subjects to which it publishes, other than JetStream's own. */
  readonly writes: readonly string[];
}

const apiStreams = [
  streams.feed,
  ...[buckets.accounts, buckets.symbols, buckets.reportDates, buckets.reportTimes, buckets.calendar, buckets.feedLog].map(bucketStream),
];
/** Subjects that the account area writes: single entries by name, never the cursor secret. */
const apiWrites = [
  `$KV.${buckets.accounts}.account.*`,
  `$KV.${buckets.accounts}.key.*`,
  `$KV.${buckets.identities}.account.*`,
  `$KV.${buckets.identities}.address.*`,
  `$KV.${buckets.sessions}.session.*`,
  `$KV.${buckets.sessions}.link.*`,
  ...['account', 'refresh', 'client'].map((kind) => `$KV.${buckets.oauth}.${kind}.*`),
  ...['access', 'code', 'interaction', 'session', 'client'].map((kind) => `$KV.${buckets.oauthShort}.${kind}.*`),
  // Requests of a webhook's owner to the deliverer.
  'delivery.test.*.*',
  'delivery.repeat.*.*',
];
const gotByName = (some: readonly string[]): string[] => some.map((bucket) => `$JS.API.STREAM.MSG.GET.${bucketStream(bucket)}`);

const api: Guest = {
  user: 'api',
  requests: [
    ...comparedBeside(apiStreams),
    ...apiStreams.flatMap(readingOf),
    // Single entries only: the API cannot list who signs in.
    ...gotByName([buckets.identities, buckets.sessions, buckets.oauth, buckets.oauthShort]),
    ...apiWrites,
  ],
  fetches: apiStreams.map(fetchingOf),
  writes: apiWrites,
};

const webhookStreams = [streams.feed, ...[buckets.accounts, buckets.symbols, buckets.webhookFailures].map(bucketStream)];
/** Consumers whose messages it acknowledges. */
const webhookDurables = durables.filter(([stream]) => stream !== streams.raw);
const webhookWrites = [
  'delivery.news.*.*',
  'notice.>',
  // A webhook that keeps failing is marked in its account's entry.
  `$KV.${buckets.accounts}.account.*`,
  `$KV.${buckets.webhookAttempts}.*`,
  `$KV.${buckets.webhookFailures}.*`,
  `$KV.${buckets.feedLog}.checkpoint.match`,
  `$KV.${buckets.leases}.match`,
];
const webhooks: Guest = {
  user: 'webhooks',
  requests: [
    ...comparedBeside(webhookStreams),
    ...webhookStreams.flatMap(readingOf),
    ...gotByName([buckets.feedLog, buckets.leases, buckets.webhookAttempts]),
    ...webhookDurables.map(([stream, consumer]) => `$JS.ACK.${stream}.${consumer}.>`),
    ...webhookWrites,
  ],
  fetches: [...webhookStreams.map(fetchingOf), ...webhookDurables.map(([stream, consumer]) => `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`)],
  writes: webhookWrites,
};

const guests = [webhooks, api] as const;
const inboxOf = ({ user }: Guest): string => `${inboxPrefix(user)}.>`;

/** Returns the `accounts` block of a server's configuration. A password may be a `$NAME` of the server's environment. */
export function natsAccountsText(passwords: Readonly<Record<NatsUser, string>>): string {
  return `accounts {
  ${natsAccounts.streams} {
    jetstream: enabled
    users: [
      { user: admin, password: ${quoted(passwords.admin)} }
      {
        user: pipeline, password: ${quoted(passwords.pipeline)}
        permissions {
          publish: [
            ${pipelineSubjects.map((subject) => `"${subject}"`).join('\n            ')}
          ]
          subscribe: ["${inboxPrefix('pipeline')}.>"]
        }
      }
    ]
    exports: [
      ${exportLines('requests', (subject, only) => `{ service: "${subject}", ${only} }`)}
      ${exportLines('fetches', (subject, only) => `{ service: "${subject}", response: stream, ${only} }`)}
      ${guests.map((guest) => `{ stream: "${inboxOf(guest)}", accounts: [${natsAccounts[guest.user]}] }`).join('\n      ')}
    ]
  }
${guests.map((guest) => guestText(guest, passwords[guest.user])).join('')}}
`;
}

/** Returns one export per subject, with all accounts that import it. */
function exportLines(kind: 'requests' | 'fetches', line: (subject: string, only: string) => string): string {
  const subjects = new Set(guests.flatMap((guest) => guest[kind]));
  return [...subjects]
    .map((subject) => {
      const names = guests.flatMap((guest) => (guest[kind].includes(subject) ? [natsAccounts[guest.user]] : []));
      return line(subject, `accounts: [${names.join(', ')}]`);
    })
    .join('\n      ');
}

function guestText(guest: Guest, password: string): string {
  const from = (kind: 'service' | 'stream', subject: string): string => `{ ${kind}: { account: ${natsAccounts.streams}, subject: "${subject}" } }`;
  const inbox = inboxOf(guest);
  const list = (subjects: readonly string[]): string => subjects.map((subject) => `"${subject}"`).join(', ');
  return `  ${natsAccounts[guest.user]} {
    users: [
      {
        user: ${guest.user}, password: ${quoted(password)}
        permissions {
          publish: [${list(['$JS.>', ...guest.writes, inbox])}]
          subscribe: [${list([inbox])}]
        }
      }
    ]
    imports: [
      ${[...guest.requests, ...guest.fetches].map((subject) => from('service', subject)).join('\n      ')}
      ${from('stream', inbox)}
    ]
  }
`;
}

const quoted = (password: string): string => (password.startsWith('$') ? password : JSON.stringify(password));
