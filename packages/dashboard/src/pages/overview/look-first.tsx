import { DEFAULT_SUITE } from '@svc/protocol'
import { Link, linkOptions } from '@tanstack/react-router'
import type { Overview } from '../../data/runs.ts'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { count, firstLine, number, shortSha } from '../../parts/words.ts'

type Tests = Overview['lookFirst']['broken']
type Commit = NonNullable<NonNullable<Overview['main']>['since']['commit']>

/** `c0ffee1 Round each line (#7)`. */
export const commitText = ({ sha, message }: Commit): string =>
  [sha && shortSha(sha), message && firstLine(message)].filter(Boolean).join(' ')

/** Problems that need a person, the most urgent first: failing suites, broken tests, newly flaky tests. */
export function LookFirst({ overview, organization }: { overview: Overview; organization: string }) {
  const { main, lookFirst, branch, project } = overview
  const failing = main?.suites.filter(({ status }) => status === 'failed') ?? []
  const { broken, newlyFlaky } = lookFirst
  const isCalm = failing.length + broken.count + newlyFlaky.count === 0
  return (
    <section className="listed" aria-labelledby="first">
      <h2 id="first">Look first</h2>
      <div className="card first">
        {isCalm && (
          <p className="none">
            <Icon name="passed" tone="passed" /> Nothing needs attention: no failing suite of {branch}, no
            broken test, no newly flaky test.
          </p>
        )}
        {failing.length > 0 && (
          <section aria-labelledby="failing">
            <h3 id="failing">
              <Icon name="failed" tone="failed" />
              {count(failing.length, 'failing suite')} of <span className="mono">{branch}</span>
            </h3>
            <ul>
              {failing.map(({ suite, newest, since, failed }) => (
                <li key={suite}>
                  <Link to="/executions/$id" params={{ id: newest.id }} className="entry">
                    <span className="name ellipsis">
                      {suite === DEFAULT_SUITE ? 'The newest run' : suite}
                    </span>
                    <b className="failed nowrap">
                      {failed > 0 ? `${number(failed)} failed` : 'the run failed'}
                    </b>
                    {since.commit && (
                      <span className="muted ellipsis not-phone">{commitText(since.commit)}</span>
                    )}
                    <span className="muted end nowrap">
                      since <Time at={since.startedAt} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <TestsList
          id="broken"
          icon="failed"
          title={count(broken.count, 'broken test')}
          note={broken.count === 1 ? 'fails until it is fixed' : 'fail until they are fixed'}
          tests={broken}
          state="broken"
          organization={organization}
          project={project}
        />
        <TestsList
          id="newly-flaky"
          icon="flaky"
          title={count(newlyFlaky.count, 'newly flaky test')}
          note={
            newlyFlaky.count === 1 ? 'fails and passes on the same code' : 'fail and pass on the same code'
          }
          tests={newlyFlaky}
          state="flaky"
          organization={organization}
          project={project}
        />
      </div>
    </section>
  )
}

function TestsList({
  id,
  icon,
  title,
  note,
  tests,
  state,
  organization,
  project,
}: {
  id: string
  icon: 'failed' | 'flaky'
  title: string
  note: string
  tests: Tests
  state: 'broken' | 'flaky'
  organization: string
  project: string
}) {
  if (tests.count === 0) return null
  const more = linkOptions({
    to: '/o/$organization/$project/flaky',
    params: { organization, project },
    // The default is omitted from the address.
    search: state === 'broken' ? { state } : {},
  })
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <Icon name={icon} tone={icon} />
        <Link {...more}>{title}</Link>
        <span className="muted">{note}</span>
      </h3>
      <ul>
        {tests.tests.map(({ testId, titles, file, since }) => (
          <li key={testId}>
            <Link
              to="/o/$organization/$project/tests/$id"
              params={{ organization, project, id: testId }}
              className="entry"
            >
              <span className="name ellipsis" title={`${file} › ${titles.join(' › ')}`}>
                {titles.at(-1)}
              </span>
              <span className="muted ellipsis not-phone">{file}</span>
              <span className="muted end nowrap">
                since <Time at={since} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {tests.count > tests.tests.length && (
        <Link className="link all" {...more}>
          All {number(tests.count)}
        </Link>
      )}
    </section>
  )
}
