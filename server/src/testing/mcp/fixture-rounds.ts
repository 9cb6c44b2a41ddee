import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { textOf } from './fixture-tools.ts'

/** Seals what a call remembers between its rounds. */
export const codec = createRequestStateCodec<{ round: number }>({
  key: 'a key of tests, which is long enough.',
})

const elicit = (message: string, name: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })

const sample = (text: string): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })

const NAME = z.object({ name: z.string() })

/** Tools and a prompt of the official suite that ask the client in rounds, as version 2026-07-28 does. */
export function registerRounds(server: McpServer): void {
  const answers = (ctx: ServerContext) => ctx.mcpReq.inputResponses
  const named = (ctx: ServerContext) => acceptedContent(answers(ctx), 'user_name', NAME)?.name
  const add = (name: string, call: (ctx: ServerContext) => unknown) =>
    server.registerTool(
      name,
      { description: `Asks in rounds: ${name}.` },
      async (ctx) => (await call(ctx)) as never,
    )

  add('test_input_required_result_elicitation', (ctx) => {
    const name = named(ctx)
    if (name !== undefined) return textOf(`Hello, ${name}!`)
    return inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } })
  })
  add('test_streaming_elicitation', () =>
    inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } }),
  )
  add('test_input_required_result_sampling', (ctx) => {
    const answer = inputResponse(answers(ctx), 'capital_question')
    if (answer.kind === 'sampling') return textOf(JSON.stringify(answer.result.content))
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  })
  add('test_input_required_result_list_roots', (ctx) => {
    const answer = inputResponse(answers(ctx), 'client_roots')
    if (answer.kind === 'roots') return textOf(answer.roots.map(({ uri }) => uri).join(', '))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  for (const name of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ])
    add(name, async (ctx) => {
      const state = ctx.mcpReq.requestState<{ round: number }>()
      if (typeof state === 'object' && state.round === 1) return textOf('state-ok')
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({
            message: 'Please confirm',
            requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
          }),
        },
        requestState: await codec.mint({ round: 1 }),
      })
    })
  add('test_input_required_result_multiple_inputs', async (ctx) => {
    const roots = inputResponse(answers(ctx), 'client_roots')
    const greeting = inputResponse(answers(ctx), 'greeting')
    if (named(ctx) !== undefined && roots.kind === 'roots' && greeting.kind === 'sampling')
      return textOf('all')
    return inputRequired({
      inputRequests: {
        user_name: elicit('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint({ round: 1 }),
    })
  })
  add('test_input_required_result_multi_round', async (ctx) => {
    const state = ctx.mcpReq.requestState<{ round: number }>()
    const round = typeof state === 'object' ? state.round : 0
    if (round === 2) return textOf('both steps are done')
    const next =
      round === 0
        ? { step1: elicit('Step 1: What is your name?', 'name') }
        : { step2: elicit('Step 2: What is your favorite color?', 'color') }
    return inputRequired({ inputRequests: next, requestState: await codec.mint({ round: round + 1 }) })
  })
  add('test_input_required_result_capabilities', (ctx) => {
    const { sampling, elicitation, roots } = capabilitiesOf(ctx)
    return inputRequired({
      inputRequests: {
        ...(sampling && { sampled: sample('Say something') }),
        ...(elicitation && { elicited: elicit('What is your name?', 'name') }),
        ...(roots && { rooted: inputRequired.listRoots() }),
      },
    })
  })
  // The SDK refuses to ask a client for what it did not declare.
  add('test_missing_capability', () => inputRequired({ inputRequests: { sampled: sample('Say something') } }))
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks in rounds.' }, (ctx) => {
    const context = acceptedContent(answers(ctx), 'user_context', z.object({ context: z.string() }))
    if (context === undefined)
      return inputRequired({
        inputRequests: { user_context: elicit('What context should the prompt use?', 'context') },
      }) as never
    return { messages: [{ role: 'user', content: { type: 'text', text: context.context } }] }
  })
}

const capabilitiesOf = (ctx: ServerContext): ClientCapabilities =>
  (ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
  {}
