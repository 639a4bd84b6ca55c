/**
 * Loads `oidc-provider`, whose entry file warns on the console when Node.js is not yet a long-term release. The API writes its log to the
 * console, one JSON object per line, so the warning is suppressed.
 */
const { warn } = console;
Object.assign(console, { warn: () => undefined });
const { Provider, errors, interactionPolicy } = await import('oidc-provider');
Object.assign(console, { warn });

export { errors, interactionPolicy, Provider };
