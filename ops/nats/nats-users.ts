/**
 * The users of NATS and their permissions. `admin` (operators, the supervisor) may do everything; `pipeline` handles documents and the feed
 * log; `webhooks` (decisions/0007) matches and delivers, which needs accounts; `api` reads what it serves and writes what owners change in
 * the account area.
 *
 * `webhooks` and `api` are guests: each has its own NATS account, which imports only the requests listed here. JetStream publishes its
 * replies to any subject that a request names, so a user in the streams' account could have it write to any stream.
 */
import { buckets, bucketStream, consumers, streams } from '#schemas/subjects.ts';

export type NatsUser = 'admin' | 'pipeline' | 'webhooks' | 'api';

/** NATS accounts: the one with the streams, and one for each guest. */
export const natsAccounts = { streams: 'tickerwire', webhooks: 'tickerwire_webhooks', api: 'tickerwire_api' } as const;

/** Returns the prefix of the user's reply subjects, to which no other user may subscribe. */
export const inboxPrefix = (user: NatsUser): string => `_INBOX_${user}`;

/** Returns the JetStream requests that read a stream, by message or through an ephemeral consumer, which the server deletes after use. */
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
const fetchingOf = (stream: string): string => `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`;

/** STREAM.CREATE and UPDATE are excluded: they can make a stream copy any other stream of its account (`sources`, `mirror`). */
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
/** Returns the requests that read the settings of all other streams, which every process verifies when it starts. */
const infoOfOthers = (read: readonly string[]): string[] => [
  '$JS.API.INFO',
  ...allStreams.filter((stream) => !read.includes(stream)).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  ...durables.map(([stream, consumer]) => `$JS.API.CONSUMER.INFO.${stream}.${consumer}`),
];
const durables: readonly (readonly [stream: string, consumer: string])[] = [
  [streams.raw, consumers.refine],
  [streams.deliveries, consumers.deliver],
  [streams.notices, consumers.notify],
];

/** Buckets without access for the pipeline: accounts, sign-ins, and the state of deliveries. */
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
  ...infoOfOthers(pipelineStreams),
  ...pipelineStreams.flatMap(managementOf),
  'raw.>',
  'feed.>',
  'dead.>',
  ...pipelineBuckets.map((bucket) => `$KV.${bucket}.>`),
];

/** A user in its own account, with what that account imports. */
interface Guest {
  readonly user: keyof typeof natsAccounts & NatsUser;
  /** Requests with at most one reply. */
  readonly requests: readonly string[];
  /** Requests with many replies. */
  readonly fetches: readonly string[];
  /** Subjects to which the user publishes, other than JetStream's. */
  readonly writes: readonly string[];
}

const apiStreams = [
  streams.feed,
  ...[buckets.accounts, buckets.symbols, buckets.reportDates, buckets.reportTimes, buckets.calendar, buckets.feedLog].map(bucketStream),
];
/** Subjects to which the account area writes: single entries, but not the cursor secret. */
const apiWrites = [
  `$KV.${buckets.accounts}.account.*`,
  `$KV.${buckets.identities}.account.*`,
  `$KV.${buckets.identities}.address.*`,
  `$KV.${buckets.sessions}.session.*`,
  `$KV.${buckets.sessions}.link.*`,
  ...['account', 'refresh', 'client'].map((kind) => `$KV.${buckets.oauth}.${kind}.*`),
  ...['access', 'code', 'interaction', 'session', 'client'].map((kind) => `$KV.${buckets.oauthShort}.${kind}.*`),
  // Owners of webhooks request deliveries.
  'delivery.test.*.*',
  'delivery.repeat.*.*',
];
const gotByName = (some: readonly string[]): string[] => some.map((bucket) => `$JS.API.STREAM.MSG.GET.${bucketStream(bucket)}`);

const api: Guest = {
  user: 'api',
  requests: [
    ...infoOfOthers(apiStreams),
    ...apiStreams.flatMap(readingOf),
    // Reads of single entries: the API cannot list who has a sign-in.
    ...gotByName([buckets.identities, buckets.sessions, buckets.oauth, buckets.oauthShort]),
    ...apiWrites,
  ],
  fetches: apiStreams.map(fetchingOf),
  writes: apiWrites,
};

const webhookStreams = [streams.feed, ...[buckets.accounts, buckets.symbols, buckets.webhookFailures].map(bucketStream)];
const webhookDurables = durables.filter(([stream]) => stream !== streams.raw);
const webhookWrites = [
  'delivery.news.*.*',
  'notice.>',
  // A webhook that keeps failing is disabled in its account's entry.
  `$KV.${buckets.accounts}.account.*`,
  `$KV.${buckets.webhookAttempts}.*`,
  `$KV.${buckets.webhookFailures}.*`,
  `$KV.${buckets.feedLog}.checkpoint.match`,
  `$KV.${buckets.leases}.match`,
];
const webhooks: Guest = {
  user: 'webhooks',
  requests: [
    ...infoOfOthers(webhookStreams),
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

/** Returns the `accounts` block of a server's configuration. A password may be `$NAME`, a variable of the server's environment. */
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
