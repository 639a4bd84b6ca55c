/**
 * Loads `oidc-provider`. Its entry file warns on the console when Node.js is not a long-term release; the warning is suppressed, because the
 * API writes its log to the console, one JSON object per line.
 */
const { warn } = console;
Object.assign(console, { warn: () => undefined });
const { Provider, errors, interactionPolicy } = await import('oidc-provider');
Object.assign(console, { warn });

export { errors, interactionPolicy, Provider };
