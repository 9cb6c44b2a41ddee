import { countOf } from '../../../ground/kernel/count-of.ts'
import { causesOf } from '../../../results/results/error-text.ts'
import { isUnjudged } from '../clusters/cluster-failures.ts'
import type { ClusterDraft, Document, NearChange } from '../clusters/draft.ts'
import { code, fence } from './fence.ts'
import { type Level, levelOf, type MoreThanName } from './fit-clusters.ts'
import { focusMessage } from './focus-message.ts'
import { renderArtifacts } from './render-artifacts.ts'
import { renderCulprit } from './render-culprit.ts'
import { errorText, messageOf, wordingsOf } from './render-error.ts'
import { renderFix } from './render-fix.ts'
import { renderLine, titleOf } from './render-line.ts'

/** A cluster as text for a coding agent, with its suite if there are several; all text that tests wrote is between backticks. */
export function renderCluster(cluster: ClusterDraft, shown: MoreThanName, suite: string | undefined): string {
  if (shown === 'line') return renderLine(cluster, suite)
  const level = levelOf(shown)
  const { detail } = cluster
  const isBrief = level === 'brief'
  const isFull = level === 'full'
  return [
    `## ${cluster.rank}. ${titleOf(cluster)}${suite === undefined ? '' : ` · ${suite}`}`,
    ...leaseOf(cluster),
    ...renderCulprit(cluster),
    ...renderFix(cluster),
    ...testsOf(cluster, level),
    ...verdictLines(cluster, level),
    fence(errorText(messageOf(cluster), detail?.failure ?? null), {
      source: `error of test ${cluster.rank}`,
      mostLines: isFull ? 30 : isBrief ? 5 : 12,
      mostLength: isFull ? 2_000 : isBrief ? 400 : 900,
    }),
    ...othersOf(cluster, level),
    ...causedBy(cluster, isBrief),
    ...sourceOf(cluster, level),
    ...(isBrief ? [] : changedLines(cluster)),
    ...(isFull ? stackOf(cluster) : []),
    ...(isFull ? otherWordings(cluster) : []),
    ...(isBrief ? [] : historyOf(cluster, isFull)),
    ...(isBrief ? [] : stepOf(cluster)),
    ...(isFull ? outputOf(cluster) : []),
    ...renderDocuments(cluster, shown),
    ...(isBrief ? [] : renderArtifacts(cluster, isFull)),
  ].join('\n')
}

const leaseOf = ({ lease }: ClusterDraft) =>
  lease
    ? [
        `Leased: the agent ${lease.holder.agent} (${code(lease.holder.instance, 60)}) works on it until ${lease.until}. Write to it with svc_agent_message before you begin.`,
      ]
    : []

function testsOf(cluster: ClusterDraft, level: Level): string[] {
  const { sample, detail, tests, flaky, stopped, legs, file } = cluster
  const [first, ...others] = sample
  if (!first) return file === null ? [] : [`File: ${code(file)}`]
  const line = detail?.testLine
  const place = first.file === '' ? '' : ` in ${code(line ? `${first.file}:${line}` : first.file)}`
  const shown = level === 'full' ? others : others.slice(0, level === 'most' ? 2 : 0)
  const left = (tests + flaky || stopped) - 1 - shown.length
  const more = [
    ...shown.map((test) =>
      code(
        `${test.file === first.file || test.file === '' ? '' : `${test.file} › `}${test.titles.join(' › ')}${test.variant === first.variant ? '' : ` [${test.variant || 'no variant'}]`}`,
        120,
      ),
    ),
    ...(left > 0 ? [`${left} more`] : []),
  ]
  return [
    `${tests + flaky > 0 ? 'Test' : 'Did not run'}: ${code(first.titles.join(' › '))}${place}${first.variant ? ` [${code(first.variant, 60)}]` : ''}${more.length > 0 ? `; also ${more.join(', ')}` : ''}`,
    ...(level !== 'brief' && legs.length > 1
      ? [
          `Legs: ${legs
            .slice(0, 6)
            .map((leg) => code(leg, 60))
            .join(', ')}`,
        ]
      : []),
  ]
}

function verdictLines({ judged, topic }: ClusterDraft, level: Level): string[] {
  if (judged === null)
    return topic === 'no-base' ? ['Verdict: none, because no base run exists to compare with.'] : []
  const { because, rule, missing, evidence, repeat, reach } = judged
  const runs = [...Map.groupBy(evidence, ({ what }) => what)].map(([what, some]) => {
    const [newest] = some
    const branch = newest?.branch ? ` on ${code(newest.branch, 60)}` : ''
    return `${what}${some.length > 1 ? ` ×${some.length}, newest` : ''} ${newest?.execution}${branch}`
  })
  return [
    `Verdict: ${code(because, level === 'brief' ? 200 : 400)} [rule ${rule}]`,
    ...(missing && level !== 'brief' ? [`To decide: ${code(missing, 300)}`] : []),
    ...(level === 'full' && reach?.why
      ? [`By imports: nobody knows whether the change reaches it, because ${code(reach.why, 200)}`]
      : []),
    ...(level === 'full' && repeat
      ? [
          `Repeat here: ${code(repeat.head, 300)}${repeat.base ? `; on the base: ${code(repeat.base, 300)}` : ''}`,
        ]
      : []),
    ...(level === 'full' && runs.length > 0 ? [`Evidence: ${runs.slice(0, 4).join('; ')}`] : []),
  ]
}

/** Further frames with their source, and the characters of one. */
export const MOST_SOURCES = 3
export const SOURCE_LENGTH = 500

/** The source around the failure and around its causes and callers, else the place alone. */
function sourceOf({ detail, file }: ClusterDraft, level: Level): string[] {
  const frame = detail?.frames[0]
  if (!detail || !frame) return []
  const inner =
    frame.file === file
      ? []
      : [
          `Thrown at: ${code(`${frame.file}:${frame.line}`)}${frame.name ? ` in ${code(frame.name, 80)}` : ''}`,
        ]
  const { snippet, location, frames = [] } = detail.failure ?? {}
  if (!snippet || level === 'brief') return inner
  const isFull = level === 'full'
  const of = location ? `${location.file}:${location.line}` : `${frame.file}:${frame.line}`
  return [
    ...inner,
    fence(around(snippet, isFull ? 20 : 9), { source: of, mostLines: 20, mostLength: isFull ? 1_600 : 800 }),
    ...frames
      .slice(0, isFull ? MOST_SOURCES : 1)
      .map(({ location: { file, line }, snippet: lines }) =>
        fence(lines, { source: `${file}:${line}`, mostLines: 5, mostLength: SOURCE_LENGTH }),
      ),
  ]
}

/** The lines around the one marked with `>`. */
function around(snippet: string, most: number): string {
  const lines = snippet.split('\n')
  const marked = lines.findIndex((line) => /^\s*>/.test(line))
  const from = Math.max(0, Math.min(marked - (most >> 1), lines.length - most))
  return lines.slice(from, from + most).join('\n')
}

/** Changed files of a cluster. */
const MOST_CHANGED = 4

const RELATIONS: Record<NearChange['near'], string> = {
  'at-the-failure': 'at the failing lines',
  'in-its-file': 'in the file that threw',
  'in-its-stack': 'in the stack',
  'in-its-test': 'in the file of the test',
  'in-its-folder': 'in the same folder, beside it, or of the same name',
}

/** A changed file with its lines. */
export function changeText({ file, status, lines }: NearChange): string {
  const ranges = lines.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  return `${code(file, 150)}${status === 'modified' ? '' : ` (${status})`}${ranges.length > 0 ? ` lines ${ranges.join(', ')}` : ''}`
}

function changedLines({ detail, topic }: ClusterDraft): string[] {
  if (!detail?.changed || !isUnjudged(topic)) return []
  const [first] = detail.changed
  if (!first) return ['Changed near it: no file of its stack, its test or their folders.']
  // The nearest first: a file of the folder may be what the test imports.
  const shown = detail.changed.slice(0, MOST_CHANGED)
  return [
    `Changed near it: ${shown.map((change) => `${changeText(change)} (${RELATIONS[change.near]})`).join('; ')}`,
  ]
}

function stackOf({ detail }: ClusterDraft): string[] {
  if (!detail || detail.frames.length < 2) return []
  return [
    `Stack: ${detail.frames.map(({ file, line, name }) => code(`${name ? `${name} ` : ''}${file}:${line}`, 120)).join(' ← ')}`,
  ]
}

/** The causes explain more than the message, so a short cluster names the first one, and the number of others. */
function causedBy({ detail }: ClusterDraft, isBrief: boolean): string[] {
  const messages = causesOf(detail?.failure)
  if (messages.length === 0) return []
  const shown = isBrief ? messages.slice(0, 1) : messages
  const left = messages.length - shown.length
  return [
    `Caused by: ${shown.map((message) => code(message, isBrief ? 150 : 300)).join('; ')}${left > 0 ? `; ${left} more` : ''}`,
  ]
}

const otherWordings = (cluster: ClusterDraft): string[] =>
  cluster.wordings.length === 0
    ? []
    : [
        `Also worded: ${wordingsOf(cluster)
          .map((wording) => code(wording, 160))
          .join('; ')}`,
      ]

function historyOf({ judged, detail, legs }: ClusterDraft, isFull: boolean): string[] {
  const { runs = 0, passed = 0, failed = 0, flaky = 0 } = judged?.history ?? {}
  const seen = detail?.firstSeen
  const attempts = (detail?.attempts ?? []).map(
    ({ status, durationMs, error }, at, all) =>
      `${status} ${durationMs} ms${isFull && error !== null && at > 0 && error !== all[0]?.error ? ` (${code(error, 120)})` : ''}`,
  )
  const flakiness = judged?.flakiness
  const facts = [
    ...(attempts.length > 0 ? [`attempts: ${attempts.slice(0, 6).join(', ')}`] : []),
    ...(runs > 0
      ? [
          `base runs: ${passed} of ${runs} passed${failed > 0 ? `, ${failed} failed` : ''}${flaky > 0 ? `, ${flaky} flaky` : ''}${underNames(judged?.branches ?? [])}`,
        ]
      : []),
    ...(flakiness ? [`flaky with this error in ${flakiness.runs} of ${countOf(flakiness.of, 'run')}`] : []),
    ...(seen
      ? [`first seen ${seen.at.slice(0, 16)}${seen.branch ? ` on ${code(seen.branch, 60)}` : ''}`]
      : []),
    ...(legs.length === 1 && isFull ? [`leg ${code(legs[0] as string, 60)}`] : []),
  ]
  const owners = detail?.owners ?? []
  return [
    ...(facts.length > 0 ? [`History: ${facts.join('; ')}`] : []),
    ...(owners.length > 0 ? [`Owners: ${owners.map((owner) => code(owner, 100)).join(', ')}`] : []),
  ]
}

/** A run of the base's commits or files counts whatever branch it names, so nobody looks for it on the base branch alone. */
const underNames = (branches: [name: string | null, runs: number][]): string =>
  branches.length < 2
    ? ''
    : ` (${branches
        .slice(0, 3)
        .map(([name, runs]) => `${runs} on ${name === null ? 'no branch' : code(name, 60)}`)
        .join(', ')}${branches.length > 3 ? ', …' : ''}: the same commits or files)`

function outputOf({ detail, rank }: ClusterDraft): string[] {
  const lines = detail?.output?.trimEnd().split('\n').slice(-12) ?? []
  return lines.length > 0
    ? [fence(lines.join('\n').slice(-900), { source: `end of the output of test ${rank}` })]
    : []
}

const stepOf = ({ detail }: ClusterDraft): string[] =>
  detail?.step ? [`Failed step: ${code(detail.step, 200)}`] : []

/** A timeout says nothing; the error behind it says what the test waited for. */
function othersOf({ detail, rank }: ClusterDraft, level: Level): string[] {
  const others = detail?.others ?? []
  const isBrief = level === 'brief'
  return others.slice(0, level === 'full' ? others.length : 1).map((message) =>
    fence(focusMessage(message), {
      source: `another error of the same attempt of test ${rank}`,
      mostLines: isBrief ? 3 : 10,
      mostLength: isBrief ? 250 : 600,
    }),
  )
}

/** The documents that explain a cluster, or may. */
function renderDocuments({ detail }: ClusterDraft, shown: MoreThanName): string[] {
  const level = levelOf(shown)
  const most = level === 'full' ? 4 : level === 'most' ? 2 : 1
  return (detail?.documents ?? []).slice(0, most).map((document) => documentText(document, shown))
}

function documentText(document: Document, shown: MoreThanName): string {
  const { path, title, cause, fix, commit, containsFix, isStale, because, source, excerpt, revision } =
    document
  const most = shown === 'brief' ? 120 : 400
  const name = `document ${code(path, 150)} (${code(title, 100)})`
  const words = document.sharedWords
    .slice(0, shown === 'brief' ? 2 : undefined)
    .map((word) => code(word, 100))
    .join(', ')
  const facts = [
    source === 'tie'
      ? `Known: ${name}, tied to this failure`
      : `Possibly related: ${name}, which has ${words}`,
    ...(isStale ? [`STALE: ${code(because ?? 'the failure came back after the fix', 200)}`] : []),
    ...(cause ? [`cause: ${code(cause, most)}`] : []),
    ...(fix ? [`fix: ${code(fix, most)}`] : []),
    ...(commit ? [`fixed by ${commit.slice(0, 12)}`] : []),
    // The commit of a squashed fix is on no branch, and a stale one says enough.
    ...(containsFix === false && !isStale
      ? ['the commit of this execution does not contain that commit']
      : []),
  ].join('; ')
  return excerpt && shown === 'quoted'
    ? `${facts}\n${fence(excerpt, { source: `document ${path} revision ${revision}`, mostLines: 12, mostLength: 600 })}`
    : facts
}
