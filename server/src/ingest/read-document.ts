import { createHash } from 'node:crypto'
import { type AttemptStatus, type Group, LIMITS, type Open } from '@svc/protocol'
import { isUuid } from '../kernel/id.ts'
import {
  list,
  maybe,
  number,
  object,
  oneOf,
  only,
  type Place,
  present,
  refuse,
  text,
  whole,
} from './check.ts'
import {
  CI,
  CODE,
  CODEOWNERS,
  DETAIL,
  DOCUMENT,
  OUTSIDE_ERROR,
  PART,
  RESULT,
  RUNNER,
  strictly,
} from './document-fields.ts'
import { type Drafted, type DraftedTest, type Keep, readTests } from './drafted.ts'
import { keepDetail } from './keep-detail.ts'
import { parseDocument } from './parse-document.ts'
import { isCtrf, readCtrf } from './read-ctrf.ts'
import { LONGEST_MS, readDetail, readFailure } from './read-entry.ts'
import {
  journalId,
  readCi,
  readCode,
  readCodeowners,
  readEnvironment,
  readPart,
  sha,
  slug,
  tags,
} from './read-open.ts'
import { Reasons } from './reasons.ts'
import type { KeptDetail, KeptEntry, ReadBody } from './segment.ts'
import { shortKey } from './short-key.ts'
import { AHEAD_MS } from './start-time.ts'
import type { DocumentDefaults } from './upload-processor.ts'

const STATUSES: readonly AttemptStatus[] = ['passed', 'failed', 'timedOut', 'interrupted', 'skipped']
const DETAIL_NAMES = Object.keys(DETAIL)

/** Reads a whole execution from one JSON document, svc's own or CTRF, as a journal of one piece. */
export function readDocument(body: Uint8Array, defaults: DocumentDefaults, receivedAt: number): ReadBody {
  const { document, tests } = parseDocument(body)
  const reasons = new Reasons()
  const isForeign = isCtrf(document)
  const keep: Keep = (detail) => keepDetail(detail, reasons)
  const drafted = isForeign ? readCtrf(document, tests, keep) : readOwn(document, tests, keep, reasons)
  // Users cannot correct the tool behind a foreign report: accept it with a warning.
  if (!isForeign) requirePast(drafted.open.startedAt, receivedAt)
  const given = readDefaults(defaults)
  const open = completeOpen(drafted, given, receivedAt, () => idOf(document.id, body, given))
  return { open, ...linesOf(drafted, open, given.variant ?? ''), reasons }
}

/** A start in the future is in another unit, or from a wrong clock. */
function requirePast(startedAt: number | undefined, receivedAt: number): void {
  if (startedAt === undefined || startedAt <= receivedAt + AHEAD_MS) return
  const now = new Date(receivedAt).toISOString()
  const expected = `milliseconds since the epoch, at most a day after the server's clock, which says ${now}`
  refuse('body.startedAt', expected, startedAt)
}

/** The query names the same fields as the document and follows the same rules. */
function readDefaults(defaults: DocumentDefaults): DocumentDefaults {
  const query = { ...defaults }
  return present({
    project: maybe('query', query, 'project', slug),
    suite: maybe('query', query, 'suite', (field, suite) => text(field, suite, 200)),
    build: maybe('query', query, 'build', (field, build) => text(field, build, 500)),
    branch: maybe('query', query, 'branch', (field, branch) => text(field, branch, 1_000)),
    commit: maybe('query', query, 'commit', sha),
    leg: maybe('query', query, 'leg', (field, leg) => text(field, leg, 200)),
    variant: maybe('query', query, 'variant', (field, variant) => text(field, variant)),
  })
}

function readOwn(
  document: Record<string, unknown>,
  given: Iterable<unknown[]> | null,
  keep: Keep,
  reasons: Reasons,
): Drafted {
  only('body', document, Object.keys(DOCUMENT))
  const readOne = strictly(RESULT, (place, value) => readResult(place, value, keep))
  return {
    open: present({
      project: maybe('body', document, 'project', slug),
      suite: maybe('body', document, 'suite', (field, suite) => text(field, suite, 200)),
      build: maybe('body', document, 'build', (field, build) => text(field, build, 500)),
      runAttempt: maybe('body', document, 'runAttempt', (field, n) => whole(field, n, 1, 100_000)),
      part: maybe('body', document, 'part', strictly(PART, readOwnPart)),
      code: maybe('body', document, 'code', strictly(CODE, readCode)),
      ci: maybe('body', document, 'ci', strictly(CI, readCi)),
      runner: maybe('body', document, 'runner', strictly(RUNNER, readRunner)) ?? { name: 'document' },
      environment: maybe('body', document, 'environment', readEnvironment),
      tags: maybe('body', document, 'tags', tags),
      codeowners: maybe('body', document, 'codeowners', strictly(CODEOWNERS, readCodeowners)),
      startedAt: maybe('body', document, 'startedAt', (field, ms) => number(field, ms)),
    }) as Drafted['open'],
    tests: readTests('results', document.results, given, readOne),
    errors: (maybe('body', document, 'errors', (field, all) => list(field, all, 1_000)) ?? []).map(
      (error, i) => {
        const { file = null, failure } = readOwnError(`errors[${i}]`, error)
        return { file, reason: reasons.error(failure) }
      },
    ),
    end: present({
      status: maybe('body', document, 'status', (field, status) =>
        oneOf(field, status, ['passed', 'failed', 'interrupted']),
      ),
      durationMs: maybe('body', document, 'durationMs', (field, ms) => number(field, ms, 0, LONGEST_MS)),
    }) as Drafted['end'],
  }
}

/** Missing fields of a part are those of a single part. */
const readOwnPart = (place: Place, value: unknown) =>
  readPart(place, { job: '', package: '', config: '', leg: 'default', ...object(place, value) })

const readOwnError = strictly(OUTSIDE_ERROR, (place, value) => {
  const error = object(place, value)
  return {
    file: maybe(place, error, 'file', (field, file) => text(field, file)),
    failure: readFailure(`${place}.failure`, error.failure),
  }
})

function readRunner(place: Place, value: unknown) {
  const runner = object(place, value)
  return present({
    name: text(`${place}.name`, runner.name, 100),
    version: maybe(place, runner, 'version', (field, version) => text(field, version, 100)),
  }) as Open['runner']
}

function readResult(place: Place, value: unknown, keep: Keep): DraftedTest {
  const result = object(place, value)
  const attempts = maybe(place, result, 'attempts', (field, all) => list(field, all, LIMITS.attempts))
  if (attempts !== undefined && attempts.length === 0) refuse(`${place}.attempts`, 'at least one attempt')
  if (attempts !== undefined && result.status !== undefined)
    refuse(place, 'either "attempts" or "status" and "durationMs"')
  const occurrence = maybe(place, result, 'occurrence', (field, n) => whole(field, n))
  return {
    file: text(`${place}.file`, result.file),
    titles: readTitles(`${place}.titles`, result.titles),
    variant: maybe(place, result, 'variant', (field, variant) => text(field, variant)) ?? '',
    attempts: (attempts ?? [result]).map((attempt, i) =>
      readTry(attempts ? `${place}.attempts[${i}]` : place, attempt, occurrence, keep),
    ),
  }
}

function readTitles(place: Place, value: unknown): string[] {
  const titles = list(place, value, LIMITS.titleDepth + 1)
  if (titles.length === 0) refuse(place, 'at least one title')
  return titles.map((title, i) => text(`${place}[${i}]`, title, LIMITS.titleBytes))
}

function readTry(
  place: Place,
  value: unknown,
  occurrence: number | undefined,
  keep: Keep,
): DraftedTest['attempts'][number] {
  const attempt = object(place, value)
  const detail = readDetail(place, Object.fromEntries(DETAIL_NAMES.map((name) => [name, attempt[name]])))
  return present({
    status: oneOf(`${place}.status`, attempt.status, STATUSES),
    durationMs: number(`${place}.durationMs`, attempt.durationMs ?? 0, 0, LONGEST_MS),
    startedAt: maybe(place, attempt, 'startedAt', (field, ms) => number(field, ms)),
    detail: keep(occurrence === undefined ? detail : { ...detail, occurrence }),
  }) as DraftedTest['attempts'][number]
}

function completeOpen(
  { open, end }: Drafted,
  defaults: DocumentDefaults,
  receivedAt: number,
  id: () => string,
): Open {
  const code = present({ ...open.code, branch: defaults.branch ?? open.code?.branch }) as Open['code']
  if (defaults.commit !== undefined)
    Object.assign(code, { testedSha: defaults.commit, headSha: defaults.commit })
  const part = open.part ?? { job: '', package: '', config: '', leg: 'default' }
  const build = defaults.build ?? open.build
  const journal = id()
  return present({
    ...open,
    journal,
    project: defaults.project ?? open.project,
    suite: (defaults.suite ?? open.suite) || 'default',
    build: build || journal,
    solitary: build ? undefined : true,
    runAttempt: open.runAttempt ?? 1,
    part: defaults.leg === undefined ? part : { ...part, leg: defaults.leg },
    // A document without the facts of a CI run is local.
    trust: open.ci === undefined ? 'local' : code.fork ? 'fork' : 'ci',
    code,
    client: { name: 'document', version: '1' },
    root: 'git',
    startedAt: open.startedAt ?? receivedAt - (end.durationMs ?? 0),
  }) as Open
}

/** The document's own id, else a hash of its content, so that the upload is idempotent. */
function idOf(id: unknown, body: Uint8Array, defaults: DocumentDefaults): string {
  if (typeof id === 'string' && isUuid(id)) return journalId('id', id)
  if (id !== undefined && id !== null && typeof id !== 'string') refuse('id', 'a string', id)
  const hash = createHash('sha256')
    .update(id === undefined || id === null ? body : `id:${id}`)
    .update(JSON.stringify(defaults))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function linesOf(drafted: Drafted, open: Open, variant: string) {
  const numbers = new Map<string, number>()
  const groups = new Map<number, Group>()
  const entries: KeptEntry[] = []
  const occurrences = new Map<string, number>()
  let failed = drafted.errors.length > 0
  for (const test of drafted.tests) {
    const titles = test.titles.slice(0, -1)
    const title = test.titles.at(-1) ?? ''
    const named = { file: posix(test.file), titles, variant: test.variant || variant }
    const key = shortKey(JSON.stringify(named))
    const group = numbers.get(key) ?? numbers.size
    if (group === numbers.size) {
      numbers.set(key, group)
      groups.set(group, named)
    }
    // Equal names in one document are different tests, distinguished by their order unless the document
    // numbers them.
    const name = `${group}\n${title}`
    const counted = occurrences.get(name) ?? 0
    occurrences.set(name, counted + 1)
    for (const { status, durationMs, startedAt, detail } of test.attempts) {
      const occurrence = detail?.occurrence ?? counted
      const start = Math.max(0, (startedAt ?? open.startedAt) - open.startedAt)
      const whole = occurrence === 0 ? detail : { ...(detail ?? NOTHING), occurrence }
      entries.push(
        whole
          ? ['attempt', group, title, status, start, durationMs, whole]
          : ['attempt', group, title, status, start, durationMs],
      )
    }
    const last = test.attempts.at(-1)?.status
    if (last === 'failed' || last === 'timedOut') failed = true
  }
  for (const error of drafted.errors) entries.push(['error', error])
  entries.push([
    'end',
    {
      status: drafted.end.status ?? (failed ? 'failed' : 'passed'),
      durationMs:
        drafted.end.durationMs ??
        Math.min(
          LONGEST_MS,
          entries.reduce((sum, entry) => sum + (entry[0] === 'attempt' ? entry[5] : 0), 0),
        ),
    },
  ])
  return { groups, entries }
}

const NOTHING: Omit<KeptDetail, 'occurrence'> = { repeat: 0, errors: [], skip: null, rest: null }

const posix = (file: string) => (file.includes('\\') ? file.split('\\').join('/') : file)
