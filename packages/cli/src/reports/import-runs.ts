import type { Config } from '@svc/client/record'
import type { ReadOptions } from '@svc/formats'
import type { Call } from '../run.ts'
import { commitOfName, dateOfName } from './date-of-name.ts'
import type { Run } from './find-runs.ts'
import { showProgress } from './progress.ts'
import { type SentReports, sendReports } from './send-reports.ts'

interface Import {
  runs: Run[]
  /** The folder of all runs, absolute. */
  folder: string
  /** Milliseconds since the epoch; runs that began before or not before these are left out. */
  since?: number | undefined
  until?: number | undefined
  branch: string
  project: string
  trust: 'ci' | 'local'
  config: Config
  read: ReadOptions
  hasLeg: boolean
  isDry: boolean
}

export interface ImportedRun extends SentReports {
  name: string
}

export interface Imported {
  runs: ImportedRun[]
  /** Names of runs outside of the time that was asked for. */
  leftOut: string[]
  /** Names of runs that were not tried, since the one before could not be sent. */
  untried: string[]
}

/** Sends runs that are long over, each as an execution of its own. */
export const importRuns = async (work: Import, call: Call): Promise<Imported> => {
  const imported: Imported = { runs: [], leftOut: [], untried: [] }
  for (const [at, run] of work.runs.entries()) {
    const label = `${at + 1} of ${work.runs.length}: `
    const sent = await importRun(run, work, label, call)
    if (sent) imported.runs.push({ ...sent, name: run.name })
    else imported.leftOut.push(run.name)
    // What keeps one from being sent keeps all others too, and each would be waited for.
    if (sent?.sent?.kind === 'denied' || sent?.sent?.kind === 'postponed') {
      imported.untried = work.runs.slice(at + 1).map(({ name }) => name)
      break
    }
  }
  return imported
}

const importRun = (run: Run, work: Import, label: string, call: Call): Promise<SentReports | undefined> => {
  const { config, read, since, until, branch, project, trust, hasLeg, isDry, folder } = work
  const startedAt = dateOfName(run.path)
  const commit = commitOfName(run.path)
  return sendReports({
    files: run.files,
    missing: [],
    read: { ...read, ...(startedAt !== undefined && { startedAt }) },
    config,
    hasLeg,
    isDry,
    isWanted: (time) =>
      time >= (since ?? Number.NEGATIVE_INFINITY) && time < (until ?? Number.POSITIVE_INFINITY),
    idFacts: [project, config.suite, branch, hasLeg ? config.leg : '', config.variant],
    facts: {
      client: { name: '@svc/cli', version: call.version },
      folder,
      isPast: true,
      branch,
      trust,
      ...(commit !== undefined && { commit }),
    },
    progress: showProgress(call, label),
  })
}
