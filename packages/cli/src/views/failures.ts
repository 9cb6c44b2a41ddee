import type { ExecutionSummary, Operations } from '@svc/api'
import { percentText } from '@svc/protocol'
import { text } from '../terminal/print.ts'
import type { Screen } from '../terminal/screen.ts'
import { cut, hanging, oneLine, plainName, safeLines, wrap } from '../terminal/text.ts'
import { ago } from '../terminal/time.ts'
import { count, list, shortList } from '../terminal/words.ts'
import { codeOf, countsOf, LONGEST_LINE, titleOf } from './names.ts'

type Cluster = Operations['listFailures']['data'][number]

interface Query {
  project: string
  branch: string | undefined
  days: number | undefined
  execution: ExecutionSummary | undefined
  hasMore: boolean
}

const MOST_LINES = 6

/** Returns groups of failures, each with its tests and the time it was first seen. */
export const failuresText = (clusters: Cluster[], query: Query, screen: Screen): string => {
  const { cells, paint } = screen
  const { execution, hasMore } = query
  const more = hasMore ? ['', 'More groups exist: --limit shows up to 200.'] : []
  return text([
    ...wrap(headOf(query, screen.now), cells).map((line) => paint(line, 'bold')),
    ...(clusters.length === 0
      ? [execution?.state === 'running' ? 'Nothing has failed so far.' : 'Nothing failed.']
      : clusters.flatMap((cluster, index) => ['', ...linesOf(cluster, index + 1, screen)])),
    ...more,
    ...(execution ? ['', paint(execution.url, 'dim')] : []),
  ])
}

const headOf = ({ execution, project, branch, days }: Query, now: number): string =>
  execution
    ? `${oneLine(execution.project)}, ${codeOf(execution)}, ${ago(execution.startedAt, now)}: ${execution.state}, ${countsOf(execution)}`
    : oneLine(`${project}${branch ? `, branch ${plainName(branch)}` : ''}, ${count(days ?? 0, 'day')}`)

const linesOf = (cluster: Cluster, number: number, { cells, paint, now }: Screen): string[] => {
  const { message, fingerprint, sample, tests, legs, owners, errorFiles } = cluster
  const label = `${number}. `.padEnd(4)
  const indent = ' '.repeat(label.length)
  const lines = safeLines(message).filter((line) => line.trim() !== '')
  const [first = 'failed without an error', ...rest] = lines.slice(0, MOST_LINES)
  const beyond = lines.length > MOST_LINES ? ['...'] : []
  return [
    ...hanging(label, cut(first, LONGEST_LINE), cells).map((line) => paint(line, 'red')),
    ...[...rest, ...beyond].map((line) => indent + cut(line, Math.min(LONGEST_LINE, cells - indent.length))),
    ...hanging(
      indent,
      `${whatOf(cluster)}${legs.length > 1 ? `, on ${shortList(legs.map(oneLine))}` : ''}`,
      cells,
    ),
    ...culpritLines(cluster).flatMap((line) => hanging(indent, line, cells)),
    ...sample.flatMap((test) =>
      hanging(`${indent}- `, `${titleOf(test)}${test.file ? ` (${oneLine(test.file)})` : ''}`, cells),
    ),
    ...errorFiles.flatMap((file) => hanging(`${indent}- `, oneLine(file), cells)),
    ...(tests > sample.length ? [`${indent}  and ${count(tests - sample.length, 'test')} more`] : []),
    ...hanging(indent, sinceOf(cluster, now), cells),
    ...(owners.length > 0 ? hanging(indent, `owners: ${oneLine(owners.join(', '))}`, cells) : []),
    `${indent}${paint(`fingerprint ${oneLine(fingerprint)}`, 'dim')}`,
  ]
}

const whatOf = ({ failed, flaky, errors }: Cluster): string =>
  list(
    [
      failed > 0 ? `${failed.toLocaleString('en')} failed` : '',
      flaky > 0 ? `${flaky.toLocaleString('en')} flaky` : '',
      errors > 0 ? `${count(errors, 'error')} outside tests` : '',
    ].filter(Boolean),
  )

const sinceOf = ({ firstSeen, executions }: Cluster, now: number): string => {
  const where = [
    firstSeen.branch && `on ${plainName(firstSeen.branch)}`,
    firstSeen.commit && `at ${firstSeen.commit.slice(0, 7)}`,
  ]
  return oneLine(
    `first seen ${ago(firstSeen.at, now)} ${where.filter(Boolean).join(' ')}${executions > 1 ? `; in ${count(executions, 'execution')}` : ''}`,
  )
}

/** The commit that broke a branch, as svc bisect found it. */
const culpritLines = ({ culprit }: Cluster): string[] => {
  const commit = culprit?.commits.at(-1)
  if (!culprit || !commit) return []
  const { sha, author, pullRequest } = commit
  const who = `${oneLine(author)}${pullRequest === null ? '' : `, pull request ${pullRequest}`}`
  const range = culprit.commitCount === 1 ? '' : `one of ${culprit.commitCount} commits up to `
  const branch = culprit.execution?.branch
  const broken = branch ? `${plainName(branch)} was broken by` : 'broken by'
  return [`${broken} ${range}${sha.slice(0, 12)} (${who}), probability ${percentText(culprit.probability)}`]
}
