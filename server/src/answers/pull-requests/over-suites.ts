import { isExplained } from '@svc/protocol'
import { describeFailing, messageOf } from './describe-section.ts'
import { causeOf, type Failing, outlineOf, sizeOf, TOPICS, type Topic } from './outline.ts'
import { MOST_CAUSES, MOST_NAMED, type Shown } from './prepare-section.ts'
import { titleOf } from './render-causes.ts'

/** The failures of one suite with one cause. */
interface Share {
  suite: Shown
  failures: Failing[]
  stopped: number
}

/** All failures of a pull request by topic and cause, in the order of the comment: one error is one cause in all suites. */
export function groupsOf(suites: Shown[]) {
  return TOPICS.flatMap((topic) => {
    const sections = suites.flatMap((suite) =>
      outlineOf(suite.compared)
        .filter((section) => section.topic === topic)
        .map((section) => ({ suite, ...section })),
    )
    if (sections.length === 0) return []
    const causes = causesOf(sections, topic)
    return [
      {
        topic,
        title: titleOf(topic),
        ...sumOf(sections),
        causeCount: causes.length,
        causes: causes.slice(0, MOST_CAUSES).map((shares) => describeCause(shares)),
      },
    ]
  })
}

function causesOf(sections: ({ suite: Shown } & ReturnType<typeof outlineOf>[number])[], topic: Topic) {
  const shares = sections.flatMap(({ suite, causes }) =>
    causes.map(({ failures, stopped }): Share => ({ suite, failures, stopped: stopped.length })),
  )
  const byCause = Map.groupBy(shares, ({ failures }) => causeOf(failures[0] as Failing, topic))
  return [...byCause.values()].sort((a, b) => sizeOfAll(b) - sizeOfAll(a))
}

const sizeOfAll = (shares: Share[]) => shares.reduce((sum, { failures }) => sum + failures.length, 0)

/** A test that fails in two suites are two failures, as in the headline. */
function sumOf(shares: { failures: Failing[] }[]) {
  const sizes = shares.map(({ failures }) => sizeOf(failures))
  return {
    tests: sizes.reduce((sum, { tests }) => sum + tests, 0),
    errors: sizes.reduce((sum, { errors }) => sum + errors, 0),
  }
}

function describeCause(shares: Share[]) {
  const all = shares.flatMap(({ failures }) => failures)
  return {
    fingerprint: all[0]?.fingerprint ?? '',
    message: messageOf(all),
    ...sumOf(shares),
    stopped: shares.reduce((sum, { stopped }) => sum + stopped, 0),
    suites: shares.length,
    failureCount: all.length,
    failures: inTurn(shares).slice(0, MOST_NAMED).map(describe),
  }
}

/** The first failure of each suite, then the second of each. */
function inTurn(shares: Share[]): { suite: Shown; failing: Failing }[] {
  const rows = shares.flatMap(({ suite, failures }) =>
    failures.slice(0, MOST_NAMED).map((failing, place) => ({ suite, failing, place })),
  )
  return rows.sort((a, b) => a.place - b.place)
}

function describe({ suite, failing }: { suite: Shown; failing: Failing }) {
  const { id } = suite.compared.head
  const shot = suite.seen(failing).attached.find(({ name }) => name === 'Screenshot')
  return { ...describeFailing(failing), execution: id, screenshot: shot?.id ?? null }
}

/** What would decide the failures that nothing explains, with the number of tests it would decide; the most first. */
export function whatDecides(suites: Shown[]) {
  const open = suites.flatMap(({ compared }) =>
    outlineOf(compared)
      .filter(({ topic }) => !isExplained(topic))
      .flatMap(({ failures }) => [
        ...new Map(failures.map((each, i) => [each.test?.testId ?? i, each])).values(),
      ]),
  )
  const asked = open.flatMap(({ verdict, notCompared }) => {
    const missing = verdict?.missing ?? notCompared?.missing
    return missing ? [{ what: verdict?.needs?.what ?? null, missing }] : []
  })
  return [...Map.groupBy(asked, ({ missing }) => missing).values()]
    .map((same) => ({ what: null, missing: '', ...same[0], tests: same.length }))
    .sort((a, b) => b.tests - a.tests)
    .slice(0, MOST_CAUSES)
}
