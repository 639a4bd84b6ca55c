/** Builds the Koa application for a table of operations: its middleware, outermost first. */
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { mountCompatibility } from '../compatibility.ts';
import type { ApiDeps } from '../context.ts';
import type { Operation } from '../operation.ts';
import { authenticators } from './admit.ts';
import { observeRequests, type Observers } from './observe.ts';
import { servePath, serveUnrouted, type Path, type Serve } from './serve-operation.ts';
import type { ApiState } from './state.ts';

/** Throws where two operations claim one method and path, or one asks for access that nothing here can check. */
export function createApp(
  operations: readonly Operation[],
  deps: ApiDeps,
  observers: Observers,
  trustedProxies: number,
  /** What answers addresses of its own that are no operation's. */
  others: readonly Middleware<ApiState>[] = [],
): Koa<ApiState> {
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // What reaches Koa's own error handler is a socket that failed: the request was logged already.
  app.on('error', (error: Error) => observers.log.debug({ err: error }, 'socket.failed'));
  app.use(observeRequests(observers, deps.isStopping));
  app.use(mountCompatibility);
  const served = pathsOf(operations).map((path) => ({ path: path.path, serve: servePath(path, deps) }));
  app.use(serveFixedPaths(served));
  for (const other of others) app.use(other);
  const router = new Router<ApiState>({ sensitive: true });
  // Every method reaches the path, which refuses all but its own: a wrong one is told so, and costs like any answer.
  // Given without its trailing slash, a path answers with and without.
  for (const { path, serve } of served) router.all(path.replace(/(.)\/$/, '$1'), (ctx) => serve(ctx, ctx.params));
  app.use(router.routes());
  app.use(serveUnrouted(deps));
  return app;
}

function pathsOf(operations: readonly Operation[]): readonly Path[] {
  const paths = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const { method, path, access, name } = operation;
    if (access.kind !== 'public' && authenticators[access.kind] === undefined)
      throw new Error(`${name} asks for access by ${access.kind}, which cannot be checked here`);
    const byMethod = paths.get(path) ?? new Map<string, Operation>();
    if (byMethod.has(method)) throw new Error(`${method} ${path} is both ${byMethod.get(method)!.name} and ${name}`);
    paths.set(path, byMethod.set(method, operation));
  }
  return [...paths].map(([path, byMethod]) => ({ path, byMethod }));
}

/** Paths without parameters, both spellings, by one look into a map: what the router would find, where most requests go. */
function serveFixedPaths(served: readonly { readonly path: string; readonly serve: Serve }[]): Middleware<ApiState> {
  const fixed = new Map<string, Serve>();
  for (const { path, serve } of served) {
    if (path.includes(':')) continue;
    fixed.set(path, serve);
    fixed.set(path.replace(/(.)\/$/, '$1'), serve);
  }
  const noParams = {};
  return (ctx, next) => {
    const url = ctx.req.url ?? '';
    const question = url.indexOf('?');
    const serve = fixed.get(question < 0 ? url : url.slice(0, question));
    return serve === undefined ? next() : serve(ctx, noParams);
  };
}
