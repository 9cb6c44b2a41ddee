import { Link } from '@tanstack/react-router'
import type { PullRequest } from '../../data/runs.ts'
import { StateIcon } from '../../parts/execution-line.tsx'
import { Time } from '../../parts/time.tsx'
import { shortSha } from '../../parts/words.ts'
import { ordinal, pushText } from './push-text.ts'

/** The time line of a pull request: what each push fixed and broke, and what it left, newest first. */
export function Pushes({ pushes }: { pushes: PullRequest['pushes'] }) {
  const last = pushes.at(-1)
  if (last === undefined) return null
  return (
    <section className="pushes" aria-labelledby="pushes">
      <h2 id="pushes">Pushes</h2>
      <p className="muted">Each test counts once. Failures of the base do not count.</p>
      <ol className="card" reversed>
        {pushes.map((push) => (
          <li key={push.number}>
            <StateIcon state={push.state} />
            <div>
              <p>
                <PushWords push={push} />
              </p>
              <p className="muted">
                {push.sha !== null && <span className="mono">{shortSha(push.sha)} </span>}
                <Time at={push.startedAt} />
                {push.runs.map(({ id, suite }) => (
                  <span key={id}>
                    {' · '}
                    <Link className="link" to="/executions/$id" params={{ id }}>
                      {push.runs.length === 1 ? 'the run' : suite}
                      <span className="sr"> of the {ordinal(push.number)} push</span>
                    </Link>
                  </span>
                ))}
              </p>
            </div>
          </li>
        ))}
        {last.number > 1 && <li className="muted">and {ordinal(last.number - 1)} to 1st push</li>}
      </ol>
    </section>
  )
}

/** `2nd push fixed 1, 1 left`. */
export const PushWords = ({ push }: { push: PullRequest['pushes'][number] }) => (
  <>
    <b>{ordinal(push.number)} push</b> <span className="what">{pushText(push)}</span>
  </>
)
