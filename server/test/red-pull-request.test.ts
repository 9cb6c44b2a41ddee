// @module-tag thorough
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { workspace } from '@svc/test-kit/versions'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PAGE = readFileSync(join(workspace, 'docs/how-to/agent-red-pull-request.md'), 'utf8')
/** Times, addresses, ids and the weekday of the history change the answers. */
const TOLERANCE = 0.05

describeInChromium('the walk of docs/how-to/agent-red-pull-request.md', () => {
  let demo: Awaited<ReturnType<typeof startDemo>>
  beforeAll(async () => {
    demo = await startDemo()
  })
  afterAll(() => demo?.end())

  test('takes the documented calls and tokens', async () => {
    const walk = tableOf('The walk')
    const [first, second, ...others] = await walkFrom({ pr: 128 })
    expect(others).toEqual([])
    const expected = walk.map(([, , tokens = '']) => numberOf(tokens))
    expect(expected).toHaveLength(2)
    const tokens = [first, second].map((text = '') => encode(text).length)
    for (const [at, count] of tokens.entries()) expectNear(count, expected[at], `call ${at + 1}`)
    const text = PAGE.replace(/\s+/g, ' ')
    const [, both = '', whole = ''] =
      /Two calls and ([\d,]+) tokens reach every cause\. One call with `"max_tokens":8000` takes ([\d,]+)/.exec(
        text,
      ) ?? []
    expect(numberOf(both)).toBe((expected[0] ?? 0) + (expected[1] ?? 0))
    const [, least = '', two = '', three = ''] =
      /A budget of 1,000 takes ([\d,]+) tokens.*Budgets of 2,000 and 3,000 take ([\d,]+) and ([\d,]+) tokens/.exec(
        text,
      ) ?? []
    for (const [budget, documented] of [
      [8_000, whole],
      [3_000, three],
      [2_000, two],
      [1_000, least],
    ] as const) {
      const { text: answer } = await demo.call('svc_get_failures', { pr: 128, max_tokens: budget })
      expectNear(encode(answer).length, numberOf(documented), `max_tokens ${budget}`)
    }
  })

  test('reaches every cause, the flaky ones included, with what the page says tells it', async () => {
    const causes = tableOf('The walk', 1)
    expect(causes).toHaveLength(12)
    const clusters = (await walkFrom({ pr: 128 })).flatMap((text) => text.split(/^(?=## )/m).slice(1))
    for (const [, , said = ''] of causes) {
      const [, name = ''] = /`([^`]+)`/.exec(said) ?? []
      const own = clusters.filter((text) => text.includes(name)).join('\n')
      expect(own, `no cluster of ${name}`).not.toBe('')
      for (const value of valuesIn(said)) expect.soft(own, name).toContain(value)
    }
  })

  test('of a flaky test takes the documented calls, and no more tokens', async () => {
    const steps = tableOf('When a test is flaky')
    expect(steps).toHaveLength(3)
    for (const [, call = '', tokens = ''] of steps) {
      const [, tool = '', args = ''] = /^`(\w+) (\{.*\})`$/.exec(call) ?? []
      const { text, isError } = await demo.call(tool, JSON.parse(args))
      expect(isError, text).toBe(false)
      // The weeks before the demo end at the hour in which it starts, so the history of a test is another one each day.
      const count = encode(text).length
      expect(count, call).toBeLessThanOrEqual(numberOf(tokens))
      expect(count, call).toBeGreaterThan(numberOf(tokens) / 5)
    }
  })

  /** The texts of a call and of those that its last lines name until the end. */
  async function walkFrom(args: object): Promise<string[]> {
    const texts: string[] = []
    for (let next: object | null = args; next !== null; ) {
      const { text, isError } = await demo.call('svc_get_failures', next)
      expect(isError, text).toBe(false)
      texts.push(text)
      const [, more] = /^Next: svc_get_failures (\{.*"cursor".*\}) /m.exec(text) ?? []
      next = more === undefined ? null : (JSON.parse(more) as object)
    }
    return texts
  }
})

/** The demo in a process of its own, once its agents are done, and a client of its server. */
async function startDemo() {
  const child = spawn(process.execPath, [join(workspace, 'scripts/demo/main.ts')], {
    cwd: workspace,
    // The pages are not asked for, and their build takes as long as the rest.
    env: { ...process.env, SVC_DASHBOARD: '0', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('Ctrl-C ends it') && resolve())
    child.once('close', (code) => reject(new Error(`The demo ended with ${code}:\n${said}`)))
  })
  const [, url = '', key = ''] = /(http:\S+)\/mcp --header "Authorization: Bearer (\w+)"/.exec(said) ?? []
  const client = new Client({ name: 'walk', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  return {
    async call(name: string, args: object) {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...args } })
      return { text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), isError }
    },
    async end() {
      await client.close()
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'close')
      rmSync(join(workspace, '.svc-demo', new URL(url).port), { recursive: true, force: true })
    },
  }
}

/** The cells of the rows of a table below a heading of the page. */
function tableOf(heading: string, place = 0): string[][] {
  const [, below = ''] = PAGE.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  const [table = ''] = (section.match(/(?:^\|.*\n)+/gm) ?? []).slice(place)
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** The values that a sentence of the page repeats from an answer. */
function valuesIn(said: string): string[] {
  const text = said.replace(/\([^)]*\)|`[^`]+`|"[^"]+"/g, '')
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).filter((number) => number.length > 2)
}

const numberOf = (text: string): number => Number(text.replaceAll(',', ''))

function expectNear(count: number, documented: number | undefined, what: string): void {
  const wanted = documented ?? 0
  expect(Math.abs(count - wanted), `${what}: ${count} tokens, documented ${wanted}`).toBeLessThanOrEqual(
    wanted * TOLERANCE,
  )
}
