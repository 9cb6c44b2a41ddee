import type { Failure, Step } from '@svc/protocol'
import type { Context } from '../../../ground/kernel/context.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { seenIn } from '../../../history/failures/cluster-facts.ts'
import { readSeen } from '../../../history/failures/cluster-runs.ts'
import { artifactUrl } from '../../../results/artifacts/artifact-url.ts'
import { readChangedFiles } from '../../../results/executions/changed-files.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readParts } from '../../../results/executions/read-parts.ts'
import { ownersOf } from '../../../results/owners/owners-of.ts'
import { errorLineIn, ownFrames } from '../../../results/results/error-location.ts'
import { type FailureDetail, readFailureDetails } from '../../../results/results/failure-details.ts'
import { readResults } from '../../../results/results/read-results.ts'
import type { DetailedAttempt } from '../../../results/results/to-attempt.ts'
import { readLastAttached } from '../../pull-requests/read-last-attached.ts'
import { changesNear } from './changes-near.ts'
import type { ClusterFailure } from './cluster-failures.ts'
import type { AttachedDraft, ClusterDetail, ClusterDraft } from './draft.ts'

interface Shown {
  draft: ClusterDraft
  /** The failure that represents the cluster. */
  first: ClusterFailure
}

const MOST_FRAMES = 8
const MOST_OWNERS = 5
const MOST_ATTACHED = 12
const MOST_OTHERS = 2
const OTHER_LENGTH = 1_000
/** The number of characters of an attempt's output. */
const OUTPUT_LENGTH = 3_000

/** Fills in the details of these clusters of an execution. */
export async function readDetails(ctx: Context, head: ExecutionRow, shown: Shown[]): Promise<void> {
  const { store } = ctx
  const [detailOf, { infos }, changes, ownersOfFile, seen] = await Promise.all([
    readFailureDetails(
      store,
      head,
      shown.map(({ first }) => first),
    ),
    readParts(store, head.id),
    readChangedFiles(store, head.id),
    ownersOf(store, head.codeowners_id),
    readSeenOf(ctx, head, shown),
  ])
  const found = shown.map(({ first }) => detailOf(first))
  const triedAt = await readTried(ctx, head, infos, found)
  const failedAt = new Map(
    found.flatMap((detail, at) => {
      const entry = triedAt.get(`${shown[at]?.first.test?.testId}/${detail?.part}`)?.failedEntry
      return detail && entry != null ? [[`${detail.testId}/${detail.part}`, entry] as const] : []
    }),
  )
  const artifacts = await readArtifacts(ctx, head, found, failedAt)
  const own = seenIn({ ...head, sha: head.head_sha ?? head.tested_sha }, '')
  for (const [at, { draft, first }] of shown.entries()) {
    const detail = found[at]
    const tried = detail && triedAt.get(`${first.test?.testId}/${detail.part}`)
    const others = tried?.others ?? []
    const failure = detail ? placedBy(detail.failure, others) : null
    const frames = failure === null ? [] : framesOf(failure)
    const { firstSeen = own, lastSeen = own } = seen.get(draft.fingerprint) ?? {}
    draft.detail = {
      failure: failure && cutFailure(failure),
      others: others.map(({ message }) => message.slice(0, OTHER_LENGTH).toWellFormed()),
      frames,
      testLine: failure && draft.file !== null ? errorLineIn(draft.file, failure) : null,
      attempts: tried?.attempts ?? [],
      step: tried?.step ?? null,
      output: tried?.output ?? null,
      owners: [
        ...new Set([draft.file, frames[0]?.file].flatMap((file) => (file ? ownersOfFile(file) : []))),
      ].slice(0, MOST_OWNERS),
      firstSeen: sightingOf(firstSeen.at <= own.at ? firstSeen : own),
      lastSeen: sightingOf(lastSeen.at >= own.at ? lastSeen : own),
      changed: changes && changesNear(changes, frames, draft.file),
      artifacts: detail ? (artifacts.get(`${detail.testId}/${detail.part}`) ?? []) : [],
      documents: [],
    }
  }
}

const sightingOf = ({
  at,
  branch,
  commit,
}: {
  at: string
  branch: string | null
  commit: string | null
}) => ({
  at,
  branch,
  commit,
})

/** A failure without a place, such as a timeout, with that of another error of its attempt. */
function placedBy(failure: Failure, others: Failure[]): Failure {
  if (framesOf(failure).length > 0) return failure
  const { stack, location, snippet, frames } = others.find((other) => framesOf(other).length > 0) ?? {}
  return {
    ...failure,
    ...(stack !== undefined && { stack }),
    ...(location && { location }),
    ...(snippet !== undefined && failure.snippet === undefined && { snippet }),
    ...(frames && failure.frames === undefined && { frames }),
  }
}

/** The frames of the stack, or the location that the runner reported. */
function framesOf(failure: Failure): ClusterDetail['frames'] {
  const frames = ownFrames(failure, MOST_FRAMES).map(({ file, line, name }) => ({ file, line, name }))
  if (frames.length > 0) return frames
  if (failure.location) return [{ file: failure.location.file, line: failure.location.line, name: '' }]
  return failure.cause ? framesOf(failure.cause) : []
}

/** A failure without its stack, whose frames are read separately, and with fewer causes. */
function cutFailure({ stack: _stack, cause, errors, ...failure }: Failure, depth = 3): Failure {
  return {
    ...failure,
    ...(cause && depth > 0 ? { cause: cutFailure(cause, depth - 1) } : {}),
    ...(errors && depth > 0
      ? { errors: errors.slice(0, 3).map((error) => cutFailure(error, depth - 1)) }
      : {}),
  }
}

type Tried = Pick<ClusterDetail, 'attempts' | 'step' | 'output'> & {
  /** Errors of the last failed attempt behind its first one. */
  others: Failure[]
  /** The entry of the last failed attempt in its journal; null if that attached nothing. */
  failedEntry: number | null
}

/** The attempts behind these failures, by `<test>/<part>`. */
async function readTried(
  { store }: Context,
  head: ExecutionRow,
  parts: Awaited<ReturnType<typeof readParts>>['infos'],
  details: (FailureDetail | undefined)[],
): Promise<Map<string, Tried>> {
  const places = details.flatMap((detail) =>
    detail && detail.testId !== null ? [[detail.testId, detail.part] as const] : [],
  )
  const tried = new Map<string, Tried>()
  if (places.length > 0) {
    const wanted = { executionId: head.id, parts, statuses: null, places, after: null }
    for await (const { results } of readResults(store, { ...wanted, limit: Number.MAX_SAFE_INTEGER }))
      for (const { testId, part, attempts } of results) tried.set(`${testId}/${part}`, triedIn(attempts))
  }
  return tried
}

/** Attempts, the failed step and the output of the last failed one. */
function triedIn(attempts: DetailedAttempt[]): Tried {
  const last = attempts.findLast(({ status }) => status === 'failed' || status === 'timedOut')
  return {
    attempts: attempts.map(({ status, durationMs, errors }) => ({
      status,
      durationMs: Math.round(durationMs),
      error: errors?.[0] ? firstLine(errors[0].message).slice(0, 300).toWellFormed() : null,
    })),
    step: failedStep(last?.steps ?? []),
    others: (last?.errors ?? []).slice(1, 1 + MOST_OTHERS),
    failedEntry: last?.attachments?.[0]?.place.entry ?? null,
    output:
      [last?.stdout, last?.stderr].filter(Boolean).join('\n').slice(-OUTPUT_LENGTH).toWellFormed() || null,
  }
}

/** The innermost failed step, with the steps around it. */
function failedStep(steps: Step[]): string | null {
  const failed = steps.find((step) => step.error !== undefined)
  if (!failed) return null
  const inner = failedStep(failed.steps ?? [])
  return inner === null ? failed.title : `${failed.title} › ${inner}`
}

/** When each of these clusters was first and last seen, of all time. */
async function readSeenOf(ctx: Context, head: ExecutionRow, shown: Shown[]) {
  const fingerprints = [...new Set(shown.map(({ draft }) => draft.fingerprint))]
  const rows = await ctx.store.read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint'])
    .where('project_id', '=', head.project_id)
    .where(isOneOf(ctx.store.dialect, 'fingerprint', fingerprints))
    .execute()
  if (rows.length === 0) return new Map<string, never>()
  const seen = await readSeen(
    ctx,
    rows.map((row) => row.id),
  )
  return new Map(
    rows.flatMap((row) => {
      const own = seen.get(row.id)
      return own ? [[row.fingerprint, own] as const] : []
    }),
  )
}

/** Artifacts of the last failed attempt, else of the last that attached any, by `<test>/<part>`. */
async function readArtifacts(
  { store, baseUrl }: Context,
  head: ExecutionRow,
  details: (FailureDetail | undefined)[],
  failedAt: ReadonlyMap<string, number>,
): Promise<Map<string, AttachedDraft[]>> {
  const attached = await readLastAttached(store, head.id, details, (place) => failedAt.get(place))
  return new Map(
    attached.map(([place, last]) => [
      place,
      onceEach(last)
        .slice(0, MOST_ATTACHED)
        .map((row) => ({
          id: row.public_id,
          name: row.name,
          contentType: row.content_type,
          sizeBytes: row.size_bytes,
          url: artifactUrl(baseUrl, row.public_id),
          text: null,
        })),
    ]),
  )
}

/** Playwright attaches the context of an error once for each error of the attempt. */
const onceEach = <Row extends { name: string; file_id: number | null; public_id: string }>(
  rows: Row[],
): Row[] =>
  [
    ...new Map(rows.toReversed().map((row) => [`${row.name}/${row.file_id ?? row.public_id}`, row])).values(),
  ].toReversed()
