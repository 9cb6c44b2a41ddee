import { getRouteApi } from '@tanstack/react-router'
import type { FlakyTest } from '../../data/insights.ts'
import { Icon } from '../../parts/icon.tsx'
import { Marks } from '../../parts/marks.tsx'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { AlwaysFailed, Rate } from '../../parts/rate.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { evidenceText } from './evidence-text.ts'
import { isJudged } from './judged.ts'

const route = getRouteApi('/o/$organization/$project/flaky')

/** A test with its rate and the evidence for it. Its name opens the pane; each mark opens its run. */
export function FlakyRow({
  test,
  most,
  isSelected,
  isBrief,
}: {
  test: FlakyTest
  most: number
  isSelected: boolean
  /** True beside a pane, which shows the rest. */
  isBrief: boolean
}) {
  const { testId, titles, file, variant, flakinessRate, monitor, monitorSince, owners, recent, failedRuns } =
    test
  const { state } = route.useSearch()
  const marks = recent.map(({ status, execution, startedAt: at }) => ({ status, execution, at })).reverse()
  return (
    <article
      className={isBrief ? 'flaky-row brief' : 'flaky-row'}
      id={`flaky-${testId}`}
      {...(isSelected && { 'aria-current': 'true' })}
    >
      {isJudged(test) ? (
        <MonitorIcon state={monitor} isNamed />
      ) : (
        <Icon name="clock" tone="muted" label="not yet judged" />
      )}
      <div className="about">
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
        <span className="under ellipsis">{[file, variant, ...owners].filter(Boolean).join(' · ')}</span>
      </div>
      <div className="measured">
        {state === 'broken' ? (
          <>
            <AlwaysFailed />
            <span className="under">{count(flakinessRate.denominator, 'run')}</span>
          </>
        ) : (
          <>
            <Rate rate={flakinessRate} most={most} />
            <span className="under">
              {count(flakinessRate.denominator, 'run')}
              {failedRuns > 0 && `, failed in ${failedRuns}`}
            </span>
          </>
        )}
      </div>
      {!isBrief && (
        <div className="evidence">
          <Marks runs={marks} where={titles.at(-1) ?? ''} links />
          <span className="under">{state === 'broken' ? 'never passed' : evidenceText(test.evidence)}</span>
        </div>
      )}
      {!isBrief && (
        <div className="since under">
          {monitorSince === null ? (
            `not yet judged ${state || 'flaky'}`
          ) : (
            <>
              {monitor} since <Time at={monitorSince} />
            </>
          )}
        </div>
      )}
    </article>
  )
}
