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
import type { StepContext } from '../context.ts'
import { wordsOf } from '../trouble.ts'
import { VERSION } from '../version.ts'
import { isWithin } from './is-within.ts'

/** The outcome of reading report files. */
export interface Recorded {
  /** False if a file is broken, empty or missing; the step then fails. */
  isWell: boolean
  /** The folder with the resulting journal; absent without results. */
  root?: string
}

/**
 * Reads the files of the input report-files and writes their results as a journal of this job, like a reporter. Notes an
 * error with its position for each broken file.
 */
export const recordReports = async (context: StepContext): Promise<Recorded> => {
  const { settings, log } = context
  const maps = readMaps(context)
  const { files, problems } = await find(context)
  for (const problem of problems) log.note('error', problem)
  if (!maps || files.length === 0) return { isWell: false }
  let recording: ReportRecording | undefined
  try {
    const id = await contentId(files, idFacts(context))
    const outcome = await readReports({
      files,
      options: {
        map: maps,
        areReruns: settings.reportReruns,
        ...(settings.reportFormat !== '' && { format: settings.reportFormat }),
        ...(context.config.variant !== '' && { variant: context.config.variant }),
      },
      begin: ({ runner, startedAt }) => {
        recording = recordReport({ ...factsOf(context, runner.name), runner, startedAt, ...(id && { id }) })
        return speaking(recording, log)
      },
    })
    for (const { name, problem } of outcome.files)
      if (problem)
        log.note(
          'error',
          `The report ${name}${annotationPlaceOf(problem.place)} is broken: ${problem.reason}.`,
        )
    if (!recording || outcome.isEmpty) {
      recording?.discard()
      log.note(
        'error',
        `No tests found in ${list(files)}. Check that the tests ran and wrote their report there.`,
      )
      return { isWell: false }
    }
    for (const problem of problems) recording.error({ message: problem })
    const isWell = !outcome.isBroken && problems.length === 0
    const { endedAt, reported, runner, unfinished } = outcome
    const { leg } = runner ? factsOf(context, runner.name).config : context.config
    await recording.finish({
      status: isWell ? outcome.status : 'failed',
      ...{ endedAt, reported, unfinished, leg, ...(runner && { runner }) },
    })
    const { passed, failed, flaky, skipped } = outcome.statuses
    log.say(`${list(files)}: ${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped`)
    return { isWell, root: recording.root }
  } catch (error) {
    recording?.discard()
    log.note('error', `The reports could not be read: ${wordsOf(error)}.`)
    return { isWell: false }
  }
}

/** Log lines about repairs; the execution lists all of them. */
const MOST_TOLD = 50

/** Returns a recording that also logs warnings, with the names of the action's inputs. */
const speaking = (recording: ReportRecording, log: StepContext['log']): ReportRecording => {
  let lines = 0
  return {
    ...recording,
    warning(message) {
      const text = message
        .replaceAll('use --map', 'use the input report-map')
        .replaceAll('use --reruns', 'use the input report-reruns')
        .replaceAll('use --root <testDir>', 'use the input report-map, ^(.+)$=<testDir>/$1')
      lines += 1
      if (lines <= MOST_TOLD) log.say(text)
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

const annotationPlaceOf = (place: { line: number; column: number } | undefined) =>
  place ? ` (line ${place.line}, column ${place.column})` : ''

/** Returns the maps of the input; if inputs are wrong, notes an error and returns undefined. */
const readMaps = ({ settings, log }: StepContext): FileMap[] | undefined => {
  const { reportFormat, reportMaps } = settings
  if (reportFormat !== '' && !formatNames().includes(reportFormat)) {
    log.note(
      'error',
      `The input report-format is ${JSON.stringify(reportFormat)}. Set it to one of ${formatNames().join(', ')}, or leave it empty.`,
    )
    return undefined
  }
  try {
    return reportMaps.map(parseMap)
  } catch (error) {
    log.note(
      'error',
      `The input report-map is invalid: ${wordsOf(error)}. Each line must be <pattern>=<file>.`,
    )
    return undefined
  }
}

/** Facts without a key: the action sends the journal later with all others, or leaves it to a companion. */
const factsOf = ({ config, settings, event, env }: StepContext, runner: string) => {
  const { apiKey: _, ...rest } = config
  const hasLeg = Boolean(env.SVC_LEG?.trim())
  return {
    config: {
      ...rest,
      ...(!hasLeg && { leg: legOf(runner, config.leg) }),
      ...(settings.reportAttempt > 1 && { attempt: settings.reportAttempt }),
    },
    client: { name: '@svc/action', version: VERSION },
    folder: event.workspace,
    label: settings.reportFiles.join(' ').slice(0, 200),
  }
}

/** Returns the facts that make an upload of equal files a different one: run, job, leg or suite. */
const idFacts = ({ config, settings, event }: StepContext): unknown[] => [
  event.repository?.full,
  settings.project,
  settings.suite || config.suite,
  config.build,
  config.runAttempt,
  config.job,
  config.leg,
  settings.reportFiles,
  ...(settings.reportReruns ? ['reruns'] : []),
  ...(settings.reportAttempt > 1 ? [`attempt ${settings.reportAttempt}`] : []),
]

/** Large folders without reports. */
const NEVER = ['node_modules', '.git']

/** Returns each file once, sorted by name, with a problem for each pattern that leaves the workspace or has no match. */
const find = async ({ settings, event }: StepContext) => {
  const { workspace, temp } = event
  const roots = await Promise.all(
    [workspace, temp].filter((path) => path !== '').map((path) => realpath(path).catch(() => path)),
  )
  const not = new Set<string>()
  for (const pattern of settings.reportFiles.filter((each) => each.startsWith('!')))
    for (const path of await pathsOf(pattern.slice(1), workspace)) not.add(path)
  const reportFiles = new Map<string, ReportFile>()
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
        `The input report-files names ${pattern}, which is outside the workspace. The action reads only files below the workspace or RUNNER_TEMP: write the reports there.`,
      )
    else if (paths.length === 0)
      problems.push(
        `The input report-files names ${pattern}, which matches no file. Check that the tests write their report there; paths are relative to ${workspace}.`,
      )
    for (const path of within) reportFiles.set(path, { name: reportNameOf(path, workspace), path })
  }
  const files = [...reportFiles.values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
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

const reportNameOf = (path: string, workspace: string): string => {
  const short = relative(workspace, path)
  return short.startsWith('..') || isAbsolute(short) ? path : short.split(sep).join('/')
}
