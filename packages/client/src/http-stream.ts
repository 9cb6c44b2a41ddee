import type { IncomingMessage } from 'node:http'
import type { ProxyConfig } from './config.ts'
import { makeRoutes } from './http.ts'
import { NetworkError } from './http-errors.ts'
import { builtIn, CONNECT_MS, requestOptions } from './http-route.ts'

/**
 * Sends a request and resolves with the response when its head has arrived; the caller reads the
 * rest. Only connecting has a time limit, because an answer may take long. `onConnected` is called
 * before anything is sent. Without a body the request is a GET, otherwise a POST.
 */
export type Stream = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array | null,
  more: { signal?: AbortSignal; onConnected?: () => void },
) => Promise<IncomingMessage>

/** Sends directly, or through the proxy that the environment names, as `makePost` does. */
export const makeStream = async (url: string, proxy: ProxyConfig | undefined): Promise<Stream> => {
  const findRoute = await makeRoutes(url, proxy)
  return async (to, headers, body, { signal, onConnected }) => {
    const route = await findRoute(new URL(to), CONNECT_MS)
    const fail = (error: Error) =>
      route.proxy ? new NetworkError('PROXY', { cause: error, proxy: route.proxy }) : error
    return new Promise((resolve, reject) => {
      const request = builtIn(route.isTls).request({
        ...requestOptions(route, body ? 'POST' : 'GET', headers, body),
        ...(signal && { signal }),
      })
      const connecting = setTimeout(() => request.destroy(new NetworkError('NO_CONNECTION')), CONNECT_MS)
      request.on('error', (error) => {
        clearTimeout(connecting)
        reject(fail(error))
      })
      request.on('socket', (socket) => {
        const isReady = () => {
          clearTimeout(connecting)
          onConnected?.()
        }
        if (socket.connecting) socket.once(route.isTls ? 'secureConnect' : 'connect', isReady)
        else isReady()
      })
      request.on('response', resolve)
      request.end(body ?? undefined)
    })
  }
}
