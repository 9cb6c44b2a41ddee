import { sep } from 'node:path'
import type { Config } from '@svc/client/record'
import type { ReadOptions } from '@svc/formats'
import { packageName } from '@svc/protocol'
import type { Call } from '../call.ts'
import { commitOfName, dateOfName } from './date-of-name.ts'
import type { Run } from './find-runs.ts'
import { showProgress } from './progress.ts'
import { type SentReports, sendReports } from './send-reports.ts'

interface Import {
  runs: Run[]
  /** The folder of all runs, absolute. */
  folder: string
  /** Milliseconds since the epoch; skips runs that began before `since`, or at or after `until`. */
  since?: number | undefined
  until?: number | undefined
  /** Branch of all runs; if absent, each report's own, else `main`. */
  branch?: string | undefined
  project: string
  trust: 'ci' | 'local'
  config: Config
  read: ReadOptions
  hasLeg: boolean
  isDry: boolean
  /** Builds of earlier imports; undefined if unknown. */
  known?: Set<string> | undefined
}

export interface ImportedRun extends SentReports {
  name: string
  /** Source of the date; `file` is the modification time. */
  dateFrom: 'report' | 'name' | 'file'
  /** True if the server already had the run; absent if unknown. */
  isKnown?: boolean
}

export interface Imported {
  runs: ImportedRun[]
  /** Names of runs outside the requested time. */
  leftOut: string[]
  /** Names of runs that were not tried, because an earlier run could not be sent. */
  untried: string[]
}

/** Sends past runs, each as its own execution. */
export const importRuns = async (work: Import, call: Call): Promise<Imported> => {
  const imported: Imported = { runs: [], leftOut: [], untried: [] }
  for (const [index, run] of work.runs.entries()) {
    const label = `${index + 1} of ${work.runs.length}: `
    const sent = await importRun(run, work, label, call)
    if (sent) imported.runs.push(sent)
    else imported.leftOut.push(run.name)
    // The same error would affect all further runs, each after a wait.
    if (sent?.sent?.kind === 'denied' || sent?.sent?.kind === 'postponed') {
      imported.untried = work.runs.slice(index + 1).map(({ name }) => name)
      break
    }
  }
  return imported
}

const USUAL_BRANCH = 'main'

const importRun = async (
  run: Run,
  { config, read, since, until, branch, project, trust, hasLeg, isDry, folder, known }: Import,
  label: string,
  call: Call,
): Promise<ImportedRun | undefined> => {
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
    // Runs with the same content, such as nightly runs, differ by their path.
    idFacts: [
      project,
      config.suite,
      branch ?? USUAL_BRANCH,
      hasLeg ? config.leg : '',
      config.variant,
      run.path.split(sep).join('/'),
    ],
    facts: {
      client: { name: packageName('cli'), version: call.version },
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
  const dateFrom = sent.isStartReported ? 'report' : startedAt === undefined ? 'file' : 'name'
  const isKnown = known && sent.build !== undefined ? known.has(sent.build) : undefined
  return { ...sent, name: run.name, dateFrom, ...(isKnown !== undefined && { isKnown }) }
}
