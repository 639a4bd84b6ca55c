/**
 * The users of NATS and what each may do: `admin` everything (the operator, the supervisor), `pipeline` all but accounts,
 * of which it reads the entries and writes those of accounts (decisions/0041), `api` reads what it serves from and writes
 * what people change in the account area. The API is in an account of its own, which imports those
 * requests and nothing else: JetStream publishes its answers wherever a request asks, so that a user who shared the
 * account of the streams could have it write any of them, whatever his own permissions.
 */
import { buckets, consumers, streams } from '#schemas/subjects.ts';

export const natsUsers = ['admin', 'pipeline', 'api'] as const;
export type NatsUser = (typeof natsUsers)[number];

/** The accounts: the one that has the streams, and that of the API. */
export const natsAccounts = { streams: 'tickerwire', api: 'tickerwire_api' } as const;

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

const managementOf = (stream: string): string[] => [
  ...readingOf(stream),
  fetchingOf(stream),
  `$JS.API.STREAM.CREATE.${stream}`,
  `$JS.API.STREAM.UPDATE.${stream}`,
  `$JS.API.STREAM.DELETE.${stream}`,
  `$JS.API.STREAM.PURGE.${stream}`,
  `$JS.API.STREAM.MSG.DELETE.${stream}`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  `$JS.API.CONSUMER.NAMES.${stream}`,
  `$JS.API.CONSUMER.LIST.${stream}`,
  `$JS.ACK.${stream}.>`,
];

/** Of these the pipeline has at most a part. */
const bucketsGotByName: readonly string[] = [buckets.identities, buckets.sessions, buckets.oauth, buckets.oauthShort];
const bucketsOfAccounts: readonly string[] = [buckets.accounts, ...bucketsGotByName];
const pipelineBuckets = Object.values(buckets).filter((bucket) => !bucketsOfAccounts.includes(bucket));
const pipelineSubjects = [
  '$JS.API.INFO',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  // The webhooks and alerts of accounts; one that keeps failing is marked in its account's entry.
  ...readingOf(bucketStream(buckets.accounts)),
  fetchingOf(bucketStream(buckets.accounts)),
  `$KV.${buckets.accounts}.account.*`,
  // Their settings are compared at its start.
  ...bucketsGotByName.map((bucket) => `$JS.API.STREAM.INFO.${bucketStream(bucket)}`),
  ...[...Object.values(streams), ...pipelineBuckets.map(bucketStream)].flatMap(managementOf),
  'raw.>',
  'feed.>',
  'dead.>',
  'delivery.>',
  'notice.>',
  ...pipelineBuckets.map((bucket) => `$KV.${bucket}.>`),
];

const apiStreams = [streams.feed, ...[buckets.accounts, buckets.symbols, buckets.reportDates, buckets.calendar, buckets.feedLog].map(bucketStream)];
const allStreams = [...Object.values(streams), ...Object.values(buckets).map(bucketStream)];
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
const apiRequests = [
  '$JS.API.INFO',
  // Compared at its start with what it needs.
  ...allStreams.filter((stream) => !apiStreams.includes(stream)).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
  `$JS.API.CONSUMER.INFO.${streams.raw}.${consumers.refine}`,
  `$JS.API.CONSUMER.INFO.${streams.deliveries}.${consumers.deliver}`,
  `$JS.API.CONSUMER.INFO.${streams.notices}.${consumers.notify}`,
  ...apiStreams.flatMap(readingOf),
  // Got by name, one at a time: nothing lists who signs in.
  ...bucketsGotByName.map((bucket) => `$JS.API.STREAM.MSG.GET.${bucketStream(bucket)}`),
  ...apiWrites,
];
const apiFetches = apiStreams.map(fetchingOf);

/** The `accounts` block of a server's configuration. A password may be a `$NAME` of the server's environment. */
export function natsAccountsText(passwords: Readonly<Record<NatsUser, string>>): string {
  const inbox = `${inboxPrefix('api')}.>`;
  const only = `accounts: [${natsAccounts.api}]`;
  const from = (kind: 'service' | 'stream', subject: string): string => `{ ${kind}: { account: ${natsAccounts.streams}, subject: "${subject}" } }`;
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
      ${apiRequests.map((subject) => `{ service: "${subject}", ${only} }`).join('\n      ')}
      ${apiFetches.map((subject) => `{ service: "${subject}", response: stream, ${only} }`).join('\n      ')}
      { stream: "${inbox}", ${only} }
    ]
  }
  ${natsAccounts.api} {
    users: [
      {
        user: api, password: ${quoted(passwords.api)}
        permissions {
          publish: [${['$JS.>', ...apiWrites, 'api.>', inbox].map((subject) => `"${subject}"`).join(', ')}]
          subscribe: ["${inbox}", "api.>"]
        }
      }
    ]
    imports: [
      ${[...apiRequests, ...apiFetches].map((subject) => from('service', subject)).join('\n      ')}
      ${from('stream', inbox)}
    ]
  }
}
`;
}

const quoted = (password: string): string => (password.startsWith('$') ? password : JSON.stringify(password));
