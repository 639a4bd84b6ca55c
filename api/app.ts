/** The Koa application: outermost first, and nothing else. */
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { ApiDeps } from './context.ts';
import type { Route } from './route.ts';
import { observeRequests, serveRoute, serveUnrouted, type ApiState, type Observers } from './serve.ts';

export function createApp(routes: readonly Route[], deps: ApiDeps, observers: Observers, trustedProxies: number): Koa<ApiState> {
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // What reaches Koa's own error handler is a socket that failed: the request was logged already.
  app.on('error', (error: Error) => observers.log.debug({ err: error }, 'socket.failed'));
  app.use(observeRequests(observers, deps.isStopping));
  const served = routes.map((route) => ({ route, serve: serveRoute(route, deps) }));
  app.use(serveFixedPaths(served));
  const router = new Router<ApiState>({ sensitive: true });
  // Every method reaches the route, which refuses all but its own: a wrong one is told so, and costs like any answer.
  // Given without its trailing slash, a path answers with and without.
  for (const { route, serve } of served) router.all(route.path.replace(/\/$/, ''), (ctx) => serve(ctx, ctx.params));
  app.use(router.routes());
  app.use(serveUnrouted(deps));
  return app;
}

interface Served {
  readonly route: Route;
  readonly serve: ReturnType<typeof serveRoute>;
}

/** Paths without parameters, both spellings, by one look into a map: what the router would find, where most requests go. */
function serveFixedPaths(served: readonly Served[]): Middleware<ApiState> {
  const fixed = new Map<string, Served['serve']>();
  for (const { route, serve } of served) {
    if (route.path.includes(':')) continue;
    fixed.set(route.path, serve);
    fixed.set(route.path.replace(/\/$/, ''), serve);
  }
  const noParams = {};
  return (ctx, next) => {
    const url = ctx.req.url ?? '';
    const question = url.indexOf('?');
    const serve = fixed.get(question < 0 ? url : url.slice(0, question));
    return serve === undefined ? next() : serve(ctx, noParams);
  };
}
