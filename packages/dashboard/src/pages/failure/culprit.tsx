import { percentText } from '@svc/protocol'
import type { FailureCluster } from '../../data/insights.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Time } from '../../parts/time.tsx'
import { count, number, shortSha } from '../../parts/words.ts'

/** The commit that broke the base, or the smallest range, as a search by trials found it. */
export function Culprit({ culprit }: { culprit: NonNullable<FailureCluster['culprit']> }) {
  const { commits, commitCount, probability, before, after, skipped, command, sentBy, foundAt } = culprit
  const branch = culprit.execution?.branch ?? null
  const fails = ({ failed, passed }: typeof before) => `${number(failed)} of ${number(failed + passed)}`
  return (
    <section className="card block culprit">
      <h2>
        {branch === null ? (
          'Broken by'
        ) : (
          <>
            <span className="mono">{branch}</span> was broken by
          </>
        )}
      </h2>
      <ul className="ties">
        {commits.toReversed().map(({ sha, author, subject, pullRequest }) => (
          <li key={sha}>
            <p>
              <span className="mono">{shortSha(sha)}</span> {subject}
            </p>
            <p className="muted">
              {author}
              {pullRequest !== null && `, pull request ${pullRequest}`}
            </p>
          </li>
        ))}
      </ul>
      <p>
        {commitCount > 1 && `One of ${count(commitCount, 'commit')}. `}
        Probability {percentText(probability)}: it failed in {fails(before)} runs before, and in{' '}
        {fails(after)} after.
        {skipped > 0 && ` ${count(skipped, 'commit')} could not be run.`}
      </p>
      <p className="muted">
        svc bisect, {sentBy}, <Time at={foundAt} />
      </p>
      <CopyButton text={command} label="Copy the command" />
    </section>
  )
}
