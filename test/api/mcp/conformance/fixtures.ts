/**
 * A protocol server with the tools, resources and prompts that the public conformance suite calls by name. Their answers are those that the
 * suite's scenarios describe (`conformance list --server`). So the mount is tested for features that the service's own server lacks.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Answer<Result> = Result | InputRequiredResult | Promise<Result | InputRequiredResult>;
type Arguments = Readonly<Record<string, string>>;

interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly call: (given: Arguments, context: ServerContext) => Answer<CallToolResult>;
}
interface FixturePrompt {
  readonly description: string;
  readonly arguments?: { readonly name: string; readonly description: string; readonly required: true }[];
  readonly get: (given: Arguments, context: ServerContext) => Answer<GetPromptResult>;
}

/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A WAV header without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const invalidParams = -32_602;
const states = createRequestStateCodec<string>({ key: 'a key of the conformance suite, and of nothing else' });

const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] });
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const says = (...content: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: content.map((one) => ({ role: 'user', content: one })),
});

const form = (message: string, properties: Record<string, { readonly type: 'string' } | { readonly type: 'boolean' }>) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } });
const question = (said: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens });

/** Returns the accepted content of a form, or null. */
function filledIn({ mcpReq }: ServerContext, name: string): Readonly<Record<string, unknown>> | null {
  const { action, content } = (mcpReq.inputResponses?.[name] ?? {}) as { action?: unknown; content?: unknown };
  return action === 'accept' && typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null;
}
const response = ({ mcpReq }: ServerContext, name: string): string | null => {
  const given = mcpReq.inputResponses?.[name];
  return given === undefined ? null : JSON.stringify(given);
};

const declaredBy = ({ envelope }: ServerContext['mcpReq']): ClientCapabilities =>
  (envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};

/** Queries the client during a call, which revisions before 2026-07-28 do over a stream. */
const asking = (description: string, name: string): FixtureTool => ({
  description,
  call: async (_, { mcpReq }) => text(JSON.stringify(await mcpReq.send({ method: name, params: {} } as never))),
});

const logging: FixtureTool = {
  description: 'Says something while it works',
  call: async (_, { mcpReq }) => {
    for (const said of ['started', 'processing data', 'completed']) await mcpReq.log('info', said);
    return text('done');
  },
};

const tools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: { description: 'Text', call: () => text('This is a simple text response for testing.') },
  test_image_content: { description: 'An image', call: () => ({ content: [image] }) },
  test_audio_content: { description: 'A sound', call: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    description: 'A resource',
    call: () => ({
      content: [
        { type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Several',
    call: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } },
      ],
    }),
  },
  test_error_handling: { description: 'A failure', call: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }) },
  test_tool_with_logging: logging,
  test_logging_tool: logging,
  test_streaming_elicitation: {
    description: 'Asks for a name',
    call: (_, context) =>
      filledIn(context, 'name') === null ? inputRequired({ inputRequests: { name: form('Name?', { name: { type: 'string' } }) } }) : text('done'),
  },
  test_tool_with_progress: {
    description: 'Tells how far it is',
    call: async (_, { mcpReq }) => {
      const { progressToken } = mcpReq._meta ?? {};
      if (progressToken !== undefined)
        for (const progress of [0, 50, 100])
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      return text('done');
    },
  },
  test_missing_capability: {
    description: 'Works for clients that sample',
    call: (_, { mcpReq }) => {
      if (declaredBy(mcpReq).sampling === undefined) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      return text('done');
    },
  },
  json_schema_2020_12_tool: {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: (given) => text(JSON.stringify(given)),
  },
  test_input_required_result_elicitation: {
    description: 'Greets by name',
    call: (_, context) => {
      const name = filledIn(context, 'user_name')?.['name'];
      return typeof name === 'string'
        ? text(`Hello, ${name}!`)
        : inputRequired({ inputRequests: { user_name: form('What is your name?', { name: { type: 'string' } }) } });
    },
  },
  test_input_required_result_sampling: {
    description: 'Has the client answer',
    call: (_, context) => {
      const answer = response(context, 'capital_question');
      return answer === null ? inputRequired({ inputRequests: { capital_question: question('What is the capital of France?', 100) } }) : text(answer);
    },
  },
  test_input_required_result_list_roots: {
    description: 'Names the roots of the client',
    call: (_, context) => {
      const roots = response(context, 'client_roots');
      return roots === null ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }) : text(roots);
    },
  },
  test_input_required_result_request_state: {
    description: 'Keeps its state with the client',
    call: async (_, context) => {
      if (filledIn(context, 'confirm') !== null && context.mcpReq.requestState<string>() === 'asked') return text('state-ok');
      return inputRequired({
        inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }) },
        requestState: await states.mint('asked'),
      });
    },
  },
  test_input_required_result_tampered_state: {
    description: 'Refuses a state that is not its own',
    call: async (_, context) => {
      if (context.mcpReq.requestState<string>() === 'sealed') return text('state-ok');
      return inputRequired({
        inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }) },
        requestState: await states.mint('sealed'),
      });
    },
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks for three things at once',
    call: async (_, context) => {
      const answers = ['user_name', 'greeting', 'client_roots'].map((name) => response(context, name));
      if (!answers.includes(null)) return text(answers.join(' '));
      return inputRequired({
        inputRequests: {
          user_name: form('What is your name?', { name: { type: 'string' } }),
          greeting: question('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await states.mint('three'),
      });
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    call: async (_, context) => {
      const step = context.mcpReq.requestState<string>();
      if (step === 'second' && filledIn(context, 'step2') !== null) return text('done');
      if (step === 'first' && filledIn(context, 'step1') !== null)
        return inputRequired({
          inputRequests: { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
          requestState: await states.mint('second'),
        });
      return inputRequired({
        inputRequests: { step1: form('Step 1: What is your name?', { name: { type: 'string' } }) },
        requestState: await states.mint('first'),
      });
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks for what the client can do',
    call: (_, context) => {
      const declared = declaredBy(context.mcpReq);
      return inputRequired({
        inputRequests: {
          ...(declared.sampling && { greeting: question('Generate a greeting', 50) }),
          ...(declared.elicitation && { user_name: form('What is your name?', { name: { type: 'string' } }) }),
        },
      });
    },
  },
  test_sampling: asking('Asks the model of the client', 'sampling/createMessage'),
  test_elicitation: asking('Asks the user of the client', 'elicitation/create'),
  test_elicitation_sep1034_defaults: asking('Asks with defaults', 'elicitation/create'),
  test_elicitation_sep1330_enums: asking('Asks with enumerations', 'elicitation/create'),
};

const prompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { description: 'No arguments', get: () => says({ type: 'text', text: 'This is a simple prompt for testing.' }) },
  test_prompt_with_arguments: {
    description: 'Two arguments',
    arguments: ['arg1', 'arg2'].map((name) => ({ name, description: 'A word', required: true })),
    get: ({ arg1, arg2 }) => says({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  },
  test_prompt_with_embedded_resource: {
    description: 'Embeds a resource',
    arguments: [{ name: 'resourceUri', description: 'Its URI', required: true }],
    get: ({ resourceUri }) =>
      says(
        { type: 'resource', resource: { uri: resourceUri!, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  },
  test_prompt_with_image: { description: 'Has an image', get: () => says(image, { type: 'text', text: 'Please analyze the image above.' }) },
  test_input_required_result_prompt: {
    description: 'Asks for its context',
    get: (_, context) => {
      const given = filledIn(context, 'user_context');
      if (given === null)
        return inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', { context: { type: 'string' } }) } });
      return says({ type: 'text', text: JSON.stringify(given) });
    },
  },
};

const resources = {
  'test://static-text': { name: 'text', mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { name: 'binary', mimeType: 'image/png', blob: png },
} as const;
const templated = /^test:\/\/template\/([^/]+)\/data$/;

function readResource(uri: string) {
  const [, id] = templated.exec(uri) ?? [];
  if (id !== undefined) return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  if (!Object.hasOwn(resources, uri)) throw new ProtocolError(invalidParams, 'Resource not found', { uri });
  const { name: _, ...contents } = resources[uri as keyof typeof resources];
  return { uri, ...contents };
}

function named<One>(table: Readonly<Record<string, One>>, name: string, what: string): One {
  if (!Object.hasOwn(table, name)) throw new ProtocolError(invalidParams, `Unknown ${what}: ${name}`);
  return table[name]!;
}

const forAll = { ttlMs: 60_000, cacheScope: 'public' } as const;

export function fixtureServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
      cacheHints: {
        'tools/list': forAll,
        'prompts/list': forAll,
        'resources/list': forAll,
        'resources/templates/list': forAll,
        'resources/read': forAll,
        'server/discover': forAll,
      },
      requestState: { verify: (state, context) => states.verify(state, context) },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    named(tools, params.name, 'tool').call((params.arguments ?? {}) as Arguments, context),
  );
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { description, arguments: given }]) => ({ name, description, ...(given && { arguments: given }) })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => named(prompts, params.name, 'prompt').get(params.arguments ?? {}, context));
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(resources).map(([uri, { name, mimeType }]) => ({ uri, name, mimeType, description: `Static ${name}` })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By its id', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [readResource(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'], total: 2, hasMore: false } }));
  server.setRequestHandler('logging/setLevel', () => ({}));
  return server;
}
