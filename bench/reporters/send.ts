import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { toApiKey } from '../../packages/protocol/src/index.ts'
import { sampleOf } from '../measure.ts'
import { figure, heading, spread, table, type Verdict } from '../report.ts'
import { bundleClient } from './bundle-client.ts'
import type { Recorded } from './recording.ts'
import { type Received, startServer } from './server.ts'

const COUNTS = [10_000, 20_000]
const PROCESSES = 5
const RUNS_EACH = 4
const GOAL_MS_PER_10_000 = 50
const GOAL_BYTES = 20

/** The cost of sending after the last test: first in a fresh process, as in every real run, then warm. */
export const benchSend = async (): Promise<Verdict[]> => {
  heading('Sending at the end of a run, passing tests, server on loopback')
  const rows: string[][] = []
  const verdicts: Verdict[] = []
  const made = new Map(COUNTS.map((count) => [count, [] as { recorded: Recorded[]; received: Received }[]]))
  for (let round = 0; round < PROCESSES; round++)
    for (const count of COUNTS) made.get(count)?.push(await recordIn(count, RUNS_EACH))
  for (const [count, all] of made) {
    const first = sampleOf(all.map(({ recorded }) => recorded[0]?.finishMs ?? Number.NaN))
    const warm = sampleOf(all.flatMap(({ recorded }) => recorded.slice(1).map(({ finishMs }) => finishMs)))
    const requests = sampleOf(all.map(({ received }) => received.requests / RUNS_EACH))
    const bytes = sampleOf(all.map(({ received }) => received.bytes / RUNS_EACH / count))
    const name = count.toLocaleString('en-US')
    rows.push([
      name,
      spread(first, 'ms'),
      spread(warm, 'ms'),
      figure(requests.median, ''),
      spread(bytes, 'B'),
    ])
    const goal = (GOAL_MS_PER_10_000 * count) / 10_000
    verdicts.push({
      area: `End-of-run send, ${name}, first in a fresh process`,
      goal: `≤ ${goal} ms`,
      measured: `${spread(first, 'ms')}; warm ${spread(warm, 'ms')}`,
      isMet: first.median <= goal,
    })
    verdicts.push({
      area: `End-of-run send, ${name}`,
      goal: 'one request',
      measured: figure(requests.max, ''),
      isMet: requests.max <= 1,
    })
    verdicts.push({
      area: `End-of-run send, ${name}`,
      goal: `≤ ${GOAL_BYTES} B a passing test`,
      measured: spread(bytes, 'B'),
      isMet: bytes.median <= GOAL_BYTES,
    })
  }
  table(['results', 'first in a fresh process', 'warm', 'requests', 'bytes a test'], rows)
  return verdicts
}

/** Records runs of made-up tests in a fresh process with a repository of its own, and checks that all arrived. */
export const recordIn = async (
  tests: number,
  runs: number,
): Promise<{ recorded: Recorded[]; received: Received }> => {
  const client = await bundleClient()
  const parent = fileURLToPath(new URL('../../.test', import.meta.url))
  mkdirSync(parent, { recursive: true })
  const root = mkdtempSync(join(parent, 'recording-'))
  const server = await startServer()
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
        cwd: root,
      })
    git('init', '--quiet', '--initial-branch=main')
    git('commit', '--quiet', '--allow-empty', '-m', 'suite')
    server.expect(tests + 1)
    const script = join(import.meta.dirname, 'recording.ts')
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, SVC_URL: server.url, SVC_API_KEY: toApiKey(new Uint8Array(32)) }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, client.module, root, String(tests), String(runs)],
      { env },
    )
    const received = server.take()
    if (received.ourTests !== tests * runs)
      throw new Error(`${received.ourTests} of ${tests * runs} tests arrived`)
    return { recorded: JSON.parse(stdout), received }
  } finally {
    await server.close()
    for (const folder of [root, client.folder]) rmSync(folder, { recursive: true, force: true })
  }
}
