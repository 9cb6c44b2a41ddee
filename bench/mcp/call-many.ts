import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { BenchServer } from '../bench-server.ts'
import { cpuMs } from '../cpu.ts'
import { quantile } from '../measure.ts'

/** What a call of one round took. */
export interface Round {
  /** Processor time of the server for a call, milliseconds. */
  cpu: number
  p50: number
  p99: number
}

export interface Target {
  pid: number
  url: string
  key: string
}

export const oursOf = ({ pid, url, key }: BenchServer): Target => ({ pid, url: `${url}/mcp`, key })

/** The limit: a tool that does nothing, in a process of its own. */
export async function startEmptyTool(): Promise<{ target: Target; stop(): void }> {
  const empty = fork(join(import.meta.dirname, 'empty-tool.ts'))
  const [{ port }] = (await once(empty, 'message')) as [{ port: number }]
  return {
    target: { pid: empty.pid as number, url: `http://127.0.0.1:${port}/mcp`, key: '' },
    stop: () => empty.disconnect(),
  }
}

/** Calls a tool so many times, some of the calls at once, each after `before`. */
export async function callMany(
  target: Target,
  name: string,
  args: object,
  calls: number,
  atOnce: number,
  before: () => unknown = () => undefined,
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const times: number[] = []
  const cpuBefore = cpuMs(target.pid)
  let left = calls
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        await before()
        const begun = performance.now()
        await call(target, agent, name, args)
        times.push(performance.now() - begun)
      }
    }),
  )
  const cpu = (cpuMs(target.pid) - cpuBefore) / calls
  agent.destroy()
  times.sort((a, b) => a - b)
  return { cpu, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const call = ({ url, key }: Target, agent: Agent, name: string, args: object) =>
  new Promise<void>((resolve, reject) => {
    const params = { name, arguments: args, _meta: META }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
      authorization: `Bearer ${key}`,
    }
    const asking = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () =>
        answer.statusCode === 200 && text.includes('"result"') && !text.includes('"isError":true')
          ? resolve()
          : reject(new Error(`${name} answered ${answer.statusCode}: ${text.slice(0, 300)}`)),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
