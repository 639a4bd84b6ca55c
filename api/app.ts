/** The Koa application: outermost first, and nothing else. */
import Router from '@koa/router';
import Koa from 'koa';
import type { ApiDeps } from './context.ts';
import type { Route } from './route.ts';
import { observeRequests, serveRoute, serveUnrouted, type ApiState } from './serve.ts';

export function createApp(
  routes: readonly Route[],
  deps: ApiDeps,
  options: Pick<Parameters<typeof observeRequests>[0], 'count' | 'log'> & { readonly trustedProxies: number },
): Koa<ApiState> {
  const { count, log, trustedProxies } = options;
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // What reaches Koa's own error handler is a socket that failed: the request was logged already.
  app.on('error', (error: Error) => log.debug({ err: error }, 'socket.failed'));
  app.use(observeRequests({ count, log, isStopping: deps.isStopping }));
  const router = new Router<ApiState>({ sensitive: true });
  // Every method reaches the route, which refuses all but its own: a wrong one is told so, and costs like any answer.
  // Given without its trailing slash, a path answers with and without.
  for (const route of routes) router.all(route.path.replace(/\/$/, ''), serveRoute(route, deps));
  app.use(router.routes());
  app.use(serveUnrouted(deps));
  return app;
}
