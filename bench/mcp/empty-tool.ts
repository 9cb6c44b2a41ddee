import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The limit of a tool's call: a tool that does nothing, on the same SDK, without credentials. */
const input = z.strictObject({})
const { fetch } = createMcpHandler(() => {
  const server = new McpServer({ name: 'empty', version: '1.0.0' })
  server.registerTool('nothing', { description: 'Does nothing.', inputSchema: input }, async () => ({
    content: [{ type: 'text', text: 'nothing' }],
  }))
  return server
})

const server = createServer(getRequestListener((request) => fetch(request)))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
// Whoever measures may fail half way; nothing is left running then.
process.on('disconnect', () => process.exit())
