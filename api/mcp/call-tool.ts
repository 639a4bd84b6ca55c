/** Calls a tool: takes one request of the quota, reads the arguments, runs the tool and fits its answer. A failure is also an answer. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { pushQuotaHeaders, rateLimited } from '../quota/grant.ts';
import type { Logger } from '#ops/process/log.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Caller } from '../auth/caller.ts';
import { invalidParameter, unavailable } from '../errors.ts';
import type { ApiState } from '../http/state.ts';
import { quoted } from '../request/quoted.ts';
import { readArguments } from './arguments.ts';
import { answerTokensMax, fitted } from './fit.ts';
import { refusalOf } from './refusal.ts';
import type { ApiDeps } from '../deps.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

export interface CallContext {
  readonly caller: Caller;
  readonly state: ApiState;
  /** Whether the client reads only text, not structured content. */
  readonly isTextOnly: boolean;
}

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): Tool | undefined => byName.get(name);

export async function callTool(
  tool: Tool,
  given: unknown,
  { caller, state, isTextOnly }: CallContext,
  deps: ApiDeps,
  log: Logger,
): Promise<CallToolResult> {
  state.route = `mcp ${tool.name}`;
  try {
    const grant = await (tool.cost === 0 ? deps.quota.peek(caller) : deps.quota.take(caller, tool.name));
    pushQuotaHeaders(state.headers, grant, caller);
    if (grant.refusedBy !== null) throw rateLimited(grant, caller, deps.pricingUrl);
    const { max_tokens: size, ...rest } = readArguments(tool, given);
    const tokensMax = tokensMaxOf(size, tool);
    const call = { name: tool.name, arguments: rest, caller, deps };
    const { requestTimeoutMs } = deps;
    const work = async () => fitted(await tool.run(call), { isTextOnly, isPerCopy: size !== undefined, tokensMax });
    const { value, text } = await withTimeout(requestTimeoutMs, work(), () =>
      unavailable('timeout', `The call took longer than ${requestTimeoutMs / 1_000} s.`),
    );
    return { content: [{ type: 'text', text }], ...(!isTextOnly && { structuredContent: value }) };
  } catch (error) {
    const { text, code, retryAfterSeconds } = refusalOf(error);
    state.code = code;
    if (code === 'internal') log.error({ request_id: state.requestId, route: state.route, err: error }, 'tool.failed');
    if (retryAfterSeconds !== null) state.headers.push('Retry-After', String(retryAfterSeconds));
    return {
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { code, request_id: state.requestId, ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }) },
    };
  }
}

const answerTokensMin = 1_000;

function tokensMaxOf(size: string | undefined, { tokensDefault = answerTokensMax }: Pick<Tool, 'tokensDefault'>): number {
  if (size === undefined) return tokensDefault;
  const tokens = /^\d{4,5}$/.test(size) ? Number(size) : 0;
  if (tokens < answerTokensMin || tokens > answerTokensMax)
    throw invalidParameter('max_tokens', `must be an integer from ${answerTokensMin} to ${answerTokensMax}, not ${quoted(size)}`);
  return tokens;
}
