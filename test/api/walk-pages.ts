/** Walks the pages of a list by its cursors. */
import type { Answer as WholeAnswer } from '#test/support/api.ts';

type Answer<Page> = Pick<WholeAnswer<Page>, 'status' | 'body'>;

/** Returns the pages up to the last one, or to the first whose status is not 200. `get` receives '' or `&cursor=…` for the end of its query. */
export async function walkPages<A extends Answer<unknown>>(get: (cursor: string) => Promise<A>): Promise<A[]> {
  const pages = [await get('')];
  for (;;) {
    const { status, body } = pages.at(-1)!;
    const { next_cursor: cursor = null } = body as { readonly next_cursor?: string | null };
    if (status !== 200 || cursor === null) return pages;
    pages.push(await get(`&cursor=${encodeURIComponent(cursor)}`));
  }
}
