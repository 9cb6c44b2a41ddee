import { Link } from '@tanstack/react-router'
import type { TestRun } from '../../data/insights.ts'
import { withoutCodes } from '../../parts/codes.ts'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'

const MOST_SHOWN = 6
const LONGEST = 400

/** The errors of the shown runs, one for each fingerprint, the newest first. */
export function NewestFailures({
  runs,
  organization,
  project,
}: {
  runs: TestRun[]
  organization: string
  project: string
}) {
  const failed = runs.filter(({ error }) => error !== null)
  const causes = [...Map.groupBy(failed, ({ error }) => error?.fingerprint ?? '')]
  if (causes.length === 0) return <p className="muted">None in these runs.</p>
  return (
    <ul className="causes">
      {causes.slice(0, MOST_SHOWN).map(([fingerprint, own]) => {
        const [newest] = own as [TestRun]
        return (
          <li key={fingerprint}>
            <p className="error">{shortened(withoutCodes(newest.error?.message ?? ''))}</p>
            <p className="muted">
              {count(own.length, 'run')}, newest{' '}
              <Link className="link" to="/executions/$id" params={{ id: newest.execution.id }}>
                <Time at={newest.startedAt} />
              </Link>{' '}
              ·{' '}
              <Link
                className="link"
                to="/o/$organization/$project/failures/$fingerprint"
                params={{ organization, project, fingerprint }}
              >
                All tests with it
              </Link>
            </p>
          </li>
        )
      })}
      {causes.length > MOST_SHOWN && (
        <li className="muted">and {count(causes.length - MOST_SHOWN, 'other error')}</li>
      )}
    </ul>
  )
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
