import { type FileOutcome, readReports, type Target } from '../../packages/formats/src/index.ts'
import type { Counts } from './plain.ts'

/** The content of one file, as packages/formats reported it. */
export interface Reading {
  outcome: FileOutcome
  /** Of the whole: a run of this file alone is green or not. */
  status: 'passed' | 'failed'
  isBroken: boolean
  /** The counts of a recorder. */
  told: Counts & { attempts: number; errors: number }
}

/** Reads one file as an upload does, into counts alone. */
export const readReport = async (name: string, path: string): Promise<Reading> => {
  const tests = new Map<string, string[]>()
  const told = { passed: 0, failed: 0, flaky: 0, skipped: 0, attempts: 0, errors: 0 }
  const target: Target = {
    root: '/work',
    file: (file) => file,
    attempt({ file, titles, variant, occurrence }, { status }) {
      told.attempts += 1
      const key = JSON.stringify([file, titles, variant, occurrence])
      const statuses = tests.get(key)
      if (statuses) statuses.push(status)
      else tests.set(key, [status])
    },
    error() {
      told.errors += 1
    },
    warning: () => undefined,
  }
  const { files, status, isBroken } = await readReports({
    files: [{ name, path }],
    options: {},
    begin: () => target,
  })
  const [outcome] = files
  if (!outcome) throw new Error(`${name}: nothing came of it`)
  for (const statuses of tests.values()) told[statusOf(statuses)] += 1
  return { outcome, status, isBroken, told }
}

const statusOf = (attempts: string[]): keyof Counts => {
  const hasFailed = attempts.some((status) => status === 'failed' || status === 'timedOut')
  const last = attempts.at(-1)
  if (last === 'passed') return hasFailed ? 'flaky' : 'passed'
  if (hasFailed) return 'failed'
  return attempts.includes('passed') ? 'passed' : 'skipped'
}
