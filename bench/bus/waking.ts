import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withFolder } from '../databases.ts'
import { quantile, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'

const MESSAGES = 50
const ROUNDS = 3
const COMMAND = join(import.meta.dirname, '../../packages/cli/src/main.ts')

/** From the call that sends a message to the line that `svc agent listen` prints. */
export async function benchWaking(): Promise<Verdict[]> {
  heading('A message to a waiting svc agent listen')
  const rounds = await withFolder(async (folder) => {
    const server = fork(join(import.meta.dirname, 'stream-child.ts'), [folder])
    const [{ port, key }] = (await once(server, 'message')) as [{ port: number; key: string }]
    const { PATH = '', HOME = '' } = process.env
    const listener = spawn(process.execPath, [COMMAND, 'agent', 'listen', '--json'], {
      cwd: folder,
      env: { PATH, HOME, SVC_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = readTimes(listener)
    const measured: number[][] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const ms: number[] = []
      for (let n = 0; n < MESSAGES; n++) {
        const line = lines()
        const done = once(server, 'message')
        server.send({ count: 1, text: '', atOnce: 1 })
        ms.push(await line)
        await done
        await wait(20)
      }
      // The first round waits for the start of the command.
      if (round > 0) measured.push(ms.sort((a, b) => a - b))
    }
    listener.kill()
    await once(listener, 'exit')
    server.disconnect()
    await once(server, 'exit')
    return measured
  })
  const p50 = sampleOf(rounds.map((ms) => quantile(ms, 0.5)))
  const p99 = sampleOf(rounds.map((ms) => quantile(ms, 0.99)))
  table(['', 'p50', 'p99'], [['from sending to the printed line', spread(p50, 'ms'), spread(p99, 'ms')]])
  return [
    {
      area: 'A message to a waiting svc agent listen, p50',
      goal: 'no goal',
      measured: spread(p50, 'ms'),
      isMet: true,
    },
  ]
}

/** Milliseconds from the time in a message to the moment its line arrives; one promise for each. */
function readTimes({ stdout }: ChildProcess): () => Promise<number> {
  const waiting: ((ms: number) => void)[] = []
  let rest = ''
  stdout?.setEncoding('utf8').on('data', (piece: string) => {
    const now = process.hrtime.bigint()
    const found = (rest + piece).split('\n')
    rest = found.pop() ?? ''
    for (const line of found) {
      const sent = /t=(\d+);/.exec(line)?.[1]
      if (sent !== undefined) waiting.shift()?.(Number(now - BigInt(sent)) / 1e6)
    }
  })
  return () => new Promise((resolve) => waiting.push(resolve))
}
