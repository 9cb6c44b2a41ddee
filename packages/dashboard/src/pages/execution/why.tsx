import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Comparison, Verdict } from '../../data/queries.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { labelOf, Marks } from '../../parts/marks.tsx'
import { VerdictChip } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { count, sentence } from '../../parts/words.ts'
import type { Failure } from './failures-of.ts'
import { marksOf } from './marks-of.ts'
import './why.css'

/** The verdict, the sentence that explains it, and the runs behind the sentence. */
export function Why({
  failure,
  comparison,
  execution: own,
}: {
  failure: Failure
  comparison: Comparison | null
  /** The id of the shown execution, to which no link is needed. */
  execution: string
}) {
  const { verdict } = failure
  if (verdict === null) return null
  const branch = comparison?.base?.branch ?? 'the base'
  const { runs, attempts } = marksOf(failure)
  return (
    <div className={`why ${verdict.kind}`}>
      <p>
        <VerdictChip kind={verdict.kind} />
        {sentence(verdict.because)}
        {verdict.missing && ` ${sentence(verdict.missing)}`}
      </p>
      <div className="evidence">
        <Marks runs={runs} attempts={attempts} where={branch} links />
        {runs.length + attempts.length > 0 && <span>{labelOf(runs, attempts, branch)}</span>}
      </div>
      {verdict.trials && (
        <Trials {...verdict.trials}>
          {comparison && (
            <Link
              className="link"
              to="/o/$organization/$project/failures/$fingerprint"
              params={{
                organization: comparison.organization,
                project: comparison.head.project,
                fingerprint: failure.fingerprint,
              }}
              search={{ run: own }}
            >
              All trials
            </Link>
          )}
        </Trials>
      )}
      {verdict.evidence.length > 0 && (
        <ul className="evidence">
          {alike(verdict.evidence).map(({ what, of, runs: each }) => (
            <li key={`${what} ${of}`}>
              {EVIDENCE[what]} {of !== null && <span className="mono">{of}</span>}
              {each.map(({ execution, startedAt }) =>
                execution === own ? (
                  <span key={execution}>in this run</span>
                ) : (
                  <Link key={execution} className="link" to="/executions/$id" params={{ id: execution }}>
                    <span className="sr">{EVIDENCE[what]} </span>
                    <Time at={startedAt} />
                  </Link>
                ),
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How often it failed when it was tried again, with the commands that do it once more. */
function Trials({ head, base, after, children }: NonNullable<Verdict['trials']> & { children: ReactNode }) {
  const sides = [
    { where: 'here', ...head },
    ...(base ? [{ where: `on ${base.branch ?? 'the base'}`, ...base }] : []),
  ]
  return (
    <ul className="evidence">
      {sides.map(({ where, failed, passed, command }) => (
        <li key={where}>
          Failed {failed} of {failed + passed} trials {where}
          {after.length > 0 && `, after ${count(after.length, 'other file')}`}
          <CopyButton text={command} label={`Copy the command ${where}`} className="button bare" />
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  )
}

/** Groups runs of the same branch with the same outcome. */
function alike(evidence: Verdict['evidence']) {
  const groups = Map.groupBy(evidence, ({ what, branch }) => `${what} ${branch}`)
  return [...groups.values()].flatMap((runs) =>
    runs[0] ? [{ what: runs[0].what, of: runs[0].branch, runs }] : [],
  )
}

const EVIDENCE: Record<Verdict['evidence'][number]['what'], string> = {
  'failed-here': 'Failed on this branch',
  'failed-before': 'Failed before',
  'passed-on-base': 'Passed on the base',
  'failed-on-base': 'Failed on the base',
  'passed-on-base-since': 'Passed on the base since',
  'failed-on-base-since': 'Failed on the base since',
  'without-it-on-base': 'The base without it',
  'other-leg': 'Another leg',
  flaked: 'Failed and passed on the same code',
  'passed-on-same-code': 'Passed on the same code',
  'passed-alone': 'Passed when run alone',
  'failed-elsewhere': 'Failed on another branch',
  'passed-elsewhere': 'Passed on another branch',
}
