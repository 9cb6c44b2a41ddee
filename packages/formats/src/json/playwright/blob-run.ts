import type { RecordedAttachment } from '@svc/client'
import { type AttemptDetail, LIMITS, resultOf } from '@svc/protocol'
import { FAILED_BY_FLAKES, INTERRUPTED } from '../../common/failure-without-message.ts'
import type { ReportedName, Sink, Source } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { readWhole } from '../../zip.ts'
import { dateOf, durationOf, type Fields, fieldsOf, listOf, textOf, titleOf, wholeOf } from '../values.ts'
import type { Blob, EventVisitor, Node } from './blob-events.ts'
import { toFailure, toLocation } from './failure.ts'
import { notesOf } from './json-result.ts'
import type { PlaywrightTest } from './report-shapes.ts'
import { Running } from './running.ts'
import { toAttempts, toNotBegun } from './to-attempts.ts'

/** One repeat of a test. */
interface Repeat extends PlaywrightTest {
  index: number
  /** Attempts that have not ended. */
  left: number
  group: Group
}

/** A test with its repeats. */
interface Group {
  key: string
  name: ReportedName
  repeats: Repeat[]
}

const KNOWN_VERSION = 2
const MOST_TESTS = 2 * LIMITS.results
/** The mark that the svc reporter leaves in the blobs of runs that it has sent. */
const REPORTED = 'reported by each run itself'

/** Combines the events of a blob and reports each test once its last attempt has ended. */
export class BlobRun implements EventVisitor {
  readonly #sink: Sink
  readonly #source: Source
  readonly #blob: Blob
  readonly #tries: ReadonlyMap<string, number>
  readonly #tests = new Map<string, Repeat>()
  readonly #groups = new Map<string, Group>()
  readonly #running = new Map<string, Running>()
  #rootDir = ''
  #separator = '/'
  #project = { name: '', repeatEach: 1 }
  #hasBailed = false
  #hasFailed = false
  #end: Fields | undefined

  /** `tries` is how often each test was started. */
  constructor(source: Source, sink: Sink, blob: Blob, tries: ReadonlyMap<string, number>) {
    this.#source = source
    this.#sink = sink
    this.#blob = blob
    this.#tries = tries
  }

  project(field: string, value: unknown): void {
    if (field === 'name') this.#project = { ...this.#project, name: titleOf(value) }
    if (field === 'repeatEach') this.#project = { ...this.#project, repeatEach: wholeOf(value) ?? 1 }
  }

  node({ fields }: Node, above: readonly Node[]): void {
    const id = fields.get('testId')
    if (typeof id !== 'string') return
    if (this.#tests.size >= MOST_TESTS) throw new ReportProblem(`it has more than ${MOST_TESTS} tests`)
    const location = this.#locationOf(fields.get('location'))
    const titles = [
      ...above
        .slice(1)
        .map((node) => titleOf(node.fields.get('title')))
        .filter(Boolean),
      titleOf(fields.get('title')),
    ]
    const group = this.#groupOf({ file: location?.file ?? '', titles, variant: this.#project.name }, id)
    const test: Repeat = {
      expectedStatus: 'passed',
      annotations: notesOf(fields.get('annotations')),
      tags: listOf(fields.get('tags')).map(titleOf),
      ...(location && { location }),
      results: [],
      index: wholeOf(fields.get('repeatEachIndex')) ?? 0,
      left: this.#tries.get(id) ?? 0,
      group,
    }
    group.repeats.push(test)
    this.#tests.set(id, test)
  }

  event(method: string, params: unknown, line: number): void {
    const fields = fieldsOf(params)
    const running = () => this.#running.get(titleOf(fields.resultId))
    if (method === 'onStepBegin') running()?.stepBegin(fieldsOf(fields.step))
    else if (method === 'onStepEnd') running()?.stepEnd(fieldsOf(fields.step))
    else if (method === 'onStdIO') running()?.output(fields)
    else if (method === 'onAttach') running()?.attach(this.#attachmentsOf(fields.attachments))
    else if (method === 'onTestBegin') this.#testBegin(fieldsOf(fields.result), line)
    else if (method === 'onTestEnd') this.#testEnd(fieldsOf(fields.test), fieldsOf(fields.result), line)
    else if (method === 'onError') this.#error(fields.error)
    else if (method === 'onBlobReportMetadata') this.#metadata(fields)
    else if (method === 'onConfigure') this.#configure(fieldsOf(fields.config))
    else if (method === 'onEnd') this.#end = fieldsOf(fields.result)
  }

  /** All events are read. */
  end(): void {
    if (!this.#end)
      throw new ReportProblem('it has no end event: the run was killed, or the file was cut off')
    const { status, startTime, duration } = this.#end
    const startedAt = dateOf(startTime, this.#sink)
    this.#sink.run({
      tool: 'playwright',
      ...(startedAt !== undefined && { startedAt }),
      durationMs: durationOf(duration, this.#sink),
    })
    const why = whyNotBegun(status, this.#hasBailed)
    for (const group of this.#groups.values()) this.#tell(group, why)
    if (status === 'interrupted') this.#sink.error({ message: INTERRUPTED })
    else if (status !== 'passed' && !this.#hasFailed) this.#sink.error({ message: FAILED_BY_FLAKES })
  }

  #metadata({ version, pathSeparator }: Fields): void {
    if (typeof version === 'number' && version > KNOWN_VERSION)
      this.#sink.warning(
        `Its version ${version} is newer than the supported version (${KNOWN_VERSION}): data may be missing.`,
      )
    if (pathSeparator === '\\') this.#separator = '\\'
  }

  #configure({ rootDir, version, metadata }: Fields): void {
    this.#rootDir = this.#slashed(titleOf(rootDir))
    this.#sink.run({ tool: 'playwright', ...(typeof version === 'string' && { toolVersion: version }) })
    if (fieldsOf(metadata).svc === REPORTED)
      this.#sink.warning('The original run already reported these results: the tests will count twice.')
  }

  #testBegin(result: Fields, line: number): void {
    this.#running.set(titleOf(result.id), new Running(result, this.#sink, line))
  }

  #testEnd(params: Fields, result: Fields, line: number): void {
    const id = titleOf(params.testId)
    const test = this.#tests.get(id)
    const resultId = titleOf(result.id)
    const running = this.#running.get(resultId)
    if (!test || !running)
      throw new ReportProblem(`the test ${JSON.stringify(id.slice(0, 100))} ends without a beginning`)
    this.#running.delete(resultId)
    running.attach(this.#attachmentsOf(result.attachments))
    test.expectedStatus = textOf(params.expectedStatus) ?? test.expectedStatus
    const notes = notesOf(params.annotations)
    if (notes.length > 0) test.annotations = notes
    test.results.push(running.end(result, this.#sink, line))
    test.left -= 1
    if (test.group.repeats.every(({ left, results }) => left === 0 && results.length > 0)) {
      this.#groups.delete(test.group.key)
      this.#tell(test.group)
    }
  }

  #tell({ name, repeats }: Group, why?: NonNullable<AttemptDetail['skip']>): void {
    const ordered = repeats.toSorted((one, other) => one.index - other.index)
    const attempts = ordered.flatMap((test) => {
      if (test.results.length === 0 && why) return [toNotBegun(test, test.index, why)]
      return toAttempts(test, test.index, this.#sink)
    })
    this.#hasFailed ||= resultOf(attempts) === 'failed'
    this.#sink.test(name, attempts)
    for (const test of repeats) test.results = []
  }

  #groupOf(name: ReportedName, id: string): Group {
    const key = this.#keyOf(name, id)
    const known = this.#groups.get(key)
    if (known) return known
    const group: Group = { key, name, repeats: [] }
    this.#groups.set(key, group)
    return group
  }

  /** Only repeats share a group, because Playwright has no two tests of one name in a file. */
  #keyOf(name: ReportedName, id: string): string {
    return this.#project.repeatEach > 1 ? JSON.stringify([name.variant, name.file, name.titles]) : id
  }

  #error(error: unknown): void {
    const failure = toFailure(error)
    this.#hasFailed = true
    this.#hasBailed ||= failure.message.startsWith('Testing stopped early')
    this.#sink.error(failure, failure.location?.file)
  }

  /** Attachments are only read from the archive: their paths never lead to the disk. */
  #attachmentsOf(value: unknown): RecordedAttachment[] {
    return listOf(value).map((each) => {
      const { name, contentType, path, base64 } = fieldsOf(each)
      const attachment: RecordedAttachment = {
        name: titleOf(name),
        contentType: textOf(contentType) ?? 'application/octet-stream',
      }
      const entry = this.#blob.entries.get(titleOf(path))
      if (typeof base64 === 'string') {
        const body = Buffer.from(base64, 'base64')
        return { ...attachment, body, sizeBytes: body.length }
      }
      if (!entry || entry.sizeBytes > LIMITS.artifactBytes) return attachment
      const file = this.#source.path
      return { ...attachment, sizeBytes: entry.sizeBytes, read: () => readWhole(file, entry) }
    })
  }

  #locationOf(value: unknown) {
    const location = toLocation(value)
    if (!location) return undefined
    const file = this.#slashed(location.file)
    const isAbsolute = file.startsWith('/') || /^[A-Za-z]:\//.test(file)
    return { ...location, file: isAbsolute || this.#rootDir === '' ? file : `${this.#rootDir}/${file}` }
  }

  #slashed(path: string): string {
    return this.#separator === '\\' ? path.replaceAll('\\', '/') : path
  }
}

const whyNotBegun = (status: unknown, hasBailed: boolean): NonNullable<AttemptDetail['skip']> => {
  if (hasBailed) return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (status === 'interrupted') return { kind: 'interrupted' }
  if (status === 'timedout') return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}
