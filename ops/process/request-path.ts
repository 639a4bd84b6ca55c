/** Splits the request target of an HTTP request in any form (RFC 9112, 3.2). `new URL` throws for some targets that a client may send. */

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path without query and fragment, also of an absolute target. `*` and other targets without a path are returned unchanged. */
export function requestPath(target: string | undefined): string {
  const [path = ''] = (target ?? '').replace(authority, '').split(/[?#]/, 1);
  return path === '' ? '/' : path;
}

/** Returns the text after the first `?`. A query may contain more question marks (RFC 3986, 3.4). */
export function requestQuery(target: string | undefined): string {
  const text = target ?? '';
  const at = text.indexOf('?');
  return at === -1 ? '' : text.slice(at + 1);
}
