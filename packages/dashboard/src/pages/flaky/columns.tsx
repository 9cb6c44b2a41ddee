import { errorLine } from '@svc/protocol'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { FlakyTest } from '../../data/insights.ts'
import type { DataColumn } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Marks } from '../../parts/marks.tsx'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { FailedRuns, Rate } from '../../parts/rate.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { evidenceText } from './evidence-text.ts'

const route = getRouteApi('/o/$organization/$project/flaky')

interface Shown {
  organization: string
  project: string
  state: 'flaky' | 'broken'
  branch: string | undefined
  /** The end of the scale of all rates. */
  most: number
}

/** Of a row beside the pane, which shows the rest. */
export const BRIEF = ['test', 'rate']

/** What the page says of each test: its rate with the runs behind it, its error with the document that knows it, its owner, its age and its cost. */
export const columnsOf = ({ organization, project, state, branch, most }: Shown): DataColumn<FlakyTest>[] => [
  {
    id: 'test',
    title: 'Test',
    isFixed: true,
    className: 'wide',
    first: 'up',
    sorts: ['A to Z', 'Z to A'],
    cell: (test, isSelected) => <Name test={test} isSelected={isSelected} />,
  },
  {
    id: 'rate',
    title: 'Rate',
    isFixed: true,
    sorts: ['lowest first', 'highest first'],
    cell: ({ flakinessRate, failedRuns }) => (
      <span className="stacked">
        {state === 'broken' ? (
          <FailedRuns failed={failedRuns} runs={flakinessRate.denominator} />
        ) : (
          <Rate rate={flakinessRate} most={most} />
        )}
        <span className="under">
          {count(flakinessRate.denominator, 'run')}
          {state === 'flaky' && failedRuns > 0 && `, failed in ${failedRuns}`}
        </span>
      </span>
    ),
  },
  {
    id: 'runs',
    title: 'Runs',
    sorts: ['least evidence first', 'most evidence first'],
    cell: ({ recent, evidence, failedRuns, flakinessRate }) => (
      <span className="stacked">
        <Marks
          runs={recent.map(({ startedAt: at, ...run }) => ({ ...run, at })).reverse()}
          where={branch ?? 'all branches'}
          links
        />
        <span className="under">
          {state !== 'broken'
            ? evidenceText(evidence)
            : failedRuns === flakinessRate.denominator
              ? 'never passed'
              : `failed in ${failedRuns}`}
        </span>
      </span>
    ),
  },
  {
    id: 'error',
    title: 'Error',
    className: 'cut',
    cell: ({ lastError, document }) =>
      lastError && (
        <span className="stacked">
          <Link
            className="link ellipsis"
            to="/o/$organization/$project/failures/$fingerprint"
            params={{ organization, project, fingerprint: lastError.fingerprint }}
            title={lastError.message}
          >
            {errorLine(lastError.message)}
          </Link>
          {document && (
            <span className="under ellipsis">
              known:{' '}
              <Link
                className="link"
                to="/o/$organization/knowledge/$"
                params={{ organization, _splat: `${document.project}/${document.path}` }}
              >
                {document.title}
              </Link>
            </span>
          )}
        </span>
      ),
  },
  {
    id: 'owner',
    title: 'Owner',
    first: 'up',
    sorts: ['A to Z', 'Z to A'],
    cell: ({ owners }) => owners.join(' '),
  },
  {
    id: 'seen',
    title: 'Last seen',
    className: 'number',
    sorts: ['oldest first', 'newest first'],
    cell: ({ lastError, monitor, monitorSince }) => (
      <span className="stacked">
        {lastError ? <Time at={lastError.startedAt} /> : 'not in this period'}
        <span className="under">
          {monitorSince === null ? (
            `not yet judged ${state}`
          ) : (
            <>
              {monitor} since <Time at={monitorSince} />
            </>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'cost',
    title: 'Cost',
    className: 'number',
    sorts: ['lowest first', 'highest first'],
    cell: ({ costMs, flakinessRate: { numerator } }) =>
      costMs !== null &&
      numerator > 0 && (
        <span className="stacked" title="At least: its runs with evidence × how long it takes">
          <Duration ms={costMs} />
          <span className="under">{count(numerator, 'attempt')}</span>
        </span>
      ),
  },
]

/** It opens the pane. */
function Name({ test, isSelected }: { test: FlakyTest; isSelected: boolean }) {
  const { testId, titles, file, variant, monitor } = test
  return (
    <span className="flaky-name">
      {isJudged(test) ? (
        <MonitorIcon state={monitor} isNamed />
      ) : (
        <Icon name="clock" tone="muted" label="not yet judged" />
      )}
      <span className="about">
        <route.Link
          className="name ellipsis"
          to="."
          search={(before) => ({ ...before, test: isSelected ? undefined : testId })}
          replace
          resetScroll={false}
          aria-expanded={isSelected}
        >
          {titles.join(' › ')}
        </route.Link>
        <span className="under ellipsis">{[variant, file].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  )
}

/** True if the monitor of the test has ever left `healthy`; the others have too few runs for a judgement. */
const isJudged = ({ monitorSince }: FlakyTest): boolean => monitorSince !== null
