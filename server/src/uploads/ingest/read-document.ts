import { createHash } from 'node:crypto'
import { type DocumentResult, type ExecutionDocument, type Group, LIMITS, type Open } from '@svc/protocol'
import { isUuid } from '../../ground/kernel/id.ts'
import { boundTitles, list, object, type Place, present, refuse } from './check.ts'
import { type Drafted, type DraftedTest, type Keep, readTests } from './drafted.ts'
import { listOf, numberOf, optional, type Read, type Reading, record, textOf, wholeOf } from './fields.ts'
import { parseDocument } from './parse-document.ts'
import { isCtrf, readCtrf } from './read-ctrf.ts'
import {
  DETAIL,
  keepDetail,
  LONGEST_MS,
  readDuration,
  readError,
  readOutcome,
  readStatus,
} from './read-entry.ts'
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

const DOCUMENT: Reading = { isStrict: true, stepsLeft: 0 }

/** Reads a whole execution from one JSON document, svc's own or CTRF, as a journal of one piece. */
export function readDocument(body: Uint8Array, defaults: DocumentDefaults, receivedAt: number): ReadBody {
  const { document, tests } = parseDocument(body)
  const reasons = new Reasons()
  const isForeign = isCtrf(document)
  const keep: Keep = (detail) => keepDetail(detail, reasons)
  const drafted = isForeign ? readCtrf(document, tests, keep) : readOwn(document, tests, keep, reasons)
  // Users cannot correct the tool behind a foreign report: accept it with a warning.
  if (!isForeign) requirePast(drafted.open.startedAt, receivedAt)
  // The query follows the rules of the document.
  const given = readDefaults('query', { ...defaults }, DOCUMENT)
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

/** The names of a suite, a build and so on, in a document and in the query beside it. */
const NAMES = {
  project: optional(slug),
  suite: optional(textOf(200)),
  build: optional(textOf(500)),
  attempt: optional(wholeOf(1, LIMITS.attempt)),
}

const readDefaults = record<DocumentDefaults>({
  ...NAMES,
  branch: optional(textOf(1_000)),
  commit: optional(sha),
  leg: optional(textOf(200)),
  variant: optional(textOf()),
})

/** Its own readers check `id` and `results`. */
type Top = Omit<ExecutionDocument, 'id' | 'part' | 'results'> & {
  id?: unknown
  part?: Open['part']
  results?: unknown
}

const asItIs: Read<unknown> = (_place, value) => value

const readTop = record<Top>({
  id: optional(asItIs),
  ...NAMES,
  runAttempt: optional(wholeOf(1, LIMITS.runAttempt)),
  // Missing fields are those of a single part.
  part: optional((place, value, reading) => readPart(place, { ...SINGLE, ...object(place, value) }, reading)),
  code: optional(readCode),
  ci: optional(readCi),
  runner: optional(record<Open['runner']>({ name: textOf(100), version: optional(textOf(100)) })),
  environment: optional(readEnvironment),
  tags: optional(tags),
  codeowners: optional(readCodeowners),
  startedAt: optional(numberOf()),
  durationMs: optional(readDuration),
  status: optional(readOutcome),
  results: optional(asItIs),
  errors: optional((place, value, reading) =>
    list(place, value, 1_000).map((error, i) => readError(`errors[${i}]`, error, reading)),
  ),
})

const SINGLE = { job: '', package: '', config: '', leg: 'default' }

function readOwn(
  document: Record<string, unknown>,
  given: Iterable<unknown[]> | null,
  keep: Keep,
  reasons: Reasons,
): Drafted {
  const { id: _, results, errors = [], status, durationMs, ...open } = readTop('body', document, DOCUMENT)
  return {
    open: { runner: { name: 'document' }, ...open },
    tests: readTests('results', results, given, (place, value) => readTest(place, value, keep)),
    errors: errors.map(({ file = null, failure }) => ({ file, reason: reasons.error(failure) })),
    end: present({ status, durationMs }),
  }
}

const titlesOf = listOf(textOf(LIMITS.titleBytes), LIMITS.titleDepth + 1)

const readTitles: Read<string[]> = (place, value, reading) => {
  const titles = titlesOf(place, value, reading)
  if (titles.length === 0) refuse(place, 'at least one title')
  return boundTitles(place, titles)
}

type Try = NonNullable<DocumentResult['attempts']>[number]

const readTry = record<Try>({
  status: readStatus,
  durationMs: (place, value, reading) => readDuration(place, value ?? 0, reading),
  startedAt: optional(numberOf()),
  ...DETAIL,
})

const readResult = record<DocumentResult>({
  file: textOf(),
  titles: readTitles,
  variant: optional(textOf()),
  status: optional(readStatus),
  durationMs: optional(readDuration),
  startedAt: optional(numberOf()),
  attempts: optional(listOf(readTry, LIMITS.attempts)),
  ...DETAIL,
})

function readTest(place: Place, value: unknown, keep: Keep): DraftedTest {
  const { file, titles, variant = '', attempts, ...only } = readResult(place, value, DOCUMENT)
  if (attempts?.length === 0) refuse(`${place}.attempts`, 'at least one attempt')
  const { status } = only
  if (attempts && status) refuse(place, 'either "attempts" or "status" and "durationMs"')
  const numbered = only.occurrence === undefined ? {} : { occurrence: only.occurrence }
  return {
    file,
    titles,
    variant,
    attempts: attempts
      ? attempts.map((attempt) => draftTry({ ...attempt, ...numbered }, keep))
      : [draftTry({ durationMs: 0, ...only, status: status ?? refuseStatus(place) }, keep)],
  }
}

const refuseStatus = (place: Place) => readStatus(`${place}.status`, undefined, DOCUMENT)

const draftTry = ({ status, durationMs, startedAt, ...detail }: Try, keep: Keep) =>
  present({ status, durationMs, startedAt, detail: keep(detail) }) as DraftedTest['attempts'][number]

function completeOpen(
  { open, end }: Drafted,
  defaults: DocumentDefaults,
  receivedAt: number,
  id: () => string,
): Open {
  const code = present({ ...open.code, branch: defaults.branch ?? open.code?.branch }) as Open['code']
  if (defaults.commit !== undefined)
    Object.assign(code, { testedSha: defaults.commit, headSha: defaults.commit })
  const part = open.part ?? SINGLE
  const build = defaults.build ?? open.build
  const attempt = defaults.attempt ?? open.attempt
  if (!build && attempt !== undefined && attempt > 1)
    refuse('body.build', 'the build of the earlier attempt, because "attempt" joins it', build)
  const journal = id()
  return present({
    ...open,
    journal,
    project: defaults.project ?? open.project,
    suite: (defaults.suite ?? open.suite) || 'default',
    build: build || journal,
    solitary: build ? undefined : true,
    runAttempt: open.runAttempt ?? 1,
    attempt: attempt === 1 ? undefined : attempt,
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
