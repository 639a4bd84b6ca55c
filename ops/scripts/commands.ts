/** Every command of package.json with a summary, in the order in which `npm run help` prints them. */
export const commands = {
  help: 'lists these commands',
  demo: 'runs the whole service with generated or recorded documents, until Ctrl-C',
  start: 'runs the whole service with live sources, until Ctrl-C',
  admin: 'creates accounts and keys, changes plans, revokes keys and connections, creates sign-in links',
  inspect: 'shows what the pipeline makes of documents in files; needs no running service',
  dead: 'lists, replays or discards messages that could not be processed',
  log: 'shows a record of the feed log, or skips an unreadable one',
  backfill: 'loads past filings into a running service',
  reconcile: "compares a day of EDGAR's index with a running service",
  backup: 'writes a backup of a running service into a folder',
  restore: 'restores a backup into empty servers, or into the folder of a stopped service',
  export: 'writes the news of past days into a folder, a file a day',
  rebuild: 'rebuilds every table from the feed log of a running service',
  'replay-radar': 'recomputes a past Radar snapshot from the tables, and compares it with the one that was served',
  flow: 'prints the dataflow: lanes, steps, what they read and write',
  test: 'runs the test suite against real servers that it starts and stops itself',
  'test:chaos': 'kills parts of a running service, cuts its power and fills its disks, and checks that nothing is lost or doubled',
  'test:endurance': 'loads a service for an hour with fifty times the specified volume, and checks that memory and queues stay bounded',
  'test:wrappers': 'installs published wrappers of a client (several minutes) and calls the service through each',
  check: 'checks types, lint, format, unused code and house rules',
  format: 'formats the sources',
  clients: 'generates the typed clients from the OpenAPI document',
  bench: 'measures every hot path against its ceiling',
  evaluate: 'measures earnings reads, enrichment, search or the Radar model',
  'train:stories': 'fits the weights of story matching to labelled data',
  'env-example': 'writes .env.example from the table of settings',
} as const satisfies Readonly<Record<string, string>>;

export type CommandName = keyof typeof commands;

export const summaryOf = (name: CommandName): string => `${commands[name].charAt(0).toUpperCase()}${commands[name].slice(1)}.`;
