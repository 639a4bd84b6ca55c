/**
 * The users of NATS and what each may do: `admin` everything (the operator, the supervisor), `pipeline` documents, the feed log and
 * what belongs to them, `webhooks` (decisions/0046) what matching and delivering take, which accounts are a part of, `api` what it
 * serves from and what people change in the account area. The last two are guests: each in an account of its own, which imports those
 * requests and nothing else: JetStream publishes its answers wherever a request asks, so that a user who shared the
 * account of the streams could have it write any of them, whatever his own permissions.
 */
import { buckets, consumers, streams } from '#schemas/subjects.ts';

export const natsUsers = ['admin', 'pipeline', 'webhooks', 'api'] as const;
export type NatsUser = (typeof natsUsers)[number];

/** The accounts: the one that has the streams, and those of its guests. */
export const natsAccounts = { streams: 'tickerwire', webhooks: 'tickerwire_webhooks', api: 'tickerwire_api' } as const;

/** Answers to one user's requests come where no other user listens. */
export const inboxPrefix = (user: NatsUser): string => `_INBOX_${user}`;

const bucketStream = (bucket: string): string => `KV_${bucket}`;

/** Requests of JetStream that read a stream: by message, or by a consumer of one's own, which the server forgets by itself. */
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
/** Answered by many messages. */
const fetchingOf = (stream: string): string => `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`;

/** No STREAM.CREATE and no UPDATE: a stream may be told to take in any other one of its account (`sources`, `mirror`). */
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
/** Every process compares all settings at its start with what it needs. */
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

/** What the pipeline has no part in: who is a customer, who signs in, and what is sent to whom. */
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

/** A user in an account of its own, and what that imports. */
interface Guest {
  readonly user: keyof typeof natsAccounts & NatsUser;
  /** Answered by one message, or by none. */
  readonly requests: readonly string[];
  /** Answered by many. */
  readonly fetches: readonly string[];
  /** Of its requests those that are not JetStream's own. */
  readonly writes: readonly string[];
}

const apiStreams = [streams.feed, ...[buckets.accounts, buckets.symbols, buckets.reportDates, buckets.calendar, buckets.feedLog].map(bucketStream)];
/** What the account area changes: by name one entry at a time, never the key of cursors. */
const apiWrites = [
  `$KV.${buckets.accounts}.account.*`,
  `$KV.${buckets.accounts}.key.*`,
  `$KV.${buckets.identities}.account.*`,
  `$KV.${buckets.identities}.address.*`,
  `$KV.${buckets.sessions}.session.*`,
  `$KV.${buckets.sessions}.link.*`,
  ...['account', 'refresh', 'client'].map((kind) => `$KV.${buckets.oauth}.${kind}.*`),
  ...['access', 'code', 'interaction', 'session', 'client'].map((kind) => `$KV.${buckets.oauthShort}.${kind}.*`),
  // What the owner of a webhook asks of the deliverer.
  'delivery.test.*.*',
  'delivery.repeat.*.*',
];
const gotByName = (some: readonly string[]): string[] => some.map((bucket) => `$JS.API.STREAM.MSG.GET.${bucketStream(bucket)}`);

const api: Guest = {
  user: 'api',
  requests: [
    ...comparedBeside(apiStreams),
    ...apiStreams.flatMap(readingOf),
    // One at a time: nothing lists who signs in.
    ...gotByName([buckets.identities, buckets.sessions, buckets.oauth, buckets.oauthShort]),
    ...apiWrites,
  ],
  fetches: apiStreams.map(fetchingOf),
  writes: apiWrites,
};

const webhookStreams = [streams.feed, ...[buckets.accounts, buckets.symbols, buckets.webhookFailures].map(bucketStream)];
/** Consumers whose messages are theirs to acknowledge. */
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

/** The `accounts` block of a server's configuration. A password may be a `$NAME` of the server's environment. */
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

/** A subject is exported once, with all whom it is for. */
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
