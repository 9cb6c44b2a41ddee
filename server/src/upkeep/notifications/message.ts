import { percentText } from '@svc/protocol'
import { countOf } from '../../ground/kernel/count-of.ts'
import type { Notice } from './notice.ts'

/** Our own words, or untrusted text that must not be interpreted. */
export type Piece = string | { quote: string }

/** A notice in words, before it is formatted for Slack, Teams or Discord. */
export interface Message {
  title: Piece[]
  lines: Piece[][]
  link: { label: string; url: string } | null
}

/** The number of characters of a name in a message. */
const LONGEST = 160

export function messageOf(notice: Notice): Message {
  const { execution } = notice
  return {
    title: titleOf(notice),
    lines: [...culpritLines(notice), ...whereOf(notice), ...testLines(notice)],
    link: execution && { label: 'Open the execution', url: execution.url },
  }
}

function titleOf({ event, project, execution, testCount }: Notice): Piece[] {
  if (event === 'test' || !execution) return ['This is a test: svc sends its messages here.']
  const { branch, suite, state, counts } = execution
  const of = [' of ', quote(project ?? '')]
  if (event === 'base.broke')
    return [quote(branch ?? ''), ...of, ` is broken: ${whatFailed(counts)} in `, quote(suite)]
  if (event === 'base.culprit')
    return [`The commit that broke `, quote(branch ?? ''), ...of, ` is found, in `, quote(suite)]
  if (event === 'execution.settled')
    return [quote(suite), ...of, ...(branch ? [' on ', quote(branch)] : []), ` ${STATES[state] ?? state}`]
  return [
    `${countOf(testCount, 'test')}`,
    ...of,
    event === 'test.recovered' ? ' recovered' : ' became flaky',
    ...(branch ? [' on ', quote(branch)] : []),
  ]
}

const STATES: Record<string, string> = {
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  incomplete: 'is incomplete: a part of it was lost',
}

function culpritLines({ culprit }: Notice): Piece[][] {
  if (!culprit) return []
  const { commits, commitCount, probability } = culprit
  const lines = commits.map(({ sha, author, subject, pullRequest }): Piece[] => [
    '• ',
    quote(sha.slice(0, 9)),
    ' by ',
    quote(author),
    ': ',
    quote(subject),
    ...(pullRequest === null ? [] : [`, pull request ${pullRequest}`]),
  ])
  const range = commitCount === 1 ? '' : `One of ${countOf(commitCount, 'commit')}, the newest last. `
  return [...lines, [`${range}Probability: ${percentText(probability)}`]]
}

function whereOf({ event, execution }: Notice): Piece[][] {
  if (!execution) return []
  const { commit, subject, pullRequest, counts } = execution
  const lines: Piece[][] = []
  if (commit !== null)
    lines.push(['Commit ', quote(commit.slice(0, 9)), ...(subject ? [': ', quote(subject)] : [])])
  if (pullRequest !== null) lines.push([`Pull request ${pullRequest}`])
  if (event === 'execution.settled') {
    const { passed, failed, flaky, skipped, errors } = counts
    lines.push([
      `${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped${errors > 0 ? `, ${countOf(errors, 'error')} outside tests` : ''}`,
    ])
  }
  return lines
}

function testLines({ tests, testCount }: Notice): Piece[][] {
  const lines = tests.map(({ file, titles, because, owners }): Piece[] => [
    '• ',
    quote(titles.join(' › ')),
    ' in ',
    quote(file),
    ...(owners.length > 0 ? [', owned by ', quote(owners.slice(0, 3).join(' '))] : []),
    ...(because ? ['. ', HARMLESS.test(because) ? because : quote(because)] : []),
  ])
  const more = testCount - tests.length
  return more > 0 && tests.length > 0 ? [...lines, [`and ${more} more`]] : lines
}

/** A sentence of the server that names nothing which a receiver would interpret. */
const HARMLESS = /^[A-Za-z0-9 .,/%()-]*$/

function whatFailed({ failed, errors }: { failed: number; errors: number }): string {
  if (failed === 0 && errors > 0) return `${countOf(errors, 'error')} outside tests`
  return failed === 0 ? 'the run failed' : `${countOf(failed, 'test')} failed`
}

/** On one line, without invisible or bidirectional characters, and cut to a limit. */
function quote(text: string): Piece {
  const plain = text.replace(/[\p{C}\p{Z}\p{DI}\s]+/gu, ' ').trim()
  const all = [...plain]
  return { quote: all.length > LONGEST ? `${all.slice(0, LONGEST - 1).join('')}…` : plain }
}
