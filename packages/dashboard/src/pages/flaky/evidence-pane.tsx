import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FlakyTest, type TestRun, testOf } from '../../data/insights.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { labelOf, Marks } from '../../parts/marks.tsx'
import { Output } from '../../parts/output.tsx'
import { Time } from '../../parts/time.tsx'
import { shortSha } from '../../parts/words.ts'
import { evidenceText } from './evidence-text.ts'

const route = getRouteApi('/o/$organization/$project/flaky')
const MOST_SHOWN = 5

/** The newest runs that show that the test is flaky, or that it is broken, with their errors. */
export function EvidencePane({
  test,
  organization,
  project,
}: {
  test: FlakyTest
  organization: string
  project: string
}) {
  const { days, branch, state } = route.useSearch()
  const read = useInfiniteQuery(
    testOf({ organization, project }, test.testId, { ...(days && { days }), ...(branch && { branch }) }),
  )
  const { titles, file, owners, evidence, recent } = test
  const marks = recent.map(({ startedAt: at, ...run }) => ({ ...run, at })).reverse()
  return (
    <section className="card evidence-pane" aria-label={`Evidence of ${titles.at(-1)}`}>
      <header>
        <h2>{titles.join(' › ')}</h2>
        <route.Link
          className="button bare icon-only end"
          to="."
          search={(before) => ({ ...before, test: undefined })}
          replace
          resetScroll={false}
          aria-label="Close"
        >
          <Icon name="close" />
        </route.Link>
      </header>
      <p className="under">{[file, ...owners].join(' · ')}</p>
      <Marks runs={marks} where={branch ?? 'all branches'} links />
      <p className="under">{labelOf(marks, [], branch ?? 'all branches')}</p>
      <p className="under">
        {state === 'broken' ? 'It never passed in this period.' : `Evidence: ${evidenceText(evidence)}.`}
      </p>
      <Link
        className="button"
        to="/o/$organization/$project/tests/$id"
        params={{ organization, project, id: test.testId }}
      >
        Open the test
      </Link>
      <h3>Newest evidence</h3>
      {read.error ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={3} />
      ) : (
        <Runs runs={read.data.pages.flatMap(({ runs }) => runs)} />
      )}
    </section>
  )
}

function Runs({ runs }: { runs: TestRun[] }) {
  const proved = runs.filter(({ evidence }) => evidence.length > 0)
  // A broken test has no such evidence, only its failures.
  const shown = (proved.length > 0 ? proved : runs.filter(({ error }) => error !== null)).slice(0, MOST_SHOWN)
  if (shown.length === 0) return <p className="muted">Retention removed the runs with evidence.</p>
  return (
    <ul className="proofs">
      {shown.map(({ execution, leg, startedAt, evidence, error }, i) => (
        <li key={`${execution.id}${leg}`}>
          <p>
            <Link className="link" to="/executions/$id" params={{ id: execution.id }}>
              {evidence.includes('same-tree')
                ? 'Failed, and passed on the same code'
                : evidence.includes('retry')
                  ? 'Failed, and passed in a retry'
                  : 'Failed'}
            </Link>{' '}
            <span className="mono">{execution.branch}</span>{' '}
            {execution.testedSha && <span className="mono">{shortSha(execution.testedSha)}</span>}{' '}
            <span className="muted">
              {leg && `${leg} · `}
              <Time at={startedAt} />
            </span>
          </p>
          {error && <Output text={error.message} label={`Error ${i + 1}`} />}
        </li>
      ))}
    </ul>
  )
}
