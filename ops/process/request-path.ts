/** Extracts the path of a request line in any form (RFC 9112, 3.2); `new URL` throws on some that a client may send. */

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Returns the path without query and fragment, also of an absolute form; `*` and other non-paths are returned unchanged. */
export function requestPath(target: string | undefined): string {
  const [path = ''] = (target ?? '').replace(authority, '').split(/[?#]/, 1);
  return path === '' ? '/' : path;
}
