/** Converts an application's description of itself (RFC 7591 or a client ID metadata document) to the stored form, without all other fields. */
import { z } from 'zod';

const callbacksMax = 10;
const callbackLengthMax = 1_000;
const nameLengthMax = 60;
/** Hosts on which an application on the user's own machine listens for its callback (RFC 8252, 7.3 and 8.3). */
const loopbackNames = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The stored fields, with the names of RFC 7591. */
export interface ClientMetadata {
  /** Absent when the application has no name, because the library refuses an empty one. */
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'web' | 'native';
  readonly grant_types: readonly string[];
  readonly response_types: readonly ['code'];
  readonly token_endpoint_auth_method: 'none';
}

/** Returns the fields of an application that come from its own description; the library adds others. */
export const describedFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => describedNames.has(name)));
const describedNames = new Set(
  'client_id client_id_issued_at client_name redirect_uris application_type grant_types response_types token_endpoint_auth_method'.split(' '),
);

/** Codes of RFC 7591, 3.2.2. */
type FaultCode = 'invalid_redirect_uri' | 'invalid_client_metadata';

const Description = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(callbacksMax),
  client_name: z.string().max(1_000).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
});

export function clientMetadata(given: unknown): ClientMetadata | { readonly error: FaultCode; readonly description: string } {
  const { data, error } = Description.safeParse(given);
  if (data === undefined) {
    const [issue] = error.issues;
    const field = issue?.path[0];
    const description =
      field === 'redirect_uris'
        ? `redirect_uris: must be a list of 1 to ${callbacksMax} URLs`
        : `${String(field ?? 'the document')}: ${issue?.message ?? 'does not follow RFC 7591'}`;
    return { error: field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata', description };
  }
  for (const callback of data.redirect_uris) {
    const fault = callbackFault(callback);
    if (fault !== null) return { error: 'invalid_redirect_uri', description: `redirect_uris: ${fault}` };
  }
  // A native application may be called back on any loopback port, or by a URL scheme of its own (RFC 8252).
  const isNative = !data.redirect_uris.every((callback) => callback.startsWith('https:'));
  if (isNative && data.redirect_uris.some((callback) => callback.startsWith('https:') && loopbackNames.has(new URL(callback).hostname)))
    return { error: 'invalid_redirect_uri', description: 'redirect_uris: a native application cannot use an https loopback address' };
  const { grant_types: grants, response_types: responses } = data;
  if (grants !== undefined && !grants.includes('authorization_code'))
    return { error: 'invalid_client_metadata', description: 'grant_types: must contain authorization_code' };
  if (responses !== undefined && !responses.includes('code'))
    return { error: 'invalid_client_metadata', description: 'response_types: must contain code' };
  const name = shownName(data.client_name ?? '');
  return {
    ...(name !== '' && { client_name: name }),
    redirect_uris: [...new Set(data.redirect_uris)],
    application_type: isNative ? 'native' : 'web',
    grant_types: grants === undefined || grants.includes('refresh_token') ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** Schemes that a browser executes, uses for its own files or passes to other programs. */
const refusedSchemes = new Set(
  'javascript data vbscript file blob about filesystem view-source resource chrome ws wss ftp ftps mailto tel sms intent content jar'.split(' '),
);
const ownScheme = /^([a-z][a-z0-9+.-]{1,60}):\/{1,2}[^/]/;

/** Returns why a callback address is refused, without repeating the address, or null when it is accepted. */
export function callbackFault(callback: string): string | null {
  if (callback.length > callbackLengthMax) return `a URL is longer than ${callbackLengthMax} characters`;
  if (!/^[\x21-\x7e]+$/.test(callback) || callback.includes('\\')) return 'a URL contains spaces, backslashes or characters that must be escaped';
  if (!URL.canParse(callback)) return 'a URL is not absolute';
  const url = new URL(callback);
  if (callback.includes('#')) return 'a URL has a fragment';
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(callback)) return 'a URL has a user name';
  // Only the browser's own spelling is accepted, so that the address that is compared is the one that a browser opens.
  if (url.href !== callback && url.href !== `${callback}/`) return 'a URL is not in the normalised form that browsers use';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') return loopbackNames.has(url.hostname) ? null : 'plain http is allowed only for 127.0.0.1, [::1] and localhost';
  const scheme = ownScheme.exec(callback)?.[1];
  return scheme === undefined || refusedSchemes.has(scheme) ? 'the scheme of a URL is not allowed' : null;
}

/** Returns the name without control characters, direction marks, zero-width marks and runs of spaces, which could disguise it. */
export function shownName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{C}\u115f\u1160\u3164\uffa0]/gu, '')
    .trim();
  return [...plain].slice(0, nameLengthMax).join('');
}
