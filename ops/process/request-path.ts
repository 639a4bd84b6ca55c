/** The path that a request line names, whatever form it has (RFC 9112, 3.2): `new URL` throws on some that a client may send. */

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Without query and fragment; the path of an absolute form; `*` and what is not a path are returned unchanged. */
export function requestPath(target: string | undefined): string {
  const [path = ''] = (target ?? '').replace(authority, '').split(/[?#]/, 1);
  return path === '' ? '/' : path;
}
