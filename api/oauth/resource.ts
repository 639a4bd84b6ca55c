/** The protected resource: its identifier (RFC 8707) and the document that leads from it to this authorization server (RFC 9728). */
import { toolsScope } from '#schemas/oauth.ts';

/** Two spellings of one address: clients write the address of a host with and without its slash. */
export const isResource = (given: string, wanted: string): boolean => canonical(given) !== null && canonical(given) === canonical(wanted);

function canonical(address: string): string | null {
  if (!URL.canParse(address) || address.includes('#')) return null;
  const { protocol, host, pathname, search, username, password } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null;
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}`;
}

/** Where that document stands, below the resource's host: behind the well-known name comes the resource's own path. */
export const resourceMetadataPath = (resource: string): string =>
  `/.well-known/oauth-protected-resource${new URL(resource).pathname.replace(/\/$/, '')}`;

export const resourceMetadata = (resource: string, issuer: string): Readonly<Record<string, unknown>> => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: [toolsScope],
  bearer_methods_supported: ['header'],
  resource_name: 'tickerwire tools',
});
