/** Requests to the operations port. Paths are relative to the page. */

const timeoutMs = 8_000;

/** `detail`: the reason for a refusal; null when the answer has none. */
type Answer<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly detail: string | null };

const request = (path: string): Promise<Response> => fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });

/** Returns null when the port does not answer. `statuses`: the HTTP statuses whose body is a `Body`. */
export async function fetchJson<Body>(path: string, statuses: readonly number[] = [200]): Promise<Answer<Body> | null> {
  const response = await request(path).catch(() => null);
  if (response === null) return null;
  const body: unknown = await response.json().catch(() => null);
  if (body === null || typeof body !== 'object') return { ok: false, detail: null };
  if (statuses.includes(response.status)) return { ok: true, body: body as Body };
  return { ok: false, detail: 'detail' in body && typeof body.detail === 'string' ? body.detail : null };
}

export async function fetchText(path: string): Promise<string> {
  const response = await request(path).catch(() => null);
  return response?.ok === true ? response.text().catch(() => '') : '';
}
