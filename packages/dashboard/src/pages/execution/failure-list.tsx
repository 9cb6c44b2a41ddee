import { errorLine } from '@svc/protocol'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Comparison, Execution } from '../../data/queries.ts'
import { useKeys } from '../../frame/keys.ts'
import { commandForAll } from '../../parts/command-for.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { count, number } from '../../parts/words.ts'
import { FailureDetail } from './failure-detail.tsx'
import { FailureRow } from './failure-row.tsx'
import { type Failure, filtered, isPartial, type Listed, type Section } from './failures-of.ts'
import { listIn } from './search.ts'
import '../../parts/failure-rows.css'

const route = getRouteApi('/executions/$id')

/** The number of rows on one screen. */
const MOST_IN_SIGHT = 12

/** Only a run with many failures needs it. */
const PartialSections = lazy(async () => ({
  default: (await import('./failure-list-later.ts')).PartialSections,
}))

const NoFailures = lazy(async () => ({ default: (await import('./failure-list-later.ts')).NoFailures }))

interface Given {
  execution: Execution
  comparison: Comparison | null
  sections: Section[]
}

/** The failures on the left, by cause; the detail on the right, or in place on a phone. */
export function FailureList({ execution, comparison, sections }: Given) {
  const filter = route.useSearch({ select: ({ q, owner, leg }) => ({ q, owner, leg }) })
  const [late, setLate] = useState<Listed | 'failed'>()
  const loaded = filtered(sections, filter)
  const isAll = !isPartial(sections)
  const listed = isAll || (late === undefined && loaded === sections) ? { sections: loaded } : late
  // Beside the list and not around it: rows that somebody reads or presses stay when its code arrives.
  return (
    <>
      {!isAll && (
        <Suspense>
          <PartialSections execution={execution} first={sections} filter={filter} onListed={setLate} />
        </Suspense>
      )}
      {listed === undefined ? (
        <Skeleton rows={6} />
      ) : listed === 'failed' ? null : (
        <List
          execution={execution}
          comparison={comparison}
          isFiltered={sections.length > 0}
          listed={listed}
        />
      )}
    </>
  )
}

function List({
  execution,
  comparison,
  isFiltered,
  listed: { sections: shown, moreOf },
}: Omit<Given, 'sections'> & { isFiltered: boolean; listed: Listed }) {
  const test = route.useSearch({ select: (search) => search.test })
  const search = route.useSearch({ select: listIn })
  const isNarrow = useMedia(NARROW)
  const failures = shown.flatMap(({ causes }) => causes.flat())
  const selected = failures.find(({ key, testId }) => key === test || testId === test) ?? failures[0]
  useRowKeys(failures, selected)
  // The row answers the press, before its detail is drawn.
  const opened = useDeferredValue(selected)
  const detail = useMemo(
    () =>
      opened && (
        <FailureDetail key={opened.key} execution={execution} comparison={comparison} failure={opened} />
      ),
    [opened, execution, comparison],
  )
  if (shown.length === 0)
    return (
      <Suspense fallback={<Skeleton rows={3} />}>
        <NoFailures execution={execution} isFiltered={isFiltered} />
      </Suspense>
    )
  const twice = testsOnSeveralLegs(failures)
  return (
    <div className={failures.length > MOST_IN_SIGHT ? 'split follows' : 'split'}>
      <div className="card failures">
        {shown.map(({ id, title, causes, more }) => (
          <section key={id} aria-labelledby={`section-${id}`}>
            <div className="group-line">
              <h2 className="group" id={`section-${id}`}>
                {title} <span className="n">{number(causes.flat().length + more)}</span>
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
                      execution={execution.id}
                      search={search}
                      failure={failure}
                      isSelected={failure === selected}
                      isAlone={cause.length === 1}
                      showsLeg={failure.testId !== null && twice.has(failure.testId)}
                      branch={comparison?.base?.branch ?? 'the base'}
                    />
                    {isNarrow && failure.key === opened?.key && detail}
                  </Fragment>
                ))}
              </Fragment>
            ))}
            {more > 0 && moreOf?.(id, more)}
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

/** `j` and `k` move through the rows; each row is an address, as with a click. */
function useRowKeys(failures: Failure[], selected: Failure | undefined): void {
  const navigate = useNavigate({ from: '/executions/$id' })
  const at = useRef(0)
  at.current = Math.max(0, selected ? failures.indexOf(selected) : 0)
  const go = (step: number) => {
    const next = failures[at.current + step]
    if (!next) return
    navigate({
      search: (before) => ({ ...listIn(before), test: next.key }),
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

function testsOnSeveralLegs(failures: Failure[]): Set<string> {
  const legs = Map.groupBy(failures, ({ testId }) => testId)
  return new Set([...legs].flatMap(([testId, some]) => (testId !== null && some.length > 1 ? [testId] : [])))
}
