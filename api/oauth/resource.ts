/** Describes the tool server to OAuth clients: its identifier (RFC 8707), and the document that names its authorization server (RFC 9728). */
import { toolsScope } from '#schemas/oauth.ts';

/** Returns whether two addresses are the same http(s) URL, with or without a final slash. */
export const isResource = (given: string, wanted: string): boolean => canonical(given) !== null && canonical(given) === canonical(wanted);

function canonical(address: string): string | null {
  if (!URL.canParse(address) || address.includes('#')) return null;
  const { protocol, host, pathname, search, username, password } = new URL(address);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null;
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}`;
}

/** Returns whether an address is the tool server's: its base, or `/mcp` below it, which clients expect. Both are one resource. */
export const isToolServer = (given: string, resource: string): boolean => addressesOf(resource).some((address) => isResource(given, address));
const addressesOf = (resource: string): readonly string[] => [resource, `${resource.replace(/\/$/, '')}/mcp`];

/** Returns the path of the resource's document on its host: the well-known name, then the resource's own path (RFC 9728, 3.1). */
const resourceMetadataPath = (resource: string): string => `/.well-known/oauth-protected-resource${new URL(resource).pathname.replace(/\/$/, '')}`;

/** Returns the document at a path of the tool server's host, or null for other paths. It names the requested address (RFC 9728, 3.3). */
export function resourceMetadata(path: string, resource: string, issuer: string): Readonly<Record<string, unknown>> | null {
  const address = addressesOf(resource).find((one) => resourceMetadataPath(one) === path.replace(/\/$/, ''));
  if (address === undefined) return null;
  return {
    resource: address,
    authorization_servers: [issuer],
    scopes_supported: [toolsScope],
    bearer_methods_supported: ['header'],
    resource_name: 'tickerwire tools',
  };
}

export const resourceAt = (url: string | undefined, resource: string): string => {
  const path = (url ?? '').split('?', 1)[0]!.replace(/\/$/, '');
  return addressesOf(resource).find((address) => new URL(address).pathname.replace(/\/$/, '') === path) ?? resource;
};

/** Returns the WWW-Authenticate value of a 401, which names the document of the resource (RFC 9728, 5.1; RFC 6750, 3). */
export const bearerChallenge = (address: string, error: 'invalid_token' | null): string =>
  `Bearer realm="api", resource_metadata="${new URL(address).origin}${resourceMetadataPath(address)}", scope="${toolsScope}"${error === null ? '' : `, error="${error}"`}`;
