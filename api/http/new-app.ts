/** The base of both servers: a Koa application that gives each request an id, records it, renders errors and checks Host. */
import Koa from 'koa';
import { assignRequestId } from './middleware/assign-request-id.ts';
import { checkHost } from './middleware/check-host.ts';
import { recordRequest, type Observers } from './middleware/record-request.ts';
import { renderErrors } from './middleware/render-errors.ts';
import type { ApiState } from './state.ts';

/** Creates the application. `trustedProxies` is the number of proxies in front of the service, each of which appends to X-Forwarded-For. */
export function newApp(observers: Observers, isStopping: () => boolean, trustedProxies: number): Koa<ApiState> {
  const app = new Koa<ApiState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  // Koa's own error handler receives socket failures only: requests are recorded already.
  app.on('error', (error: Error) => observers.log.debug({ err: error }, 'socket.failed'));
  app.use(assignRequestId(isStopping));
  app.use(recordRequest(observers));
  app.use(renderErrors);
  app.use(checkHost);
  return app;
}
