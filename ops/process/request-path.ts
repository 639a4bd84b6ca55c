/** Extracts path and query of a request line in any form (RFC 9112, 3.2); `new URL` throws on some that a client may send. */

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path without query and fragment, also of an absolute form; `*` and other non-paths are returned unchanged. */
export function requestPath(target: string | undefined): string {
  const [path = ''] = (target ?? '').replace(authority, '').split(/[?#]/, 1);
  return path === '' ? '/' : path;
}

/** Returns the query of such a target, from the first `?` on: in a query further ones may stand unescaped (RFC 3986, 3.4). */
export function requestQuery(target: string | undefined): string {
  const text = target ?? '';
  const at = text.indexOf('?');
  return at === -1 ? '' : text.slice(at + 1);
}
