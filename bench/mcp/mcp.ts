import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { listTool } from '../../server/src/mcp/serve.ts'
import { TOOLS } from '../../server/src/mcp/tools.ts'
import { type BenchServer, startBenchServer } from '../bench-server.ts'
import { cpuMs } from '../cpu.ts'
import { withFolder } from '../databases.ts'
import { uploadBody } from '../made-run.ts'
import { paired, quantile, sampleOf } from '../measure.ts'
import { heading, say, spread, table, type Verdict } from '../report.ts'

const ROUNDS = 9
/** Until what a call runs is compiled. */
const WARM_UPS = 8
const CALLS = 1_000
/** Calls under way at once. */
const AT_ONCE = 8
const MOST_TOKENS = 6_000
const GOAL = 2

/** Tools with short answers: longer answers cost what they contain. */
const MEASURED: { name: string; args: object }[] = [{ name: 'svc_list_accounts', args: {} }]

interface Round {
  /** Processor time of the server for a call, milliseconds. */
  cpu: number
  p50: number
}

/** What agents cost: the list of tools in tokens, and a call beside an empty tool on the same SDK. */
export async function benchMcp(): Promise<Verdict[]> {
  return [measureList(), ...(await measureCalls())]
}

function measureList(): Verdict {
  heading('The list of tools')
  const sizes = TOOLS.map((row) => ({ name: row.name, tokens: countTokens(JSON.stringify(listTool(row))) }))
  table(
    ['tool', 'tokens'],
    sizes.map(({ name, tokens }) => [name, String(tokens)]),
  )
  const all = countTokens(JSON.stringify(TOOLS.map(listTool)))
  say(`\n${TOOLS.length} tools, ${all} tokens (o200k_base)`)
  return {
    area: 'List of tools',
    goal: `≤ ${MOST_TOKENS} tokens`,
    measured: `${all} tokens, ${TOOLS.length} tools`,
    isMet: all <= MOST_TOKENS,
  }
}

async function measureCalls(): Promise<Verdict[]> {
  heading(`A call of a tool, ${CALLS} calls a round`)
  const empty = fork(join(import.meta.dirname, 'empty-tool.ts'))
  const [{ port }] = (await once(empty, 'message')) as [{ port: number }]
  const limit = { pid: empty.pid as number, url: `http://127.0.0.1:${port}/mcp`, key: '' }
  const lines = await withFolder(async (folder) => {
    const server = await startBenchServer({ folder })
    await server.ingest(uploadBody({ project: 'shop', build: 'first' }))
    const measured = []
    for (const { name, args } of MEASURED) {
      const pairs = await paired(
        ROUNDS,
        () => callMany(oursOf(server), name, args),
        () => callMany(limit, 'nothing', {}),
        WARM_UPS,
      )
      const sampleBy = (side: 'ours' | 'limit', which: keyof Round, scale = 1) =>
        sampleOf(pairs.map((pair) => pair[side][which] * scale))
      measured.push({
        name,
        ours: sampleBy('ours', 'cpu', 1_000),
        limit: sampleBy('limit', 'cpu', 1_000),
        p50: sampleBy('ours', 'p50'),
        p50Limit: sampleBy('limit', 'p50'),
        ratio: sampleOf(pairs.map(({ ours, limit }) => ours.cpu / limit.cpu)),
      })
    }
    await server.close()
    return measured
  })
  empty.disconnect()
  table(
    ['', 'server CPU', 'of an empty tool', 'ratio', 'p50', 'of an empty tool'],
    lines.map(({ name, ours, limit, ratio, p50, p50Limit }) => [
      name,
      spread(ours, 'µs'),
      spread(limit, 'µs'),
      spread(ratio, '×'),
      spread(p50, 'ms'),
      spread(p50Limit, 'ms'),
    ]),
  )
  return lines.map(({ name, ratio }) => ({
    area: `Call of ${name}, server CPU`,
    goal: `≤ ${GOAL}× an empty tool on the same SDK`,
    measured: spread(ratio, '×'),
    isMet: ratio.median <= GOAL,
  }))
}

interface Target {
  pid: number
  url: string
  key: string
}

const oursOf = ({ pid, url, key }: BenchServer): Target => ({ pid, url: `${url}/mcp`, key })

async function callMany(target: Target, name: string, args: object): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const times: number[] = []
  const before = cpuMs(target.pid)
  let left = CALLS
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const begun = performance.now()
        await call(target, agent, name, args)
        times.push(performance.now() - begun)
      }
    }),
  )
  const cpu = (cpuMs(target.pid) - before) / CALLS
  agent.destroy()
  return {
    cpu,
    p50: quantile(
      times.sort((a, b) => a - b),
      0.5,
    ),
  }
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
