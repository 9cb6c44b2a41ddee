import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RecordedAttempt } from '@svc/client'
import type { Failure, TestName } from '@svc/protocol'
import type { ReadOptions } from '../options.ts'
import type { FileOutcome, ReadOutcome } from '../outcome.ts'
import { readReports } from '../read-reports.ts'
import type { ReportStart } from '../target.ts'

/** The result of reading reports. */
export interface Read {
  outcome: ReadOutcome
  /** Of the first report. */
  file: FileOutcome
  /** Undefined if nothing was started. */
  start: ReportStart | undefined
  tests: (TestName & { attempts: RecordedAttempt[] })[]
  errors: { failure: Failure; file?: string }[]
  warnings: string[]
}

/** Writes files into a temporary folder and reads them in their order. */
export const readFiles = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  options: ReadOptions = {},
): Promise<Read> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-formats-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    return await readPaths(
      Object.keys(files).map((name) => ({ name, path: join(folder, name) })),
      options,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads reports into memory. */
export const readPaths = async (
  files: { name: string; path?: string; stream?: AsyncIterable<Uint8Array> }[],
  options: ReadOptions = {},
): Promise<Read> => {
  const tests = new Map<string, Read['tests'][number]>()
  const errors: Read['errors'] = []
  const warnings: string[] = []
  let start: ReportStart | undefined
  const outcome = await readReports({
    files,
    options,
    begin: (begun) => {
      start = begun
      return {
        root: '/repo',
        file: (path) => path.replace(/^\/repo\//, '').replace(/^\.\//, ''),
        attempt(test, attempt) {
          const key = JSON.stringify(test)
          const known = tests.get(key) ?? { ...test, attempts: [] }
          tests.set(key, known)
          known.attempts.push(attempt)
        },
        error: (failure, file) => void errors.push({ failure, ...(file !== undefined && { file }) }),
        warning: (message) => void warnings.push(message),
      }
    },
  })
  const [file] = outcome.files
  if (!file) throw new Error('no files were given')
  return { outcome, file, start, tests: [...tests.values()], errors, warnings }
}

/** Reads one report. */
export const readText = (
  text: string | Uint8Array,
  options: ReadOptions = {},
  name = 'report.xml',
): Promise<Read> => readFiles({ [name]: text }, options)

/** The identity of each test, and the statuses of its attempts. */
export const testsOf = ({ tests }: Read) =>
  tests.map(({ file, titles, variant, occurrence, attempts }) => [
    [file, ...titles, ...(variant ? [`<${variant}>`] : []), ...(occurrence ? [`#${occurrence}`] : [])].join(
      ' | ',
    ),
    attempts.map(({ status }) => status).join(' '),
  ])

/** The corrections, each with its first line. */
export const repairs = ({ file }: Read) =>
  file.repairs.map(
    ({ kind, count, line, detail }) => `${kind} ×${count} line ${line}${detail ? `: ${detail}` : ''}`,
  )
