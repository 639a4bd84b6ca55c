/** Builds the Koa application of the API: one router for the operations, the account area and OAuth. */
import Router from '@koa/router';
import type { default as Koa, Middleware } from 'koa';
import { mountCompatibility } from '../compatibility.ts';
import type { ApiDeps } from '../context.ts';
import type { Operation } from '../operation.ts';
import { newApp, type Observers } from './new-app.ts';
import { serveOperation, serveUnrouted, type Serve } from './serve-operation.ts';
import type { ApiState } from './state.ts';

/** Adds routes that are not operations. */
export type Mount = (router: Router<ApiState>) => void;

/** Returns the application. `mounts` add routes before the operations; `trustedProxies` is the number of proxies in front. */
export function createApp(
  operations: readonly Operation[],
  deps: ApiDeps,
  observers: Observers,
  trustedProxies: number,
  mounts: readonly Mount[] = [],
): Koa<ApiState> {
  const served = operations.map((operation) => ({ path: operation.path, serve: serveOperation(operation, deps) }));
  const router = new Router<ApiState>({ sensitive: true });
  for (const mount of mounts) mount(router);
  // The route takes every method, and its handler refuses the wrong ones, so that they cost a call like any answer.
  // A path without its trailing slash matches both spellings.
  for (const { path, serve } of served) router.all(path.replace(/(.)\/$/, '$1'), (ctx) => serve(ctx, ctx.params));
  const app = newApp(observers, deps.isStopping, trustedProxies);
  app.use(mountCompatibility);
  app.use(shortCut(served));
  app.use(router.routes());
  app.use(serveUnrouted(deps));
  return app;
}

interface ServedPath {
  readonly path: string;
  readonly serve: Serve;
}

const noParams = {};

/** Finds a path without parameters by one map look-up, in both spellings; the router would test expressions for every poll of a list. */
function shortCut(served: readonly ServedPath[]): Middleware<ApiState> {
  const fixed = new Map<string, Serve>();
  for (const { path, serve } of served) {
    if (path.includes(':')) continue;
    fixed.set(path, serve);
    fixed.set(path.replace(/(.)\/$/, '$1'), serve);
  }
  return (ctx, next) => {
    const url = ctx.req.url ?? '';
    const question = url.indexOf('?');
    const serve = fixed.get(question < 0 ? url : url.slice(0, question));
    return serve === undefined ? next() : serve(ctx, noParams);
  };
}
