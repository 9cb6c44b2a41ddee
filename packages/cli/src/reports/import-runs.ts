import { sep } from 'node:path'
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
  /** Of all runs; where absent, each report's own, else `main`. */
  branch?: string | undefined
  project: string
  trust: 'ci' | 'local'
  config: Config
  read: ReadOptions
  hasLeg: boolean
  isDry: boolean
  /** Builds of imports that the server has already; undefined where that is not known. */
  known?: Set<string> | undefined
}

export interface ImportedRun extends SentReports {
  name: string
  /** What told when it was; `file` is the time of its writing. */
  dateFrom: 'report' | 'name' | 'file'
  /** True where the server had it before; absent where that is not known. */
  isKnown?: boolean
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
    if (sent) imported.runs.push(sent)
    else imported.leftOut.push(run.name)
    // What keeps one from being sent keeps all others too, and each would be waited for.
    if (sent?.sent?.kind === 'denied' || sent?.sent?.kind === 'postponed') {
      imported.untried = work.runs.slice(at + 1).map(({ name }) => name)
      break
    }
  }
  return imported
}

const USUAL_BRANCH = 'main'

const importRun = async (
  run: Run,
  work: Import,
  label: string,
  call: Call,
): Promise<ImportedRun | undefined> => {
  const { config, read, since, until, branch, project, trust, hasLeg, isDry, folder, known } = work
  const startedAt = dateOfName(run.path)
  const commit = commitOfName(run.path)
  const sent = await sendReports({
    files: run.files,
    missing: [],
    read: { ...read, ...(startedAt !== undefined && { startedAt }) },
    config,
    hasLeg,
    isDry,
    isWanted: (time) =>
      time >= (since ?? Number.NEGATIVE_INFINITY) && time < (until ?? Number.POSITIVE_INFINITY),
    // Runs of equal content, as of every night, are told apart by where they lie.
    idFacts: [
      project,
      config.suite,
      branch ?? USUAL_BRANCH,
      hasLeg ? config.leg : '',
      config.variant,
      run.path.split(sep).join('/'),
    ],
    facts: {
      client: { name: '@svc/cli', version: call.version },
      folder,
      isPast: true,
      ...(branch !== undefined && { branch }),
      fallback: { branch: USUAL_BRANCH, ...(commit !== undefined && { commit }) },
      trust,
    },
    progress: showProgress(call, label),
    call,
  })
  if (!sent) return undefined
  const dateFrom = sent.isStartTold ? 'report' : startedAt === undefined ? 'file' : 'name'
  const isKnown = known && sent.build !== undefined ? known.has(sent.build) : undefined
  return { ...sent, name: run.name, dateFrom, ...(isKnown !== undefined && { isKnown }) }
}
