import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalOf, type RunReceipt, type Tally, TEARDOWN_FAILED, tally } from '@svc/client/wrapped'
import { UUID } from '../server/uuid.ts'

/** A run of a command: what its reporter sent. */
export interface OwnRun {
  /** Id of the execution. */
  execution: string
  /** Its page. */
  url: string
  /** The server that has it, as the reporter was told. */
  server: string
  tally: Tally
  /** The path of its results. */
  journal: string
}

/** More failures of one run are judged by the whole execution. */
const MOST_FAILURES = 5_000

/** A file beside the receipts: the command started a `svc run` of its own. */
export const NESTED = 'nested'

/** The runs that a command's reporters sent, or why their results do not decide its exit code. */
export const readRuns = async (folder: string): Promise<{ runs: OwnRun[] } | { doubt: string }> => {
  const files = filesIn(folder)
  if (files.includes(NESTED))
    return { doubt: 'the command contains another svc run, which has decided already; remove one of the two' }
  if (files.includes(TEARDOWN_FAILED)) return { doubt: 'a global teardown failed, or may have' }
  const names = files.filter((name) => name.endsWith('.json'))
  if (names.length === 0)
    return {
      doubt: 'no svc reporter sent results; npx --no svc doctor says why, and --reports names report files',
    }
  const runs: OwnRun[] = []
  for (const name of names) {
    const receipt = readReceipt(join(folder, name))
    if (!receipt || receipt.state === 'begun') return { doubt: 'a run ended before its reporter did' }
    const { state, status, url, server = '' } = receipt
    if (status === 'interrupted') return { doubt: 'a run was interrupted' }
    const execution = UUID.exec(url ?? '')?.[0]
    if (state === 'unsent' || url === undefined || execution === undefined)
      return { doubt: 'the results were not sent' }
    const journal = journalOf(folder, name.slice(0, -'.json'.length))
    if (!existsSync(journal)) return { doubt: 'the results were not written to the disk' }
    runs.push({ execution, url, server, tally: await tally([journal], MOST_FAILURES), journal })
  }
  return { runs }
}

/** None if a test removed the folder. */
const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Absent if the run was killed while it wrote. */
const readReceipt = (path: string): RunReceipt | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
