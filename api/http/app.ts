/** Routes requests: paths without parameters by a map, all others by a Koa router. */
import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { acceptCompatible } from '../compatibility.ts';
import type { ApiDeps } from '../deps.ts';
import type { Operation } from '../operation.ts';
import { createListener, type Answer, type Observers } from './frame.ts';
import { serveOperation, serveUnrouted, type Serve } from './serve-operation.ts';
import type { ApiState } from './state.ts';

export type Mount = (router: Router<ApiState>) => void;

/** Middleware for routes that answer with `ctx.body`: sets the common headers, and records status and size for the frame. */
export const answerByKoa: Middleware<ApiState> = async (ctx, next) => {
  const { state, res } = ctx;
  for (let at = 0; at < state.headers.length; at += 2) res.setHeader(state.headers[at]!, state.headers[at + 1]!);
  await next();
  state.status = ctx.status;
  state.bodyBytes = ctx.length ?? 0;
};

export function createApi(
  operations: readonly Operation[],
  deps: ApiDeps,
  observers: Observers,
  trustedProxies: number,
  mounts: readonly Mount[],
): RequestListener {
  const served = operations.map((operation) => ({ path: operation.path, serve: serveOperation(operation, deps) }));
  const fixed = fixedPaths(served);
  const router = new Router<ApiState>({ sensitive: true });
  for (const mount of mounts) mount(router);
  // Routes accept all methods, and handlers refuse wrong ones, so that these cost a call, too. A path without its trailing slash matches both
  // spellings.
  for (const { path, serve } of served) router.all(path.replace(/(.)\/$/, '$1'), (ctx) => serve(ctx, ctx.params));
  return createListener({
    observers,
    isStopping: deps.isStopping,
    trustedProxies,
    find: (exchange) => {
      acceptCompatible(exchange);
      const url = exchange.req.url ?? '';
      const question = url.indexOf('?');
      return fixed.get(question < 0 ? url : url.slice(0, question)) ?? null;
    },
    mount: (app) => app.use(router.routes()).use(serveUnrouted(deps)),
  });
}

/** Returns the handlers of paths without parameters, with and without trailing slash. The router would test many regular expressions. */
function fixedPaths(served: readonly { readonly path: string; readonly serve: Serve }[]): ReadonlyMap<string, Answer> {
  const fixed = new Map<string, Answer>();
  const noParams = {};
  for (const { path, serve } of served) {
    if (path.includes(':')) continue;
    const answer: Answer = (exchange) => serve(exchange, noParams);
    fixed.set(path, answer);
    fixed.set(path.replace(/(.)\/$/, '$1'), answer);
  }
  return fixed;
}
