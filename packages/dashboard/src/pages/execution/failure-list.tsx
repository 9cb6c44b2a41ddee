import { errorLine } from '@svc/protocol'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Fragment, useMemo, useRef } from 'react'
import type { Comparison, Execution } from '../../data/queries.ts'
import { useKeys } from '../../frame/keys.ts'
import { commandForAll } from '../../parts/command-for.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { count } from '../../parts/words.ts'
import { FailureDetail } from './failure-detail.tsx'
import { FailureRow } from './failure-row.tsx'
import { type Failure, fits, type Section } from './failures-of.ts'
import '../../parts/failure-rows.css'

const route = getRouteApi('/executions/$id')

/** The number of rows on one screen. */
const MOST_IN_SIGHT = 12

/** The failures on the left, by cause; the detail on the right, or in place on a phone. */
export function FailureList({
  execution,
  comparison,
  sections,
}: {
  execution: Execution
  comparison: Comparison | null
  sections: Section[]
}) {
  const search = route.useSearch()
  const isNarrow = useMedia(NARROW)
  const shown = useMemo(() => filtered(sections, search), [sections, search])
  const failures = shown.flatMap(({ causes }) => causes.flat())
  const selected =
    failures.find(({ key, testId }) => key === search.test || testId === search.test) ?? failures[0]
  useRowKeys(failures, selected)
  if (failures.length === 0) return <Nothing execution={execution} isFiltered={sections.length > 0} />
  const detail = selected && (
    <FailureDetail key={selected.key} execution={execution} comparison={comparison} failure={selected} />
  )
  const twice = testsOnSeveralLegs(failures)
  return (
    <div className={failures.length > MOST_IN_SIGHT ? 'split follows' : 'split'}>
      <div className="card failures">
        {shown.map(({ id, title, causes, more }) => (
          <section key={id} aria-labelledby={`section-${id}`}>
            <div className="group-line">
              <h2 className="group" id={`section-${id}`}>
                {title} <span className="n">{causes.flat().length + more}</span>
              </h2>
              <CopyCommand framework={execution.framework} failures={causes.flat()} />
            </div>
            {causes.map((cause) => (
              <Fragment key={cause[0]?.key}>
                {cause.length > 1 && (
                  <p className="cause ellipsis" title={cause[0]?.message}>
                    {count(cause.length, 'failure')} with one error: {errorLine(cause[0]?.message ?? '')}
                  </p>
                )}
                {cause.map((failure) => (
                  <Fragment key={failure.key}>
                    <FailureRow
                      failure={failure}
                      isSelected={failure === selected}
                      isAlone={cause.length === 1}
                      showsLeg={failure.testId !== null && twice.has(failure.testId)}
                      branch={comparison?.base?.branch ?? 'the base'}
                    />
                    {isNarrow && failure === selected && detail}
                  </Fragment>
                ))}
              </Fragment>
            ))}
            {more > 0 && <More n={more} />}
          </section>
        ))}
      </div>
      {!isNarrow && detail}
    </div>
  )
}

/** The command that runs only the tests listed in a section. */
function CopyCommand({ framework, failures }: { framework: string; failures: Failure[] }) {
  const tests = failures.flatMap(({ testId, file, titles, variant }) =>
    testId !== null && file !== null ? [{ file, titles, variant }] : [],
  )
  const command = commandForAll(framework, tests)
  if (command === null) return null
  const label =
    tests.length === 1
      ? 'Copy the command that runs this test'
      : `Copy the command that runs these ${tests.length} tests`
  return <CopyButton text={command} label={label} isSmall />
}

function More({ n }: { n: number }) {
  return (
    <p className="cause">
      <route.Link to="." search={(before) => ({ ...before, status: 'all' })} className="link">
        {count(n, 'more failure')}: show all results
      </route.Link>
    </p>
  )
}

/** `j` and `k` move through the rows; each row is an address, as with a click. */
function useRowKeys(failures: Failure[], selected: Failure | undefined): void {
  const navigate = useNavigate({ from: '/executions/$id' })
  const at = useRef(0)
  at.current = Math.max(0, selected ? failures.indexOf(selected) : 0)
  const go = (step: number) => {
    const next = failures[at.current + step]
    if (!next) return
    navigate({
      search: (before) => ({
        ...before,
        test: next.key,
        attempt: undefined,
        pane: undefined,
        artifact: undefined,
      }),
      replace: true,
      resetScroll: false,
    })
    const row = document.getElementById(`row-${next.key}`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: 'Next failure', run: () => go(1) },
    { keys: 'k', label: 'Previous failure', run: () => go(-1) },
  ])
}

function filtered(sections: Section[], search: Parameters<typeof fits>[1]): Section[] {
  const isFiltered = search.q !== undefined || search.owner !== undefined || search.leg !== undefined
  if (!isFiltered) return sections
  return sections.flatMap((section) => {
    const causes = section.causes
      .map((cause) => cause.filter((failure) => fits(failure, search)))
      .filter((cause) => cause.length > 0)
    return causes.length > 0 ? [{ ...section, causes, more: 0 }] : []
  })
}

function testsOnSeveralLegs(failures: Failure[]): Set<string> {
  const legs = Map.groupBy(failures, ({ testId }) => testId)
  return new Set([...legs].flatMap(([testId, some]) => (testId !== null && some.length > 1 ? [testId] : [])))
}

function Nothing({ execution, isFiltered }: { execution: Execution; isFiltered: boolean }) {
  const { counts, state } = execution
  const all = (
    <route.Link
      className="button"
      to="."
      search={(before) => ({ ...before, status: 'all', q: undefined, owner: undefined, leg: undefined })}
    >
      All results
    </route.Link>
  )
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No failure fits this filter">
        <route.Link
          className="button"
          to="."
          search={(before) => ({ ...before, q: undefined, owner: undefined, leg: undefined })}
        >
          Clear the filter
        </route.Link>
      </EmptyState>
    )
  const failures = counts.failed + counts.errors
  if (failures > 0 && execution.resultsRemovedAt !== null)
    return (
      <EmptyState icon="failed" title={`${count(failures, 'failure')} can no longer be listed`}>
        <p>Retention removed the results of this run.</p>
      </EmptyState>
    )
  if (failures > 0)
    return (
      <EmptyState icon="failed" title={`${count(failures, 'failure')} cannot be listed by verdict`}>
        {all}
      </EmptyState>
    )
  if (state === 'running')
    return (
      <EmptyState icon="clock" title="No failure so far">
        <p>The run is still in progress. New results appear below.</p>
        {all}
      </EmptyState>
    )
  return (
    <EmptyState icon="passed" title="Nothing broke">
      {all}
    </EmptyState>
  )
}
