import type { TestRun } from '../../data/insights.ts'
import { Marks } from '../../parts/marks.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'

const MOST_BRANCHES = 12

/** The runs as marks, a row for each branch and leg, the branch with the newest run first and its legs by name. */
export function History({ runs }: { runs: TestRun[] }) {
  const branches = [...Map.groupBy(runs, ({ execution }) => execution.branch).values()]
  const rows = branches.flatMap((own) =>
    [...Map.groupBy(own, ({ leg }) => leg)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each),
  )
  const hasLegs = new Set(runs.map(({ leg }) => leg)).size > 1
  const oldest = runs.at(-1)
  const only = failingLegs(runs)
  return (
    <>
      {only !== null && <p className="said">{only}</p>}
      <table className="by-branch" aria-label="Runs by branch">
        <thead className="sr">
          <tr>
            <th scope="col">Branch</th>
            {hasLegs && <th scope="col">Leg</th>}
            <th scope="col">Runs, oldest first</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_BRANCHES).map((own) => {
            const { execution, leg } = own[0] as TestRun
            const branch = execution.branch ?? 'no branch'
            const marks = own
              .map((run) => ({
                status: run.status,
                execution: run.execution.id,
                at: run.startedAt,
              }))
              .reverse()
            return (
              <tr key={`${branch}\n${leg}`}>
                <th scope="row" className="mono">
                  {branch}
                </th>
                {hasLegs && <td className="leg muted">{leg || 'no leg'}</td>}
                <td>
                  <Marks runs={marks} where={hasLegs ? `${branch}, ${leg}` : branch} links />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="note muted">
        {count(runs.length, 'run')}
        {oldest && (
          <>
            , the oldest <Time at={oldest.startedAt} />
          </>
        )}
        {rows.length > MOST_BRANCHES &&
          `; ${count(rows.length - MOST_BRANCHES, 'branch', 'branches')} with older runs in the list below`}
      </p>
    </>
  )
}

/** The legs on which it failed, and those on which it only passed; null if that tells nothing. */
function failingLegs(runs: TestRun[]): string | null {
  const legs = Map.groupBy(runs, ({ leg }) => leg || 'no leg')
  const failing = [...legs].filter(([, own]) =>
    own.some(({ status }) => ['failed', 'flaky'].includes(status)),
  )
  const passing = [...legs]
    .filter(([, own]) => own.every(({ status }) => !['failed', 'flaky'].includes(status)))
    .filter(([, own]) => own.some(({ status }) => status === 'passed'))
  if (failing.length === 0 || passing.length === 0) return null
  return `Failed on ${failing.map(([leg]) => leg).join(', ')} only, never on ${passing.map(([leg]) => leg).join(', ')} in these runs.`
}
