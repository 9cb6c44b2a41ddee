import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { McpRequest } from './call-tool.ts'
import { agentOfAddress } from './inbox-address.ts'

/** Addresses of one stream. */
const MOST_ADDRESSES = 100

interface Listening {
  factory: McpServerFactory
  onerror: (error: Error) => void
  fetch: Parameters<ReturnType<typeof createMcpHandler>['fetch']>[1]
}

/**
 * Opens one stream of changes, with a notifier of its own: the SDK's notifier tells every stream of an address,
 * whichever organization asks, and bounds the streams of all together. Addresses that the caller may not receive are
 * not acknowledged, whether they exist or not.
 */
export async function listenTo(
  http: Request,
  body: unknown,
  request: McpRequest,
  { factory, onerror, fetch }: Listening,
): Promise<Response> {
  const wanted = [...new Set(addressesOf(body))].slice(0, MOST_ADDRESSES)
  const stopping = new AbortController()
  const signal = AbortSignal.any([http.signal, stopping.signal])
  const handler = createMcpHandler(factory, { onerror, maxSubscriptions: 1 })
  const pace = makePace((address) => handler.notify.resourceUpdated(address))
  const honoured: string[] = []
  for (const address of wanted) {
    const name = agentOfAddress(address)
    const isWatched =
      name !== null &&
      (await request.inboxes.watch(name, {
        signal,
        updated: () => pace.updated(address),
        // The credential may no longer receive it: the client learns why when it asks again.
        refused: () => void handler.close().finally(() => stopping.abort()),
      }))
    if (isWatched) honoured.push(address)
  }
  const response = await handler.fetch(http, { ...fetch, parsedBody: withAddresses(body, honoured) })
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  if (!response.body || !isStream) {
    stopping.abort()
    return response
  }
  return new Response(
    pace.read(response.body, () => stopping.abort()),
    response,
  )
}

interface ListenBody {
  params?: { notifications?: { resourceSubscriptions?: unknown } }
}

function addressesOf(body: unknown): string[] {
  const wanted = (body as ListenBody | null)?.params?.notifications?.resourceSubscriptions
  return Array.isArray(wanted) ? wanted.filter((each) => typeof each === 'string') : []
}

function withAddresses(body: unknown, honoured: string[]): unknown {
  const { params, ...rest } = body as ListenBody
  if (!Array.isArray(params?.notifications?.resourceSubscriptions)) return body
  const notifications = { ...params.notifications, resourceSubscriptions: honoured }
  return { ...rest, params: { ...params, notifications } }
}

/**
 * Passes a change on only when the client has read the one before: a client that does not read would otherwise fill the
 * SDK's queue. Changes of one address meanwhile become one.
 */
function makePace(notify: (address: string) => void) {
  const changed = new Set<string>()
  let isWaiting = false
  const flush = () => {
    if (!isWaiting || changed.size === 0) return
    const [first] = changed
    changed.delete(first as string)
    isWaiting = false
    notify(first as string)
  }
  return {
    updated(address: string) {
      changed.add(address)
      flush()
    },
    read(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
      const reader = body.getReader()
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            isWaiting = true
            flush()
            const { done, value } = await reader.read()
            isWaiting = false
            if (!done) return controller.enqueue(value)
            ended()
            controller.close()
          },
          async cancel(reason) {
            ended()
            await reader.cancel(reason)
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
}
