import {
  type AttemptDetail,
  type AttemptStatus,
  type Failure,
  LIMITS,
  orderCtrfAttempts,
  readCtrfEnvironment,
  readCtrfStatus,
  readCtrfTool,
  reportedPath,
} from '@svc/protocol'
import { slugOf } from '../../people/projects/find-or-make.ts'
import { list, maybe, number, object, oneOf, type Place, present, refuse, text, whole } from './check.ts'
import { type Drafted, type DraftedTest, type Keep, readTests } from './drafted.ts'
import { LONGEST_MS } from './read-entry.ts'

/** Common Test Report Format, https://ctrf.io. */
const STATUS: Record<'passed' | 'failed' | 'skipped' | 'pending' | 'other', AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  other: 'skipped',
}
const STATUSES = Object.keys(STATUS) as (keyof typeof STATUS)[]

export const isCtrf = (document: Record<string, unknown>): boolean =>
  document.reportFormat === 'CTRF' ||
  (typeof document.results === 'object' && document.results !== null && 'tests' in document.results)

/** Reads a CTRF report; its `environment` contains the facts of CI, branch and commit. */
export function readCtrf(
  document: Record<string, unknown>,
  given: Iterable<unknown[]> | null,
  keep: Keep,
): Drafted {
  const results = object('results', document.results)
  const tool = object('results.tool', results.tool)
  const summary = maybe('results', results, 'summary', object) ?? {}
  const start = maybe('results.summary', summary, 'start', (field, ms) => number(field, ms))
  const stop = maybe('results.summary', summary, 'stop', (field, ms) => number(field, ms))
  const environment = maybe('results', results, 'environment', object) ?? {}
  return {
    open: present({
      ...readEnvironmentOf(environment),
      runner: readTool(tool),
      startedAt: start || undefined,
    }) as Drafted['open'],
    tests: readTests('results.tests', results.tests, given, (field, test) => readTest(field, test, keep)),
    errors: [],
    end: start && stop && stop >= start ? { durationMs: Math.min(stop - start, LONGEST_MS) } : {},
  }
}

function readTool(tool: Record<string, unknown>): Drafted['open']['runner'] {
  const place = 'results.tool'
  const version = maybe(place, tool, 'version', cut(LIMITS.nameBytes))
  const read = readCtrfTool(cut(LIMITS.nameBytes)(`${place}.name`, tool.name), version)
  return read ?? refuse(`${place}.name`, 'a non-empty string', tool.name)
}

function readEnvironmentOf(environment: Record<string, unknown>): Partial<Drafted['open']> {
  const place = 'results.environment'
  const storable = Object.entries(environment).map(([name, value]) => [
    name,
    typeof value === 'string' ? text(place, value, Number.MAX_SAFE_INTEGER) : value,
  ])
  const reported = readCtrfEnvironment(Object.fromEntries(storable))
  const { commit, branch, repository, project, build, ci, environment: facts } = reported
  return present({
    project: slugOf(project ?? repository),
    build,
    code: present({ testedSha: commit, headSha: commit, branch, repository }),
    ci,
    environment: facts,
  }) as Partial<Drafted['open']>
}

function readTest(place: Place, value: unknown, keep: Keep): DraftedTest {
  const test = readCtrfStatus(object(place, value))
  const name = text(`${place}.name`, test.name, LIMITS.titleBytes)
  const tags = readTags(`${place}.tags`, test.tags)
  const last = present({
    status: STATUS[oneOf(`${place}.status`, test.status, STATUSES)],
    durationMs: maybe(place, test, 'duration', (field, ms) => number(field, ms, 0, LONGEST_MS)) ?? 0,
    startedAt: maybe(place, test, 'start', (field, ms) => number(field, ms)) || undefined,
    detail: keep(
      present({ ...detailOf(place, test), tags: tags.length > 0 ? tags : undefined }) as AttemptDetail,
    ),
  }) as DraftedTest['attempts'][number]
  const earlier = (
    maybe(place, test, 'retryAttempts', (field, all) => list(field, all, LIMITS.attempts)) ?? []
  ).map((attempt, i) => readAttempt(`${place}.retryAttempts[${i}]`, attempt, keep))
  return {
    file: maybe(place, test, 'filePath', path) ?? '',
    titles: [...suiteOf(`${place}.suite`, test.suite), name],
    variant: maybe(place, test, 'browser', short) ?? '',
    attempts: withLast(
      earlier,
      last,
      test.flaky === true ? Math.max(1, Number(test.retries) || 0) : test.retries,
      keep,
    ),
  }
}

/** Tools disagree about whether the list of attempts includes the last one; the number of retries decides. */
function withLast(
  earlier: DraftedTest['attempts'],
  last: DraftedTest['attempts'][number],
  retries: unknown,
  keep: Keep,
): DraftedTest['attempts'] {
  const hasLast = typeof retries === 'number' && earlier.length === retries + 1
  const attempts = hasLast ? [...earlier.slice(0, -1), last] : [...earlier, last]
  // The report omits the attempt before the retry; record it as failed, so that a flaky test stays
  // flaky.
  if (attempts.length === 1 && typeof retries === 'number' && retries > 0 && last.status === 'passed')
    attempts.unshift({
      status: 'failed',
      durationMs: 0,
      detail: keep({
        errors: [{ message: 'Failed before it was retried; the report does not say how.' }],
      }),
    } as DraftedTest['attempts'][number])
  return orderCtrfAttempts(attempts).slice(-LIMITS.attempts)
}

function readAttempt(place: Place, value: unknown, keep: Keep): DraftedTest['attempts'][number] {
  const attempt = readCtrfStatus(object(place, value))
  return present({
    status: STATUS[oneOf(`${place}.status`, attempt.status, STATUSES)],
    durationMs: maybe(place, attempt, 'duration', (field, ms) => number(field, ms, 0, LONGEST_MS)) ?? 0,
    startedAt: maybe(place, attempt, 'start', (field, ms) => number(field, ms)) || undefined,
    detail: keep(detailOf(place, attempt)),
  }) as DraftedTest['attempts'][number]
}

function detailOf(place: Place, from: Record<string, unknown>): AttemptDetail {
  const failure = present({
    message: maybe(place, from, 'message', cut(LIMITS.messageBytes)),
    stack: maybe(place, from, 'trace', cut(LIMITS.stackBytes)),
    snippet: maybe(place, from, 'snippet', cut(LIMITS.snippetBytes)),
  })
  const failed = from.status === 'failed'
  const line = maybe(place, from, 'line', (field, n) => whole(field, n))
  const file = maybe(place, from, 'filePath', path)
  return present({
    errors: failed
      ? [{ ...failure, message: failure.message ?? 'Failed without a message.' } as Failure]
      : undefined,
    skip:
      from.status === 'pending' || from.status === 'skipped' || from.status === 'other'
        ? present({
            kind: from.status === 'pending' ? 'todo' : 'skip',
            reason:
              failure.message?.slice(0, 1000) ??
              (from.status === 'other' ? 'The report says "other".' : undefined),
          })
        : undefined,
    location: file && line && failed ? { file, line } : undefined,
    attachments: attachmentsOf(`${place}.attachments`, from.attachments),
    stdout: outputOf(`${place}.stdout`, from.stdout),
    stderr: outputOf(`${place}.stderr`, from.stderr),
  }) as AttemptDetail
}

function attachmentsOf(place: Place, value: unknown): AttemptDetail['attachments'] {
  if (value === undefined || value === null) return undefined
  return list(place, value, LIMITS.attachments).map((one, i) => {
    const attachment = object(`${place}[${i}]`, one)
    return present({
      name: text(`${place}[${i}].name`, attachment.name),
      contentType: maybe(`${place}[${i}]`, attachment, 'contentType', short) ?? 'application/octet-stream',
      path: maybe(`${place}[${i}]`, attachment, 'path', (field, path) => text(field, path)),
    }) as NonNullable<AttemptDetail['attachments']>[number]
  })
}

/** The specification requires a list of names; older tools wrote a string. */
function suiteOf(place: Place, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'string') {
    const parts = value.split(' > ', LIMITS.titleDepth + 1)
    if (parts.length > LIMITS.titleDepth) refuse(place, `at most ${LIMITS.titleDepth} names`)
    return parts.map((title) => text(place, title, LIMITS.titleBytes))
  }
  return list(place, value, LIMITS.titleDepth).map((title, i) =>
    text(`${place}[${i}]`, title, LIMITS.titleBytes),
  )
}

const readTags = (place: Place, value: unknown): string[] =>
  value === undefined || value === null
    ? []
    : list(place, value, LIMITS.tags).map((tag, i) => short(`${place}[${i}]`, tag).slice(0, 200))

function outputOf(place: Place, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const lines = typeof value === 'string' ? [value] : list(place, value, 100_000).map((line) => String(line))
  // A character takes at least one byte, so the text before it is cut in any case.
  const joined = lines.join('\n').slice(-LIMITS.outputTailBytes)
  return joined === ''
    ? undefined
    : Buffer.from(joined)
        .subarray(-LIMITS.outputTailBytes + 3)
        .toString()
        .replace(/^\uFFFD+/, '')
}

/** Other tools do not know our limits: the server cuts their long texts instead of rejecting them. */
const cut = (bytes: number) => (place: Place, value: unknown) => {
  // A character takes at least one byte; one more byte shows that the text continues.
  const begin = typeof value === 'string' ? value.slice(0, bytes + 1) : value
  const whole = text(place, begin, Number.MAX_SAFE_INTEGER)
  return Buffer.byteLength(whole) <= bytes
    ? whole
    : withoutTorn(
        Buffer.from(whole)
          .subarray(0, bytes - 3)
          .toString(),
      )
}

/** Cutting bytes leaves at most one incomplete character, which decodes to replacement characters. */
function withoutTorn(text: string): string {
  let end = text.length
  while (text[end - 1] === '\uFFFD') end--
  return text.slice(0, end)
}

const short = (place: Place, value: unknown) => text(place, value, 1_000)

const path = (place: Place, value: unknown) => reportedPath(text(place, value))
