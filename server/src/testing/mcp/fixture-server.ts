import { randomUUID } from 'node:crypto'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Behind } from '../../doors/mcp/mount.ts'
import { codec, registerRounds } from './fixture-rounds.ts'
import { registerFixtures, textOf } from './fixture-tools.ts'

const CACHED = { ttlMs: 1_000, cacheScope: 'public' } as const

/**
 * What the official suite calls, behind the real door: its fixtures, sessions of older versions, and lists that change.
 * It proves that the door keeps nothing of the protocol from passing.
 */
export function fixtureBehind(): Behind {
  return { methods: ['GET', 'DELETE'], load: async () => makeFixtureServe() }
}

function makeFixtureServe() {
  const modern = createMcpHandler(
    () =>
      makeServer({
        onTools: () => modern.notify.toolsChanged(),
        onPrompts: () => modern.notify.promptsChanged(),
      }),
    {
      legacy: 'reject',
    },
  )
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const openSession = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await makeServer().connect(transport)
    return transport
  }
  return async (http: Request, parsedBody: unknown): Promise<Response> => {
    if (!(await isLegacyRequest(http, parsedBody))) return modern.fetch(http, { parsedBody })
    const id = http.headers.get('mcp-session-id')
    const transport =
      id !== null ? sessions.get(id) : isInitializeRequest(parsedBody) ? await openSession() : undefined
    if (!transport) return new Response('There is no such session.', { status: id === null ? 400 : 404 })
    return transport.handleRequest(http, parsedBody === undefined ? {} : { parsedBody })
  }
}

function makeServer(changed?: { onTools: () => void; onPrompts: () => void }): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
      },
      requestState: { verify: codec.verify },
      cacheHints: {
        'tools/list': CACHED,
        'prompts/list': CACHED,
        'resources/list': CACHED,
        'resources/templates/list': CACHED,
        'resources/read': CACHED,
      },
    },
  )
  registerFixtures(server)
  registerRounds(server)
  server.registerTool('test_trigger_tool_change', { description: 'Changes the list of tools.' }, async () => {
    changed?.onTools()
    return textOf('changed')
  })
  server.registerTool(
    'test_trigger_prompt_change',
    { description: 'Changes the list of prompts.' },
    async () => {
      changed?.onPrompts()
      return textOf('changed')
    },
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'A template.', mimeType: 'application/json' },
    async (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
  return server
}
