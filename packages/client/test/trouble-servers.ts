import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Certified } from './trouble-certificates.ts'

/** Something that listens on loopback until it is closed. */
export interface Listening {
  port: number
  close(): Promise<void>
}

const listen = async (server: Server, host = '127.0.0.1'): Promise<Listening> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers HTTP as instructed, after the whole request has come. */
export const answering = (listener: RequestListener, host?: string): Promise<Listening> =>
  listen(
    createHttpServer((asked, response) => {
      asked.on('error', () => undefined).resume()
      asked.on('end', () => listener(asked, response))
    }),
    host,
  )

/** The same behind TLS. */
export const answeringSecurely = (certified: Certified, listener: RequestListener): Promise<Listening> =>
  listen(
    createHttpsServer(certified, (asked, response) => {
      asked.resume()
      asked.on('end', () => listener(asked, response))
    }).on('tlsClientError', () => undefined),
  )

/** Gets the bare connection, once something has come over it. */
export const raw = (speak: (socket: Socket) => void): Promise<Listening> =>
  listen(createServer((socket) => void socket.once('data', () => speak(socket))))

/** Answers with the same text over and over, as fast as it is taken, or a letter at a time. */
export const endless = (head: string, piece: string, everyMs = 0): Promise<Listening> =>
  raw((socket) => {
    socket.write(head)
    if (everyMs > 0) {
      const timer = setInterval(() => socket.write(piece), everyMs)
      socket.on('close', () => clearInterval(timer))
      return
    }
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', pump)
    pump()
  })

/** A port whose connections come about for nobody: its queue is full and nothing takes from it, as behind a firewall. */
export const unreachable = async (): Promise<Listening> => {
  const script = `
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port) + '\\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  const port = Number(String(said))
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await new Promise((resolve) => setTimeout(resolve, 300))
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy()
      child.kill('SIGKILL')
    },
  }
}

/** A proxy that forwards http and joins https, and remembers what it was asked for. */
export const startProxy = async (
  options: { login?: string; refuse?: number; tls?: Certified; names?: Record<string, number> } = {},
): Promise<Listening & { asked: string[] }> => {
  const asked: string[] = []
  const { login, refuse, names = {} } = options
  const isWelcome = (given: string | undefined) =>
    login === undefined || given === `Basic ${Buffer.from(login).toString('base64')}`
  const refusal = (given: string | undefined) => refuse ?? (isWelcome(given) ? undefined : 407)
  const portOf = (host: string) => names[host.split(':')[0] ?? ''] ?? Number(host.split(':')[1] ?? 80)

  const forward: RequestListener = (from, response) => {
    asked.push(`${from.method} ${from.url}`)
    const status = refusal(from.headers['proxy-authorization'])
    if (status) return void response.writeHead(status).end('<html>proxy</html>')
    const { host, pathname } = new URL(from.url ?? '')
    const onward = request({ port: portOf(host), path: pathname, method: from.method, headers: from.headers })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    from.pipe(onward.on('error', () => response.destroy()))
  }
  const server = options.tls ? createHttpsServer(options.tls, forward) : createHttpServer(forward)
  server.on('connect', (from, client: Socket) => {
    asked.push(`CONNECT ${from.url}`)
    const status = refusal(from.headers['proxy-authorization'])
    if (status) return void client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const upstream = connect(portOf(from.url ?? ''), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
  })
  return { ...(await listen(server)), asked }
}

/** TLS that is begun and never ended. */
export const mute = (): Promise<Listening> => listen(createServer(() => undefined))
