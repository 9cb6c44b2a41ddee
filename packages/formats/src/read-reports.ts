import type { ResultStatus } from '@svc/protocol'
import { inSeries, isEarlier, isOwnEnd, repeatStub, seriesOf } from './bazel-series.ts'
import { whyForeign } from './foreign.ts'
import type { Format } from './format.ts'
import { FORMATS, formatNames } from './formats.ts'
import { findMistake } from './json/read-json.ts'
import type { ReadOptions } from './options.ts'
import type { FileOutcome, ReadOutcome } from './outcome.ts'
import { ReportProblem } from './problem.ts'
import { makeSinks, type Sinks } from './sink.ts'
import { type Opened, openReport } from './source/open.ts'
import type { ReportStart, Target } from './target.ts'

/** A report by its path, or as a stream such as standard input; `name` is its name in messages. */
export interface ReportFile {
  name: string
  path?: string
  stream?: AsyncIterable<Uint8Array>
}

/** The reading progress, in bytes on disk. */
export interface Progress {
  name: string
  readBytes: number
  totalBytes: number
}

export interface ReadReports {
  files: ReportFile[]
  options: ReadOptions
  /** Called once, before any result; not called if no file is a report. */
  begin(start: ReportStart): Target
  onProgress?(progress: Progress): void
}

/**
 * Reads reports in sequence, and sends their content to the target. A broken file appears in the outcome and reaches
 * the target as an error; the others continue. Rejects only if the target does.
 */
export const readReports = async ({
  files,
  options,
  begin,
  onProgress,
}: ReadReports): Promise<ReadOutcome> => {
  const progress = { name: '', readBytes: 0, totalBytes: 0 }
  const onBytes = (count: number) => {
    progress.readBytes += count
    onProgress?.({ ...progress })
  }
  const reports: Report[] = []
  try {
    for (const file of inSeries(files)) reports.push(await look(file, options, onBytes))
    if (options.areReruns) await sortByStart(reports)
    progress.totalBytes = reports.reduce((sum, { opened }) => sum + (opened?.sizeBytes ?? 0), 0)
    const start = await startOf(reports, options)
    if (!start) return sum(reports, undefined, options.startedAt ?? Date.now())
    const target = begin(start)
    const sinks = makeSinks(target, options, start.startedAt)
    const ended = new Set(
      reports.flatMap(({ opened }) =>
        opened && isOwnEnd(opened.source.path, opened.head) ? [seriesOf(opened.source.path)] : [],
      ),
    )
    for (const report of reports) {
      progress.name = report.outcome.name
      await read(report, sinks, options, ended)
      const { problem, name } = report.outcome
      for (const text of tellRepairs(report.outcome)) target.warning(text)
      if (problem) target.error({ message: `The report ${name} is broken: ${tell(problem)}` })
      await report.opened?.close()
    }
    warnOfMaps(reports, sinks)
    if (sinks.shared > 0) target.warning(reportedTwice(sinks.shared))
    return sum(reports, sinks, start.startedAt)
  } finally {
    for (const { opened } of reports) await opened?.close()
  }
}

interface Report {
  outcome: FileOutcome
  opened?: Opened
  format?: Format
}

const look = async (
  file: ReportFile,
  options: ReadOptions,
  onBytes: (count: number) => void,
): Promise<Report> => {
  const outcome = emptyOutcome(file.name)
  let opened: Opened | undefined
  try {
    opened = await openReport(file, onBytes)
    const { head } = opened
    const format = options.format
      ? FORMATS.find(({ name }) => name === options.format)
      : FORMATS.find((each) => each.detect(head))
    if (!format) throw await whyUnknown(opened, options.format)
    outcome.format = format.name
    return { outcome, opened, format }
  } catch (error) {
    outcome.problem = problemOf(error)
    await opened?.close()
    return { outcome }
  }
}

const whyUnknown = async ({ head, source }: Opened, format: string | undefined): Promise<ReportProblem> => {
  const foreign = format ? undefined : whyForeign(head)
  if (foreign) return new ReportProblem(foreign)
  const mistake = !format && /^\s*[[{]/.test(head.text) ? await findMistake(source) : undefined
  return mistake ?? new ReportProblem(unknownFormat(format))
}

const unknownFormat = (format: string | undefined) =>
  format
    ? `unknown format ${JSON.stringify(format)}; the formats are ${formatNames().join(', ')}`
    : `it has none of the known formats (${formatNames().join(', ')})`

const startOf = async (reports: Report[], { startedAt }: ReadOptions): Promise<ReportStart | undefined> => {
  const readable = reports.filter(({ format }) => format)
  const [first] = readable
  if (!first?.opened || !first.format) return undefined
  const runner = runnerOf(first) ?? { name: first.format.name }
  const starts: number[] = []
  for (const report of readable) {
    const begun = await begunOf(report)
    if (begun !== undefined) starts.push(begun)
  }
  if (starts.length > 0) return { startedAt: Math.min(...starts), isStartReported: true, runner }
  const written = readable.map(({ opened }) => opened?.writtenAt ?? Date.now())
  return { startedAt: startedAt ?? Math.round(Math.min(...written)), isStartReported: false, runner }
}

/** Puts the oldest first. If one has no start, the order of the names stays. */
const sortByStart = async (reports: Report[]): Promise<void> => {
  const starts = new Map<Report, number>()
  for (const report of reports) {
    const begun = await begunOf(report)
    if (begun === undefined) return
    starts.set(report, begun)
  }
  reports.sort((a, b) => (starts.get(a) ?? 0) - (starts.get(b) ?? 0))
}

/** From the beginning of the file. */
const runnerOf = ({ format, opened }: Report) => opened && format?.runner?.(opened.head)

/** Problems of a file are reported when it is read. */
const begunOf = async ({ format, opened }: Report): Promise<number | undefined> => {
  try {
    return opened && (await format?.startedAt?.(opened.head, opened.source))
  } catch {
    return undefined
  }
}

/** Reported with the notes of files, together with the last file, because they are unknown before. */
const warnOfMaps = (reports: Report[], sinks: Sinks): void => {
  const last = reports.findLast(({ outcome }) => !outcome.problem)
  if (!last) return
  const sink = sinks.of(last.outcome)
  for (const { pattern } of sinks.unusedMaps)
    sink.warning(`No file, class or suite of any report matches --map ${pattern.source}.`)
}

const read = async (
  { outcome, opened, format }: Report,
  sinks: Sinks,
  options: ReadOptions,
  ended: ReadonlySet<string>,
): Promise<void> => {
  if (!opened || !format) return
  const { path } = opened.source
  const sink = sinks.of(outcome, options.areReruns ? 'reruns' : seriesOf(path), path)
  if (isEarlier(path) && ended.has(seriesOf(path))) repeatStub(sink, outcome)
  const isBare = () => outcome.tests + outcome.attempts + outcome.errors === 0
  try {
    await format.read(opened.source, sink)
    if (isBare()) sink.warning('It contains no tests.')
    if (outcome.dialect === 'playwright' && outcome.tests > 0 && outcome.statuses.skipped === outcome.tests)
      sink.warning(ALL_SKIPPED)
  } catch (error) {
    outcome.problem = problemOf(error)
  }
  if (!options.format || !isBare() || format.detect(opened.head)) return
  const other = FORMATS.find((each) => each.detect(opened.head))
  const foreign = other ? undefined : whyForeign(opened.head)
  if (other) outcome.problem = { reason: `this is not ${format.name}: it looks like ${other.name}` }
  else if (foreign) outcome.problem = { reason: `this is not ${format.name}: ${foreign}` }
  else outcome.problem ??= { reason: `this is not ${format.name}` }
}

const ALL_SKIPPED =
  'None of its tests ran: all are skipped, as in the list that Playwright writes with --list.'

const problemOf = (error: unknown): NonNullable<FileOutcome['problem']> => {
  if (error instanceof ReportProblem)
    return { reason: error.message, ...(error.place && { place: error.place }) }
  return { reason: error instanceof Error ? error.message : String(error) }
}

/**
 * The corrections, for readers of the execution: one sentence for all kinds, because there may be
 * many files.
 */
const tellRepairs = ({ name, repairs }: FileOutcome): string[] => {
  if (repairs.length === 0) return []
  const kinds = repairs.slice(0, 10).map(({ kind, count, line, detail }) => {
    const where = [line && `line ${line}`, detail].filter(Boolean).join(': ')
    return `${kind} (${count}${where && `, first ${where}`})`
  })
  const more = repairs.length > kinds.length ? ` and ${repairs.length - kinds.length} more` : ''
  return [`${name}: repaired: ${kinds.join(', ')}${more}`]
}

const tell = ({ reason, place }: NonNullable<FileOutcome['problem']>) =>
  place ? `${reason} (line ${place.line}, column ${place.column})` : reason

const reportedTwice = (count: number) =>
  `${count} tests have the same name as a test in another report, and count as further occurrences of it. Send the reports of each leg or variant separately, with the leg or the variant. If a later report repeats failed tests of an earlier one, use --reruns.`

const emptyOutcome = (name: string): FileOutcome => ({
  name,
  tests: 0,
  attempts: 0,
  statuses: noStatuses(),
  errors: 0,
  unfinished: 0,
  repairs: [],
  warnings: [],
})

const noStatuses = (): Record<ResultStatus, number> => ({ passed: 0, failed: 0, flaky: 0, skipped: 0 })

const sum = (reports: Report[], sinks: Sinks | undefined, startedAt: number): ReadOutcome => {
  const files = reports.map(({ outcome }) => outcome)
  const statuses = noStatuses()
  for (const file of files)
    for (const status of ['passed', 'failed', 'flaky', 'skipped'] as const)
      statuses[status] += file.statuses[status]
  const add = (field: 'tests' | 'attempts' | 'errors' | 'unfinished') =>
    files.reduce((all, file) => all + file[field], 0)
  const errors = add('errors')
  const isEmpty = add('tests') + errors === 0
  const isBroken = isEmpty || files.some(({ problem }) => problem)
  return {
    files,
    tests: add('tests'),
    attempts: add('attempts'),
    statuses,
    errors,
    unfinished: add('unfinished'),
    isEmpty,
    isBroken,
    status: isBroken || errors > 0 || statuses.failed > 0 ? 'failed' : 'passed',
    endedAt: sinks?.endedAt ?? startedAt,
    ...runnerRead(reports),
    reported: sinks?.reported ?? {},
  }
}

/** If a report names its tool after the tests, it is known only after they have been read. */
const runnerRead = (reports: Report[]): Pick<ReadOutcome, 'runner'> => {
  const first = reports.find(({ format }) => format)
  if (!first?.format) return {}
  const { tool, toolVersion } = first.outcome
  const read = tool && { name: tool, ...(toolVersion && { version: toolVersion }) }
  return { runner: runnerOf(first) ?? (read || { name: first.format.name }) }
}
