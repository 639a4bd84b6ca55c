/** Builds the Koa application of the API: one router for the operations, the account area and OAuth. */
import Router from '@koa/router';
import type Koa from 'koa';
import { mountCompatibility } from '../compatibility.ts';
import type { ApiDeps } from '../context.ts';
import type { Operation } from '../operation.ts';
import type { Observers } from './middleware/record-request.ts';
import { newApp } from './new-app.ts';
import { servePath, serveUnrouted, type Path } from './serve-operation.ts';
import { shortCut } from './short-cut.ts';
import type { ApiState } from './state.ts';

/** Adds routes that are not operations. */
export type Mount = (router: Router<ApiState>) => void;

/** Creates the application. Throws where two operations claim one method and path. */
export function createApp(
  operations: readonly Operation[],
  deps: ApiDeps,
  observers: Observers,
  trustedProxies: number,
  mounts: readonly Mount[] = [],
): Koa<ApiState> {
  const served = pathsOf(operations).map((path) => ({ path: path.path, serve: servePath(path, deps) }));
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

function pathsOf(operations: readonly Operation[]): readonly Path[] {
  const paths = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const { method, path, name } = operation;
    const byMethod = paths.get(path) ?? new Map<string, Operation>();
    if (byMethod.has(method)) throw new Error(`${method} ${path} is both ${byMethod.get(method)!.name} and ${name}`);
    paths.set(path, byMethod.set(method, operation));
  }
  return [...paths].map(([path, byMethod]) => ({ path, byMethod }));
}
