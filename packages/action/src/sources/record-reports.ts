import { glob, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { type ReportRecording, recordReport } from '@svc/client/record'
import {
  contentId,
  type FileMap,
  formatNames,
  legOf,
  parseMap,
  type ReportFile,
  readReports,
} from '@svc/formats'
import type { Run } from '../run.ts'
import { wordsOf } from '../trouble.ts'
import { VERSION } from '../version.ts'
import { isWithin } from './is-within.ts'

/** What came of reading report files. */
export interface Recorded {
  /** False where a file is broken, empty or missing: never a green run. */
  isWell: boolean
  /** The folder whose journals they became; absent where there was nothing to keep. */
  root?: string
}

/**
 * Reads the reports that the input report-files names and keeps what they hold as a journal of this job, as a reporter
 * would have; all that comes after treats it as one. What is wrong with a file is noted with its place.
 */
export const recordReports = async (run: Run): Promise<Recorded> => {
  const { settings, output } = run
  const maps = readMaps(run)
  const { files, problems } = await find(run)
  for (const problem of problems) output.note('error', problem)
  if (!maps || files.length === 0) return { isWell: false }
  let recording: ReportRecording | undefined
  try {
    const id = await contentId(files, idFacts(run))
    const outcome = await readReports({
      files,
      options: {
        map: maps,
        ...(settings.reportFormat !== '' && { format: settings.reportFormat }),
        ...(run.config.variant !== '' && { variant: run.config.variant }),
      },
      begin: ({ runner, startedAt }) => {
        recording = recordReport({ ...factsOf(run, runner.name), runner, startedAt, ...(id && { id }) })
        return speaking(recording, output)
      },
    })
    for (const { name, problem } of outcome.files)
      if (problem)
        output.note('error', `The report ${name}${placeOf(problem.place)} is broken: ${problem.reason}.`)
    if (!recording || outcome.isEmpty) {
      recording?.discard()
      output.note(
        'error',
        `There is not one test in ${list(files)}. See that the tests ran, and that they write their report there.`,
      )
      return { isWell: false }
    }
    for (const problem of problems) recording.error({ message: problem })
    const isWell = !outcome.isBroken && problems.length === 0
    const { endedAt, told, runner } = outcome
    const { leg } = runner ? factsOf(run, runner.name).config : run.config
    await recording.finish({
      status: isWell ? outcome.status : 'failed',
      ...{ endedAt, told, leg, ...(runner && { runner }) },
    })
    const { passed, failed, flaky, skipped } = outcome.statuses
    output.say(`${list(files)}: ${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped`)
    return { isWell, root: recording.root }
  } catch (error) {
    recording?.discard()
    output.note('error', `The reports could not be read: ${wordsOf(error)}.`)
    return { isWell: false }
  }
}

/** Lines of the log that say what was put right; all of it stands on the execution. */
const MOST_TOLD = 50

/** The same recording, which says in the log what it is warned of, in the words of the action's inputs. */
const speaking = (recording: ReportRecording, output: Run['output']): ReportRecording => {
  let lines = 0
  return {
    ...recording,
    warning(message) {
      const text = message.replaceAll('--map names', 'the input report-map names')
      lines += 1
      if (lines <= MOST_TOLD) output.say(text)
      recording.warning(text)
    },
  }
}

const MOST_NAMED = 3

const list = (files: ReportFile[]): string => {
  const more = files.length - MOST_NAMED
  const named = files.slice(0, MOST_NAMED).map(({ name }) => name)
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

const placeOf = (place: { line: number; column: number } | undefined) =>
  place ? ` (line ${place.line}, column ${place.column})` : ''

/** Undefined where the inputs are wrong, which is noted. */
const readMaps = ({ settings, output }: Run): FileMap[] | undefined => {
  const { reportFormat, reportMaps } = settings
  if (reportFormat !== '' && !formatNames().includes(reportFormat)) {
    output.note(
      'error',
      `The input report-format is ${JSON.stringify(reportFormat)}. It takes one of ${formatNames().join(', ')}, or nothing.`,
    )
    return undefined
  }
  try {
    return reportMaps.map(parseMap)
  } catch (error) {
    output.note(
      'error',
      `The input report-map is wrong: ${wordsOf(error)}. Each line takes <pattern>=<file>.`,
    )
    return undefined
  }
}

/** Sent without a key by nobody: the action sends the journal with all others, or passes it on to a companion. */
const factsOf = ({ config, settings, event, env }: Run, runner: string) => {
  const { apiKey: _, ...rest } = config
  const hasLeg = Boolean(env.SVC_LEG?.trim())
  return {
    config: { ...rest, ...(!hasLeg && { leg: legOf(runner, config.leg) }) },
    client: { name: '@svc/action', version: VERSION },
    folder: event.workspace,
    label: settings.reportFiles.join(' ').slice(0, 200),
  }
}

/** What makes equal files another upload: another run, job, leg or suite. */
const idFacts = ({ config, settings, event }: Run): unknown[] => [
  event.repository?.full,
  settings.project,
  settings.suite || config.suite,
  config.build,
  config.runAttempt,
  config.job,
  config.leg,
  settings.reportFiles,
]

/** Nobody's reports lie there, and looking through them takes long. */
const NEVER = ['node_modules', '.git']

/** Each file once, by name. A pattern that leads out of the workspace or fits nothing is a problem. */
const find = async ({ settings, event }: Run) => {
  const { workspace, temp } = event
  const roots = await Promise.all(
    [workspace, temp].filter((path) => path !== '').map((path) => realpath(path).catch(() => path)),
  )
  const not = new Set<string>()
  for (const pattern of settings.reportFiles.filter((each) => each.startsWith('!')))
    for (const path of await pathsOf(pattern.slice(1), workspace)) not.add(path)
  const found = new Map<string, ReportFile>()
  const problems: string[] = []
  for (const pattern of settings.reportFiles.filter((each) => !each.startsWith('!'))) {
    const paths = (await pathsOf(pattern, workspace)).filter((path) => !not.has(path))
    const within: string[] = []
    for (const path of paths) {
      const real = await realpath(path).catch(() => path)
      if (roots.some((root) => isWithin(root, real))) within.push(path)
    }
    if (within.length < paths.length)
      problems.push(
        `The input report-files names ${pattern}, which leads out of the workspace. Only files below the workspace or RUNNER_TEMP are read: write the reports there.`,
      )
    else if (paths.length === 0)
      problems.push(
        `The input report-files names ${pattern}, and no file fits it. See that the tests write their report there; paths are relative to ${workspace}.`,
      )
    for (const path of within) found.set(path, { name: nameOf(path, workspace), path })
  }
  const files = [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  return { files, problems }
}

const pathsOf = async (pattern: string, workspace: string): Promise<string[]> => {
  const paths: string[] = []
  for await (const entry of glob(pattern, {
    cwd: workspace,
    withFileTypes: true,
    exclude: ({ name }) => NEVER.includes(name) && !pattern.includes(name),
  }))
    if (!entry.isDirectory()) paths.push(resolve(entry.parentPath, entry.name))
  return paths
}

const nameOf = (path: string, workspace: string): string => {
  const short = relative(workspace, path)
  return short.startsWith('..') || isAbsolute(short) ? path : short.split(sep).join('/')
}
