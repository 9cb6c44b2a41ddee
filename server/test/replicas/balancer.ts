import { once } from 'node:events'
import { Agent, request as ask, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_EVERY_MS = 100
const CHECK_WITHIN_MS = 5_000

/** Sends requests to several servers in turn. */
export interface Balancer {
  url: string
  /** True while a server gets requests. */
  takes(server: string): boolean
  close(): Promise<void>
}

/**
 * A load balancer as plain as one can be: each request goes to the next server that is ready, and what fails there
 * fails: nothing is sent again. It asks `/readyz`, and cuts the client's connection if a server cut its own.
 */
export async function openBalancer(servers: string[]): Promise<Balancer> {
  const ready = new Set<string>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const check = async (server: string) => {
    const status = await new Promise<number>((resolve) => {
      const checking = get(`${server}/readyz`, { agent: false, timeout: CHECK_WITHIN_MS }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      checking.on('timeout', () => checking.destroy())
      checking.on('error', () => resolve(0))
    })
    if (status === 200) ready.add(server)
    else ready.delete(server)
  }
  const checks = servers.map((server) => keepChecking(() => check(server)))

  const balancer = createServer((request, response) => {
    const open = servers.filter((server) => ready.has(server))
    const server = open[turn++ % open.length]
    if (server === undefined) return void response.destroy()
    const { method, url, headers } = request
    const passing = ask(server + url, { agent, ...(method ? { method } : {}), headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    passing.on('error', () => response.destroy())
    response.on('close', () => passing.destroy())
    request.pipe(passing)
  })
  balancer.listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    takes: (server) => ready.has(server),
    async close() {
      await Promise.all(checks.map((stop) => stop()))
      balancer.closeAllConnections()
      balancer.close()
      await once(balancer, 'close')
      agent.destroy()
    },
  }
}

/** One check after the other, until the function that it returns is called. */
function keepChecking(check: () => Promise<void>): () => Promise<void> {
  let isStopped = false
  let wake = () => {}
  const run = async () => {
    while (!isStopped) {
      await check()
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, CHECK_EVERY_MS)
      })
    }
  }
  const running = run()
  return async () => {
    isStopped = true
    wake()
    await running
  }
}
