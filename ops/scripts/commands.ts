/** Every command of package.json with a one-line summary, in the order of `npm run help` and of ops/docs/contributing.md. */

export const commands = {
  help: 'lists these commands',
  demo: 'runs the whole service against a local upstream of made-up or recorded documents, until Ctrl-C',
  start: 'runs the whole service against live sources, as configured, until Ctrl-C',
  admin: 'creates accounts and keys, changes plans, revokes keys and connections, makes links to sign in with',
  tools: 'lists and calls the tools that agents are given, of a running service',
  inspect: 'shows what the pipeline makes of documents in files, without any service',
  dead: 'lists, replays or discards messages that could not be processed',
  log: 'shows a record of the feed log, or passes over one that cannot be read',
  backfill: 'brings filings of the past into a running service',
  reconcile: "compares a day of EDGAR's index with what a running service holds",
  backup: 'writes a backup of a running service into a folder',
  restore: 'puts a backup into empty servers, or into the folder of a service that does not run',
  rebuild: 'rebuilds every table from the feed log of a running service',
  replay: 'scores a stretch of the feed again with the enricher as it is now, and prints what would change',
  'replay-radar': 'recomputes a past snapshot of Radar from the tables, and says whether it is the one that was served',
  flow: 'prints the dataflow: lanes, steps, what they read and write',
  test: 'runs the test suite against real servers that it starts and stops itself',
  'test:chaos': 'kills parts of a running service, cuts its power and fills its disks, and checks that nothing is lost or doubled',
  'test:endurance': 'uses a running service for an hour at fifty times the specified volume, and checks that nothing grows that should not',
  'test:wrappers': 'installs the published wrappers of a published client (some minutes) and calls the service through each',
  check: 'checks types, lint, format, unused code and the rules of the house',
  format: 'formats the sources',
  'lint:api': 'lints the OpenAPI document with the rules of redocly and spectral, fetched when called',
  clients: 'makes the typed clients from the OpenAPI document',
  bench: 'measures every hot path beside its ceiling',
  evaluate:
    'measures earnings reads, the enrichment, search or the Radar model, the cadence of feeds over recorded ones, or prints the history of dated symbol lists',
  'train:stories': 'makes the weights that tell stories apart from labelled data',
  'env-example': 'writes .env.example from the table of settings',
} as const satisfies Readonly<Record<string, string>>;

export type CommandName = keyof typeof commands;

/** Returns the summary as a sentence. */
export const summaryOf = (name: CommandName): string => `${commands[name].charAt(0).toUpperCase()}${commands[name].slice(1)}.`;
