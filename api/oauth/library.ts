/** Loads `oidc-provider` without its warning about Node.js releases, because the console is the API's log, one JSON object per line. */
const { warn } = console;
Object.assign(console, { warn: () => undefined });
const { Provider, errors, interactionPolicy } = await import('oidc-provider');
Object.assign(console, { warn });

export { errors, interactionPolicy, Provider };
