import { CONCLUSION_KINDS } from '@svc/protocol'
import { PULL_REQUEST_PAGE } from '@svc/schema'
import type { describeSection } from './describe-section.ts'

type Suite = ReturnType<typeof describeSection>

/** The totals of all suites, and the most urgent ones, as many as an answer may hold; at least one. */
export function worstSuites(suites: Suite[]) {
  const counts = { total: 0, passed: 0, failed: 0, flaky: 0, skipped: 0, errors: 0 }
  for (const suite of suites)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += suite.counts[name]
  const withState = (state: Suite['state']) => suites.filter((suite) => suite.state === state).length
  return {
    totals: { suites: suites.length, failed: withState('failed'), running: withState('running'), counts },
    executions: firstThatFit(
      [...suites].sort((a, b) => urgency(a) - urgency(b) || failures(b) - failures(a)),
    ),
  }
}

/** A suite without results says least. */
const urgency = ({ conclusion }: Suite): number =>
  conclusion === null ? CONCLUSION_KINDS.length : CONCLUSION_KINDS.indexOf(conclusion)

const failures = ({ counts }: Suite): number => counts.failed + counts.errors

function firstThatFit(suites: Suite[]): Suite[] {
  let left = PULL_REQUEST_PAGE.bytes
  const end = suites.findIndex((suite) => {
    left -= Buffer.byteLength(JSON.stringify(suite))
    return left < 0
  })
  return end < 0 ? suites : suites.slice(0, Math.max(1, end))
}
