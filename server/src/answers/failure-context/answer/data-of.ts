import { cutPair } from '@svc/protocol'
import { cutText } from '../../../ground/kernel/cut-text.ts'
import { firstLine } from '../../../ground/kernel/first-line.ts'
import { withClass } from '../../../results/results/error-text.ts'
import type { Attached, AttachedDraft, ClusterData, ClusterDetail, ClusterDraft } from '../clusters/draft.ts'
import { type Level, levelOf, type MoreThanName } from './fit-clusters.ts'
import { focusMessage } from './focus-message.ts'
import { isMedia } from './render-artifacts.ts'
import { MOST_SOURCES, SOURCE_LENGTH } from './render-cluster.ts'
import { messageOf, withoutRepeats, wordingsOf } from './render-error.ts'
import { valuesOf } from './values-of.ts'

/** The number of equal characters around a difference of two long values. */
const CONTEXT = 80

/** A cluster for programs, with the same detail as its text. What is empty is left out: each field costs tokens. */
export function dataOf(cluster: ClusterDraft, shown: MoreThanName, isTiny: boolean): ClusterData {
  const level = levelOf(shown)
  const { detail, lease, fix, culprit } = cluster
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
    flaky: cluster.flaky,
    errors: cluster.errors,
    stopped: cluster.stopped,
    files: cluster.files,
    message: cutText(
      isLine ? firstLine(messageOf(cluster)) : focusMessage(withoutRepeats(messageOf(cluster))),
      isLine ? 120 : isBrief ? 300 : isFull ? 2_000 : 900,
    ),
    place: frame && { ...frame, file: cutText(frame.file, 300), name: cutText(frame.name, 100) },
    sample: cluster.sample.slice(0, isFull ? 5 : isTiny ? 0 : 1).map((test) => sampleOf(test, level)),
    ...(lease && { lease }),
    ...(fix && { fix }),
    ...(culprit && { culprit }),
    ...(isTiny ? {} : comparedValues(cluster, level)),
  }
  if (isLine) return data
  const documents = (detail?.documents ?? []).slice(0, isFull ? 4 : isBrief ? 1 : 2)
  if (documents.length > 0)
    data.documents = documents.map(({ excerpt, cause, fix: known, ...document }) => ({
      ...document,
      cause: cause && cutText(cause, 400),
      fix: known && cutText(known, 400),
      excerpt: excerpt && shown === 'quoted' ? cutText(excerpt, 600) : null,
    }))
  data.judged = judgedData(cluster, level)
  const { cause, errors = [] } = failure ?? {}
  const causes = [...(cause ? [cause] : []), ...errors].map((error) =>
    cutText(firstLine(withClass(error.message, error)), isBrief ? 150 : 300),
  )
  const others = detail?.others ?? []
  if (others.length > 0)
    data.others = others
      .slice(0, isFull ? others.length : 1)
      .map((one) => cutText(focusMessage(one), isBrief ? 250 : 600))
  if (causes.length > 0) data.causes = isBrief ? causes.slice(0, 1) : causes
  return isBrief || detail === null ? data : { ...data, ...detailData(cluster, detail, isFull) }
}

function sampleOf(test: ClusterDraft['sample'][number], level: Level): ClusterData['sample'][number] {
  const { testId, file, titles, variant, occurrence, leg } = test
  return {
    testId,
    file,
    titles: titles.slice(-6).map((title) => cutText(title, level === 'line' ? 100 : 200)),
    ...(variant !== '' && { variant }),
    ...(occurrence > 0 && { occurrence }),
    ...(level === 'full' && { leg }),
  }
}

function judgedData({ judged }: ClusterDraft, level: Level): ClusterData['judged'] {
  if (judged === null) return null
  const { kind, because, rule, missing, history, flakiness, evidence, repeat, reach } = judged
  const isBrief = level === 'brief'
  return {
    kind,
    because: cutText(because, isBrief ? 200 : 400),
    rule,
    ...(missing !== null && !isBrief && { missing }),
    ...(!isBrief && { history }),
    ...(flakiness !== null && !isBrief && { flakiness }),
    ...(reach && !isBrief && { reach: shortReach(reach) }),
    ...(level === 'full' && repeat && { repeat }),
    ...(level === 'full' && evidence.length > 0 && { evidence: evidence.slice(0, 4) }),
  }
}

const shortReach = ({
  kind,
  imports,
  changed,
  chain = [],
  why,
}: NonNullable<NonNullable<ClusterDraft['judged']>['reach']>) => ({
  kind,
  imports,
  changed,
  ...(chain.length > 0 && { chain: chain.map((file) => cutText(file, 150)) }),
  ...(why && { why: cutText(why, 200) }),
})

function detailData(cluster: ClusterDraft, detail: ClusterDetail, isFull: boolean): Partial<ClusterData> {
  const { failure, attempts, owners, changed, artifacts, firstSeen, lastSeen, frames, step, output } = detail
  return {
    ...(Object.keys(cluster.verdicts).length > 1 && { verdicts: cluster.verdicts }),
    ...(failure?.snippet && { snippet: cutText(failure.snippet, isFull ? 1_600 : 800) }),
    ...(failure?.frames && {
      frames: failure.frames
        .slice(0, isFull ? MOST_SOURCES : 1)
        .map(({ location: { file, line }, snippet }) => ({
          file: cutText(file, 300),
          line,
          snippet: cutText(snippet, SOURCE_LENGTH),
        })),
    }),
    ...(attempts.length > 0 && {
      attempts: attempts.slice(0, 6).map(({ error, ...attempt }) => ({
        ...attempt,
        ...(isFull && error && { error: cutText(error, 160) }),
      })),
    }),
    ...((isFull || cluster.legs.length > 1) && { legs: cluster.legs.slice(0, 6) }),
    ...(step && { step: cutText(step, 200) }),
    ...(owners.length > 0 && { owners }),
    ...(changed && { changed }),
    ...(artifacts.length > 0 && {
      artifacts: artifacts.slice(0, isFull ? 5 : 3).map((one) => attachedData(one, isFull)),
    }),
    ...(isFull && {
      ...(firstSeen && { firstSeen }),
      ...(lastSeen && { lastSeen }),
      ...(cluster.wordings.length > 0 && {
        wordings: wordingsOf(cluster).map((wording) => cutText(wording, 160)),
      }),
      ...(frames.length > 1 && {
        stack: frames.map(({ file, line, name }) => cutText(`${name} ${file}:${line}`.trim(), 200)),
      }),
      ...(output && { output: output.slice(-900).toWellFormed() }),
    }),
  }
}

function attachedData({ text, url, like, ...attached }: AttachedDraft, isFull: boolean): Attached {
  return {
    ...attached,
    ...(isMedia(attached) && { url }),
    ...(text !== null && { text: cutText(text, isFull ? 1_500 : 300) }),
    ...(like && { like: like.artifact }),
  }
}

/** The values that an assertion compared, cut around their differences. */
function comparedValues(cluster: ClusterDraft, level: Level): Pick<ClusterData, 'expected' | 'actual'> {
  const failure = cluster.detail?.failure ?? null
  if (level === 'line' || level === 'brief') {
    const values = valuesOf(messageOf(cluster), failure, level === 'line' ? 60 : 120)
    return values ? { actual: values.received, expected: values.expected } : {}
  }
  const length = level === 'full' ? 1_000 : 300
  const { expected, actual } = failure ?? {}
  const [wanted, got] = cutPair(expected ?? '', actual ?? '', length, CONTEXT)
  return {
    ...(actual !== undefined && { actual: cutText(got, length) }),
    ...(expected !== undefined && { expected: cutText(wanted, length) }),
  }
}
