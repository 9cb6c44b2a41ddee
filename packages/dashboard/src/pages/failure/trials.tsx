import { getRouteApi, Link } from '@tanstack/react-router'
import type { Experiment } from '../../data/experiments.ts'
import type { FailureCluster } from '../../data/insights.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TestLine } from '../../parts/test-line.tsx'
import { Time } from '../../parts/time.tsx'
import { count, shortSha } from '../../parts/words.ts'
import './trials.css'

const route = getRouteApi('/o/$organization/$project/failures/$fingerprint')

/** What trials of the failed tests showed in one execution. */
export function Trials({
  run,
  all,
  occurrences,
}: {
  /** The id of the execution. */
  run: string
  all: Experiment[]
  occurrences: FailureCluster['occurrences']
}) {
  const { organization, project, fingerprint } = route.useParams()
  const failed = occurrences.find(({ execution }) => execution.id === run)?.sample ?? []
  const own = ofFailure(all, fingerprint, new Set(failed.map(({ testId }) => testId)))
  if (own.length === 0) return null
  return (
    <section className="card block" id="trials">
      <h2>Trials</h2>
      <p className="muted">
        Its tests were run again after{' '}
        <Link className="link" to="/executions/$id" params={{ id: run }}>
          an execution
        </Link>
        , in no history.
      </p>
      <ul className="trials">
        {own.map((experiment) => (
          <li key={experiment.id}>
            <TestLine test={experiment.test} organization={organization} project={project} />
            <p className="muted">
              <Facts>
                {PURPOSE[experiment.purpose]}
                <Time at={experiment.startedAt} />
                {experiment.machine}
                {experiment.alike > 1 && `one of ${count(experiment.alike, 'test')} with its error`}
              </Facts>
            </p>
            {experiment.after.length > 0 && (
              <p>
                After <span className="mono">{experiment.after.join(', ')}</span>
              </p>
            )}
            <Side experiment={experiment} side="head" where="here" of={experiment.head} />
            {experiment.base && (
              <Side
                experiment={experiment}
                side="base"
                where={`on ${experiment.base.branch ?? 'the base'}`}
                of={experiment.base}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One side of an experiment: its counts, why trials say nothing, and the command that repeats one by hand. */
function Side({
  experiment: { trials },
  side,
  where,
  of,
}: {
  experiment: Experiment
  side: 'head' | 'base'
  where: string
  of: Pick<Experiment['head'], 'failed' | 'passed' | 'void' | 'commit' | 'command'>
}) {
  const own = trials.filter((trial) => trial.side === side)
  const reasons = Map.groupBy(
    own.filter(({ result }) => result === 'void'),
    ({ reason }) => reason ?? 'no reason is known',
  )
  const shuffled = own.filter(({ order }) => order !== null).length
  const valid = of.failed + of.passed
  return (
    <div className="side">
      <p>
        <b className={of.failed > 0 ? 'failed' : undefined}>
          {valid === 0 ? 'No valid trial' : `Failed ${of.failed} of ${count(valid, 'trial')}`}
        </b>{' '}
        {where} <span className="mono">{shortSha(of.commit)}</span>
        {shuffled > 0 && `, ${shuffled} of them in another order of the file`}
      </p>
      <CopyButton text={of.command} label={`Copy the command ${where}`} className="button bare" />
      {[...reasons].map(([reason, some]) => (
        <p key={reason} className="muted">
          {count(some.length, 'trial')} without a result: {reason}
        </p>
      ))}
      <code>{of.command}</code>
    </div>
  )
}

/** Trials that failed with this error, and all others of the same tests and of those that had it. */
function ofFailure(all: Experiment[], fingerprint: string, failed: ReadonlySet<string>): Experiment[] {
  const had = new Set(
    all.flatMap(({ test, trials }) =>
      trials.some((trial) => trial.fingerprint === fingerprint) ? [test.testId] : [],
    ),
  )
  return all.filter(({ test }) => had.has(test.testId) || failed.has(test.testId))
}

const PURPOSE: Record<Experiment['purpose'], string> = {
  proof: 'Whose failure is it?',
  'burn-in': 'Is it flaky?',
  bisect: 'Which commit broke it?',
  rerun: 'Does it fail again?',
}
