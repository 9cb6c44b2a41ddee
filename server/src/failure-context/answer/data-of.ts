import { cutPair, type Failure } from '@svc/protocol'
import { cutText } from '../../kernel/cut-text.ts'
import { firstLine } from '../../kernel/first-line.ts'
import { withClass } from '../../results/error-text.ts'
import type { ClusterData, ClusterDraft } from '../clusters/draft.ts'
import { levelOf, type Shown } from './render-cluster.ts'
import { messageOf, withoutRepeats, wordingsOf } from './render-error.ts'

/** The number of equal characters around a difference of two long values. */
const CONTEXT = 80

/** A cluster for programs, with the same detail as its text. */
export function dataOf(cluster: ClusterDraft, shown: Shown): ClusterData {
  const level = levelOf(shown)
  const { detail, judged } = cluster
  const isLine = level === 'line'
  const isBrief = level === 'brief'
  const isFull = level === 'full'
  const failure = detail?.failure ?? null
  const frame = detail?.frames[0] ?? null
  const data: ClusterData = {
    rank: cluster.rank,
    detail: level,
    fingerprint: cluster.fingerprint,
    execution: cluster.execution,
    suite: cutText(cluster.suite, 100),
    verdict: cluster.verdict,
    tests: cluster.tests,
    errors: cluster.errors,
    stopped: cluster.stopped,
    files: cluster.files,
    message: cutText(
      isLine ? firstLine(messageOf(cluster)) : withoutRepeats(messageOf(cluster)),
      isLine ? 120 : isBrief ? 300 : isFull ? 2_000 : 900,
    ),
    place: frame && { ...frame, file: cutText(frame.file, 300), name: cutText(frame.name, 100) },
    sample: cluster.sample.slice(0, isLine ? 0 : isFull ? 5 : 1).map((test) => ({
      ...test,
      titles: test.titles.slice(-6).map((title) => cutText(title, 200)),
    })),
  }
  if (cluster.lease) data.lease = cluster.lease
  if (isLine) return data
  const documents = (detail?.documents ?? [])
    .filter(({ source }) => source === 'tie' || !isBrief)
    .slice(0, isFull ? 4 : isBrief ? 1 : 2)
  if (documents.length > 0)
    data.documents = documents.map(({ excerpt, cause, fix, ...document }) => ({
      ...document,
      cause: cause && cutText(cause, 400),
      fix: fix && cutText(fix, 400),
      excerpt: excerpt && shown === 'quoted' ? cutText(excerpt, 600) : null,
    }))
  data.judged = judged && {
    ...judged,
    because: cutText(judged.because, 400),
    evidence: judged.evidence.slice(0, isFull ? 4 : 0),
  }
  const { cause, errors = [] } = failure ?? {}
  const causes = [...(cause ? [cause] : []), ...errors].map((error) =>
    cutText(firstLine(withClass(error.message, error)), isBrief ? 150 : 300),
  )
  if (causes.length > 0) data.causes = isBrief ? causes.slice(0, 1) : causes
  if (isBrief || detail === null) return data
  data.verdicts = cluster.verdicts
  if (failure?.snippet) data.snippet = cutText(failure.snippet, isFull ? 1_600 : 800)
  Object.assign(data, comparedValues(failure, isFull ? 1_000 : 300))
  if (detail.attempts.length > 0)
    data.attempts = detail.attempts.slice(0, 6).map((attempt) => ({
      ...attempt,
      error: isFull && attempt.error ? cutText(attempt.error, 160) : null,
    }))
  data.legs = cluster.legs.slice(0, 6)
  if (detail.owners.length > 0) data.owners = detail.owners
  if (detail.firstSeen) data.firstSeen = detail.firstSeen
  if (detail.changed) data.changed = detail.changed
  if (detail.artifacts.length > 0)
    data.artifacts = detail.artifacts
      .slice(0, isFull ? 5 : 3)
      .map(({ text, ...artifact }) => ({ ...artifact, text: text && cutText(text, isFull ? 1_500 : 300) }))
  if (!isFull) return data
  if (cluster.wordings.length > 0) data.wordings = wordingsOf(cluster).map((wording) => cutText(wording, 160))
  if (detail.frames.length > 1)
    data.stack = detail.frames.map(({ file, line, name }) => cutText(`${name} ${file}:${line}`.trim(), 200))
  if (detail.step) data.step = cutText(detail.step, 200)
  if (detail.output) data.output = detail.output.slice(-900).toWellFormed()
  if (detail.lastSeen) data.lastSeen = detail.lastSeen
  return data
}

/** The values that an assertion compared, cut around their differences. */
function comparedValues(failure: Failure | null, length: number): Pick<ClusterData, 'expected' | 'actual'> {
  const { expected, actual } = failure ?? {}
  const [wanted, got] = cutPair(expected ?? '', actual ?? '', length, CONTEXT)
  return {
    ...(expected !== undefined && { expected: cutText(wanted, length) }),
    ...(actual !== undefined && { actual: cutText(got, length) }),
  }
}
