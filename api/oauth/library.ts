/**
 * `oidc-provider`, whose entry file warns on the console of a Node.js that is not of the long-term line yet. The console is
 * where the API writes its log, of one JSON object a line, so the warning is left out.
 */
const { warn } = console;
Object.assign(console, { warn: () => undefined });
const { Provider, errors, interactionPolicy } = await import('oidc-provider');
Object.assign(console, { warn });

export { errors, interactionPolicy, Provider };
