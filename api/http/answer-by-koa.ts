/** Middleware for routes that answer with `ctx.body`: sets the common headers, and records status and size for the frame. */
import type { Middleware } from 'koa';
import type { ApiState } from './state.ts';

export const answerByKoa: Middleware<ApiState> = async (ctx, next) => {
  const { state, res } = ctx;
  for (let at = 0; at < state.headers.length; at += 2) res.setHeader(state.headers[at]!, state.headers[at + 1]!);
  await next();
  state.status = ctx.status;
  state.bodyBytes = ctx.length ?? 0;
};
