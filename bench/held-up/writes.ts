import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreAddress } from '../../server/src/ground/store/open.ts'
import { heading, type Verdict } from '../report.ts'
import { startFilledServer } from './filled-server.ts'
import {
  type Cost,
  isAsked,
  measuring,
  onDatabases,
  sendAll,
  showCosts,
  verdictOf,
  verdictOfAnswers,
  worked,
} from './measure-costs.ts'
import { JOB_ENTRIES, WRITE_ENTRIES } from './write-entries.ts'

const MOST_WAIT_MS = 250
const IDLE_MS = 3_000
/** The job that removes what the writes deleted. */
const LAST_JOB = 'deletion'

/** The worst request of each write and each job, beside another organization's small ones. */
export async function benchHeldUpWrites(): Promise<Verdict[]> {
  heading('Writes with the most that they take')
  const costs = await onDatabases(measure)
  showCosts(costs)
  return [
    verdictOf('Worst writes, a small write or upload of others', MOST_WAIT_MS, costs, ({ waits }) =>
      Math.max(waits.upload.longest, waits.write.longest),
    ),
    verdictOf('Worst writes, a small read of others', MOST_WAIT_MS, costs, ({ waits }) => waits.read.longest),
    verdictOf('Worst writes, the event loop', MOST_WAIT_MS, costs, ({ loopMs }) => loopMs),
    verdictOfAnswers('Worst writes', costs),
  ]
}

async function measure(address: StoreAddress, suffix: string): Promise<Cost[]> {
  const { server, ground } = await startFilledServer(address)
  try {
    const costOf = await measuring(server, suffix)
    const costs = [await costOf('nothing', async () => worked(await sleep(IDLE_MS, 'idle')))]
    const jobs = Object.entries(JOB_ENTRIES).filter(([name]) => isAsked(name))
    const runJobs = async (isWanted: (name: string) => boolean) => {
      for (const [name, entry] of jobs)
        if (typeof entry === 'object' && isWanted(name))
          costs.push(
            await costOf(`job ${name}`, async () => {
              for (let i = 0; i < entry.times; i++) await server.runJob(name)
              return worked('done')
            }),
          )
    }
    await runJobs((name) => name !== LAST_JOB)
    for (const [name, entry] of Object.entries(WRITE_ENTRIES))
      if (typeof entry === 'function' && isAsked(name))
        costs.push(await costOf(name, () => sendAll(server, ground.session, entry(ground))))
    await runJobs((name) => name === LAST_JOB)
    return costs
  } finally {
    await server.close()
  }
}
