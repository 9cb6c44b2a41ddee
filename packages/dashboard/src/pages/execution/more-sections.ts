import type { FailurePage, ListedFailure } from '../../data/execution-failures.ts'
import { keyOf } from '../../data/queries.ts'
import { causesOf, type Failure, failureIn, outside, refOf, type Section } from './failures-of.ts'

/** The sections of a page that the server filtered, with the attempts that `first` has loaded. */
export const listedIn = ({ sections, failures }: FailurePage, first: Section[]): Section[] =>
  sections.flatMap(({ topic, title, matching }) => {
    const own = failures.filter((each) => each.topic === topic)
    const causes = causesOf(own.map((each) => ofListed(each, first)))
    return matching > 0 ? [{ id: topic, title, causes, more: matching - own.length }] : []
  })

/** A section with more of its failures. */
export function withMore(section: Section, read: ListedFailure[], first: Section[]): Section {
  if (read.length === 0) return section
  const listed = section.causes.flat()
  const known = new Set(listed.map(({ key }) => key))
  const fresh = read.map((each) => ofListed(each, first)).filter(({ key }) => !known.has(key))
  return {
    ...section,
    causes: causesOf([...listed, ...fresh]),
    more: Math.max(0, section.more - fresh.length),
  }
}

const NOTES: Partial<Record<ListedFailure['kind'], Failure['note']>> = {
  new: 'new',
  woken: 'was skipped',
  'not-compared': 'not compared',
}

function ofListed(listed: ListedFailure, first: Section[]): Failure {
  const { test, file, message, fingerprint, verdict, owners, kind, topic } = listed
  if (test === null) return { ...outside({ file, fingerprint, message }), owners }
  const key = keyOf(test)
  return {
    ...refOf(test),
    key,
    status: kind === 'flaky' ? 'flaky' : 'failed',
    message,
    fingerprint,
    verdict,
    runs: (verdict?.history.recent ?? [])
      .map(({ status, execution, startedAt }) => ({ status, execution, at: startedAt }))
      .reverse(),
    owners,
    note: topic === 'no-base' ? null : (NOTES[kind] ?? null),
    result: failureIn(first, key)?.result ?? null,
  }
}
