import { errorLine } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import type { ListedTest } from '../../data/insights.ts'
import type { DataColumn } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Marks } from '../../parts/marks.tsx'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { Rate } from '../../parts/rate.tsx'
import { Spark } from '../../parts/spark.tsx'
import { speedOf } from '../../parts/speed.ts'
import { TestLine } from '../../parts/test-line.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { durationText } from '../../parts/words.ts'
import './tests.css'

/** What the page says of each test of a project. Rates, runs and errors are of the last 30 days, durations of the default branch. */
export const columnsOf = (organization: string, project: string): DataColumn<ListedTest>[] => [
  {
    id: 'test',
    title: 'Test',
    isFixed: true,
    className: 'wide',
    first: 'up',
    sorts: ['A to Z', 'Z to A'],
    cell: (test) => (
      <span className="listed-test">
        <State test={test} />
        <TestLine test={test} organization={organization} project={project} />
      </span>
    ),
  },
  {
    id: 'duration',
    title: 'Duration',
    className: 'number',
    sorts: ['shortest first', 'longest first'],
    cell: ({ details }) =>
      details &&
      details.durations.length > 0 && (
        <span className="took">
          <Spark values={details.durations} />
          <span className="stacked">
            {details.durationMs !== null && <Duration ms={details.durationMs} />}
            <Slower durations={details.durations} />
          </span>
        </span>
      ),
  },
  {
    id: 'rate',
    title: 'Flake rate',
    className: 'number',
    sorts: ['lowest first', 'highest first'],
    cell: ({ details }) => details && <Rate rate={details.flakinessRate} />,
  },
  {
    id: 'runs',
    title: 'Runs',
    cell: ({ details }) =>
      details && <Marks runs={details.recent.map(markOf).reverse()} where="all branches" links />,
  },
  {
    id: 'failed',
    title: 'Last failure',
    className: 'cut',
    sorts: ['oldest first', 'newest first'],
    cell: ({ details }) =>
      details?.lastError && (
        <span className="stacked">
          <Time at={details.lastError.startedAt} />
          <Link
            className="link ellipsis"
            to="/o/$organization/$project/failures/$fingerprint"
            params={{ organization, project, fingerprint: details.lastError.fingerprint }}
            title={details.lastError.message}
          >
            {errorLine(details.lastError.message)}
          </Link>
        </span>
      ),
  },
  {
    id: 'owner',
    title: 'Owner',
    cell: ({ details }) => details?.owners.join(' '),
  },
  {
    id: 'first',
    title: 'First seen',
    className: 'number',
    sorts: ['oldest first', 'newest first'],
    cell: ({ firstSeenAt, formerNames }) => (
      <span className="muted">
        <Time at={firstSeenAt} />
        {formerNames.length > 0 && ', renamed'}
      </span>
    ),
  },
]

/** The monitor's state. Of a healthy test, whose newest run may still have failed, that run. */
function State({ test: { monitor, details } }: { test: ListedTest }) {
  if (monitor === 'healthy' && details?.recent[0]?.status === 'failed')
    return <Icon name="failed" tone="muted" label="failed in its newest run" />
  return <MonitorIcon state={monitor} isNamed />
}

/** The newest passes, which are compared with the earlier ones of the line beside them. */
const NEWEST = 3
/** Milliseconds that nobody waits for. */
const UNNOTICED_MS = 100

/** Answers in the list what would else be looked up test by test. */
function Slower({ durations }: { durations: number[] }) {
  const speed = speedOf(durations.slice(-NEWEST), durations.slice(0, -NEWEST))
  if (speed?.change !== 'slower' || speed.recentMs - speed.earlierMs < UNNOTICED_MS) return null
  return (
    <span className="slower" title={`Medians of its newest ${NEWEST} passes and of those before`}>
      slower: {durationText(speed.recentMs)}, was {durationText(speed.earlierMs)}
    </span>
  )
}

type Recent = NonNullable<ListedTest['details']>['recent'][number]

const markOf = ({ startedAt: at, ...run }: Recent) => ({ ...run, at })
