import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordReport, resolveConfig } from '@svc/client/record'
import { type CollectedPart, startCollector } from '@svc/test-kit/collect'
import { type Observed, observe } from '@svc/test-kit/observe'
import type { RunOptions } from '@svc/test-kit/project'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import type { RunnerVersion } from '@svc/test-kit/versions'
import { expect } from 'vitest'
import { toApiKey } from '../../../protocol/src/api-key.ts'
import { type FileOutcome, type ReadOptions, readReports } from '../../src/index.ts'

/** What a report file came to, over the same way as an upload. */
interface Imported {
  outcome: FileOutcome
  part: CollectedPart
}

/** One run, as our reporter told it and as the runner's own report did. */
export interface Both extends Observed {
  project: RunnerProject
  imported: Imported
  /** Another report of the same run. */
  also?: Imported
}

interface Setup extends RunOptions {
  config?: object
  args?: string[]
  /** The report, relative to the project. */
  report?: string
  read?: ReadOptions
  /** Another report of the same run, relative to the project. */
  also?: string
  /** Where a copy of the report goes. */
  keep?: string | undefined
}

/** Runs a project once with our reporter and with the runner's, and imports what that one wrote; the caller removes it. */
export const runBoth = async (
  runner: RunnerVersion,
  files: Record<string, string>,
  { config, args = [], report = 'report.json', read = {}, also, keep, ...options }: Setup = {},
): Promise<Both> => {
  const project = runnerProject(runner, files, config)
  try {
    const run = await observe(project, project.command(...args), options)
    if (!existsSync(join(project.folder, report))) throw new Error(`no ${report} after:\n${run.output}`)
    if (keep) copyFileSync(join(project.folder, report), keep)
    const imported = await importReport(project.folder, join(project.folder, report), read)
    const other = also && { value: await importReport(project.folder, join(project.folder, also)) }
    return Object.create(run, {
      project: { value: project },
      imported: { value: imported },
      ...(other && { also: other }),
    })
  } finally {
    project.remove()
  }
}

/** Sends a report to a collector, and gives what arrived. */
const importReport = async (folder: string, path: string, options: ReadOptions = {}): Promise<Imported> => {
  const collector = await startCollector()
  try {
    let finish: ((end: { status: 'passed' | 'failed'; endedAt: number }) => Promise<unknown>) | undefined
    const outcome = await readReports({
      files: [{ name: path, path }],
      options,
      begin: ({ startedAt }) => {
        const apiKey = toApiKey(randomBytes(32))
        const config = resolveConfig({ apiKey, url: collector.url, project: 'fixture' }, {}, NO_CI)
        const recording = recordReport({
          config,
          client: { name: 'test', version: '0' },
          runner: { name: 'report' },
          folder,
          startedAt,
        })
        finish = recording.finish
        return recording
      },
    })
    await finish?.({ status: outcome.status, endedAt: outcome.endedAt })
    const [part] = collector.parts()
    const [file] = outcome.files
    if (!part || !file) throw new Error(`nothing arrived: ${JSON.stringify(outcome, null, 2)}`)
    return { outcome: file, part }
  } finally {
    await collector.close()
  }
}

const NO_CI = { isCI: false, name: null, isPR: null, id: null }

/** What a format does not tell. */
interface Untold {
  /** Times of attempts that others follow, or, with `all`, of every attempt of a test that was tried more than once. */
  retryTimes?: 'earlier' | 'all'
  expectedFailures?: true
  /** How long a test ran before it skipped itself. */
  skipTimes?: true
  /** Why tests did not run. */
  skipKinds?: true
}

/** Expects the same tests as `part`, whose durations may differ by a rounding: a format may hold whole milliseconds. */
export const sameAs = (part: CollectedPart, untold: Untold = {}): unknown[] =>
  comparable(part, untold, (ms) =>
    expect.toSatisfy((other) => Math.abs(other - ms) <= 1, `${ms} ms, give or take 1`),
  )

/** What has to be equal: names, and of each attempt its status, its duration in ms, and its first error's first line. */
export const comparable = (
  part: CollectedPart,
  untold: Untold = {},
  toDuration: (ms: number) => unknown = (ms) => ms,
): unknown[] =>
  part.tests
    .map(({ file, titles, variant, occurrence, attempts }) => ({
      name: [file, ...titles].map(short),
      variant,
      occurrence,
      attempts: attempts.map(({ status, durationMs, errors, expectedFailure, repeat, skip }, index) => ({
        status,
        ...(tellsTime(untold, status, index, attempts.length) && { ms: toDuration(durationMs) }),
        ...(errors?.[0] && { error: short(errors[0].message.split('\n', 1)[0] ?? '') }),
        ...(errors && errors.length > 1 && { errors: errors.length }),
        ...(expectedFailure && !untold.expectedFailures && { expectedFailure }),
        ...(repeat && { repeat }),
        ...(skip && !untold.skipKinds && { skip: skip.kind }),
      })),
    }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

const tellsTime = (
  { retryTimes, skipTimes }: Untold,
  status: string,
  index: number,
  tries: number,
): boolean =>
  !(skipTimes && status === 'skipped') &&
  (tries === 1 || !retryTimes || (retryTimes === 'earlier' && index === tries - 1))

const keyOf = ({ name, variant, occurrence }: { name: string[]; variant: string; occurrence: number }) =>
  JSON.stringify([name, variant, occurrence])

/** When every attempt began, in milliseconds since the epoch. */
export const startsOf = (part: CollectedPart): number[] =>
  part.tests
    .flatMap(({ attempts }) => attempts)
    .filter(({ status }) => status !== 'skipped')
    .map(({ startMs }) => (part.open?.startedAt ?? 0) + startMs)
    .sort()

/** Long texts are compared by their length and both ends, so that a difference can be read. */
const short = (text: string) =>
  text.length > 200 ? `${text.length}: ${text.slice(0, 40)}…${text.slice(-40)}` : text
