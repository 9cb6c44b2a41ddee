import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Comparison, type Execution, keyOf } from '../../data/queries.ts'
import { slowestOf } from '../../data/slowest.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { entriesOf } from '../../parts/entries.ts'
import { EntryRow } from '../../parts/entry-row.tsx'
import { GROUPS, totalOf } from '../../parts/groups.ts'
import { Icon } from '../../parts/icon.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Duration } from '../../parts/time.tsx'
import { count, number } from '../../parts/words.ts'
import '../../parts/rows.css'
import './green-run.css'

const route = getRouteApi('/executions/$id')

/** The number of entries of each list; its title opens the whole list. */
const FIRST = 5

/** What a run without failures changed against its base, and its slowest tests. */
export function GreenRun({ execution, comparison }: { execution: Execution; comparison: Comparison | null }) {
  const compared = comparison?.base ? comparison : null
  const groups = compared ? GROUPS.filter(({ id }) => totalOf(compared, id) > 0) : []
  return (
    <div className="groups green-run">
      {compared && groups.length === 0 && <Same comparison={compared} />}
      {compared && groups.map(({ id, title }) => <Group key={id} {...{ id, title }} comparison={compared} />)}
      <Slowest execution={execution} />
    </div>
  )
}

/** Nothing differs. A run of fewer tests, or of other legs, is not called the same. */
function Same({ comparison: { base, head, legs, missing } }: { comparison: Comparison }) {
  const branch = base?.branch ?? 'the base'
  const isWhole =
    base?.counts.total === head.counts.total &&
    legs.onlyBase.length + legs.onlyHead.length + missing.length === 0
  return (
    <p className="card same">
      <Icon name="passed" tone="passed" />
      {isWhole
        ? `Same as ${branch}: all ${count(head.counts.total, 'test')} have the same results, and took their usual time.`
        : `Nothing differs from ${branch} in the tests that both runs have.`}
    </p>
  )
}

function Group({
  id,
  title,
  comparison,
}: {
  id: (typeof GROUPS)[number]['id']
  title: string
  comparison: Comparison
}) {
  const branch = comparison.base?.branch ?? 'the base'
  return (
    <section aria-labelledby={`green-${id}`}>
      <h2 id={`green-${id}`}>
        <Link className="link" to="/compare" search={{ head: comparison.head.id, group: id }}>
          {title}
        </Link>{' '}
        <span className="muted">{number(totalOf(comparison, id))}</span>
      </h2>
      <ul className="card entries">
        {entriesOf(comparison, id)
          .slice(0, FIRST)
          .map((entry) => (
            <li key={entry.key}>
              <EntryRow entry={entry} head={comparison.head.id} branch={branch} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function Slowest({ execution }: { execution: Execution }) {
  const { data, isError } = useQuery(slowestOf(execution.id, FIRST))
  if (isError || data?.length === 0) return null
  return (
    <section aria-labelledby="green-slowest">
      <h2 id="green-slowest">Slowest tests</h2>
      {data ? (
        <ul className="card rows">
          {data.map((result) => (
            <li key={keyOf(result)}>
              <route.Link
                className="line"
                to="."
                search={(before) => ({ ...before, status: 'all', test: keyOf(result) })}
              >
                <StatusIcon status={result.status} isNamed />
                <span className="about">
                  <span className="name ellipsis">{result.titles.join(' › ')}</span>
                  <span className="under ellipsis">
                    {[result.file, result.variant, result.leg].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Duration ms={result.durationMs} />
              </route.Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton rows={FIRST} />
      )}
    </section>
  )
}
