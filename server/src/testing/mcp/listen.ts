const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Opens a stream of `subscriptions/listen` without a client library, so that a test reads every byte. */
export const listen = (url: string, key: string, notifications: object, signal?: AbortSignal) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    ...(signal && { signal }),
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications, _meta: META },
    }),
  })
