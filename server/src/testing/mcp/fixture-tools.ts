import { setTimeout as sleep } from 'node:timers/promises'
import type { CallToolResult, ContentBlock, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The smallest PNG and WAV: one red pixel, and no sound. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

export const textOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** The tools, resources and prompts that the official suite calls, as its scenarios describe them. */
export function registerFixtures(server: McpServer): void {
  registerContents(server)
  registerStreams(server)
  registerAsking(server)
  registerResources(server)
  registerPrompts(server)
}

function registerContents(server: McpServer): void {
  const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' }
  const resource = (uri: string, mimeType: string, text: string): ContentBlock => ({
    type: 'resource',
    resource: { uri, mimeType, text },
  })
  const contents: Record<string, ContentBlock[]> = {
    test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }
  for (const [name, content] of Object.entries(contents))
    server.registerTool(name, { description: `Returns ${name}.` }, async () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

function registerStreams(server: McpServer): void {
  const logs = async (ctx: ServerContext) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.log('info', said)
      await sleep(50)
    }
    return textOf('done')
  }
  server.registerTool('test_tool_with_logging', { description: 'Logs.' }, logs)
  server.registerTool('test_logging_tool', { description: 'Logs.' }, logs)
  server.registerTool('test_tool_with_progress', { description: 'Makes progress.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await sleep(50)
    }
    return textOf('done')
  })
}

/** Tools that ask the client on a connection of an older version. */
function registerAsking(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const { content } = await ctx.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      })
      const [said] = [content].flat()
      return textOf(`LLM response: ${said?.type === 'text' ? said.text : ''}`)
    },
  )
  const elicit = async (ctx: ServerContext, message: string, properties: object, required: string[] = []) => {
    const { action, content } = await ctx.mcpReq.elicitInput({
      message,
      requestedSchema: { type: 'object', properties, required } as never,
    })
    return textOf(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
  }
  server.registerTool(
    'test_elicitation',
    { description: 'Asks a person.', inputSchema: z.object({ message: z.string() }) },
    ({ message }, ctx) =>
      elicit(ctx, message, { username: { type: 'string' }, email: { type: 'string' } }, [
        'username',
        'email',
      ]),
  )
  server.registerTool('test_elicitation_sep1034_defaults', { description: 'Asks with defaults.' }, (ctx) =>
    elicit(ctx, 'Check the defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  )
  const options = ['option1', 'option2', 'option3']
  const titled = ['First', 'Second', 'Third'].map((title, i) => ({ const: `value${i + 1}`, title }))
  server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks with choices.' }, (ctx) =>
    elicit(ctx, 'Choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    }),
  )
}

function registerResources(server: McpServer): void {
  const read = (uri: string, mimeType: string, content: { text: string } | { blob: string }) => async () => ({
    contents: [{ uri, mimeType, ...content }],
  })
  const add = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { description: uri, mimeType }, read(uri, mimeType, content))
  add('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' })
  add('test://static-binary', 'image/png', { blob: PNG })
  add('test://watched-resource', 'text/plain', { text: 'This changes.' })
}

function registerPrompts(server: McpServer): void {
  const user = (content: ContentBlock) => ({ role: 'user' as const, content })
  const text = (said: string) => user({ type: 'text', text: said })
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => ({
    messages: [text('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        text('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () => ({
    messages: [
      user({ type: 'image', data: PNG, mimeType: 'image/png' }),
      text('Please analyze the image above.'),
    ],
  }))
}
