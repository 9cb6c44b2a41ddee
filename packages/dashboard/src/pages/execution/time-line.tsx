import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { pauses } from '../../data/pauses.ts'
import type { Execution, Result } from '../../data/queries.ts'
import { resultsOf } from '../../data/rows.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PHONE, useMedia } from '../../parts/use-media.ts'
import { count, durationText } from '../../parts/words.ts'
import { type TimeLine as Line, type Part, timeLineOf } from './lanes.ts'
import { PartCanvas } from './part-canvas.tsx'
import { LONGEST_ZOOM } from './search.ts'
import { Chain } from './time-line-chain.tsx'
import { AttemptList, PartTable } from './time-line-tables.tsx'
import './time-line.css'

const route = getRouteApi('/executions/$id')

/** When each attempt ran, by shard and lane: what waited for what, and what determined the end. */
export function TimeLine({ execution }: { execution: Execution }) {
  const { zoom = 1 } = route.useSearch()
  const read = useQuery(resultsOf(execution.id))
  const line = useTimeLine(execution.parts, read.data)
  const chain = useMemo(() => new Set(line?.chain.map(({ bar }) => bar)), [line])
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!line) return <Skeleton rows={8} />
  const attempts = line.parts.reduce((sum, part) => sum + part.attempts, 0)
  if (attempts === 0) return <Nothing execution={execution} />
  return (
    <div className="time-line">
      <section className="card" aria-labelledby="time-line">
        <header>
          <h2 id="time-line">Time line</h2>
          <p className="muted">
            {count(attempts, 'attempt')}, {durationText(line.durationMs)} from the first start to the last
            end. Lanes are computed from start times: attempts that overlap are on different lanes.
          </p>
          <Zoom zoom={zoom} />
        </header>
        <section className="stage" aria-label="Attempts by shard and lane" tabIndex={zoom > 1 ? 0 : -1}>
          <div style={{ width: `${zoom * 100}%` }}>
            <Axis durationMs={line.durationMs} zoom={zoom} />
            {line.parts.map((part) => (
              <PartCanvas key={part.part.number} part={part} durationMs={line.durationMs} chain={chain} />
            ))}
          </div>
        </section>
        <Legend line={line} />
      </section>
      <Chain chain={line.chain} durationMs={line.durationMs} />
      <PartTable parts={line.parts} />
      <AttemptList parts={line.parts} attempts={attempts} />
    </div>
  )
}

/** Computed in pieces, after which it replaces the one of earlier results. */
function useTimeLine(parts: Part[], results: Result[] | undefined): Line | null {
  const [made, setMade] = useState<{ line: Line } | { error: unknown } | null>(null)
  useEffect(() => {
    if (!results) return
    let isNewest = true
    timeLineOf(parts, results, pauses()).then(
      (line) => isNewest && setMade({ line }),
      (error) => isNewest && setMade({ error }),
    )
    return () => {
      isNewest = false
    }
  }, [parts, results])
  if (made && 'error' in made) throw made.error
  return made?.line ?? null
}

function Zoom({ zoom }: { zoom: number }) {
  const to = (next: number, label: string, icon: 'plus' | 'skipped') => (
    <route.Link
      to="."
      className="button bare icon-only"
      search={(before) => ({ ...before, zoom: next === 1 ? undefined : next })}
      replace
      resetScroll={false}
      disabled={next < 1 || next > LONGEST_ZOOM}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </route.Link>
  )
  return (
    <div className="zoom">
      {to(zoom / 2, 'Zoom out', 'skipped')}
      <span className="muted">{zoom} ×</span>
      {to(zoom * 2, 'Zoom in', 'plus')}
    </div>
  )
}

/** Round times, about as many as fit. */
function Axis({ durationMs, zoom }: { durationMs: number; zoom: number }) {
  const isPhone = useMedia(PHONE)
  const steps = isPhone ? 4 : 6
  const labelWidth = isPhone ? 0.18 : 0.07
  const stepMs = STEPS_MS.find((each) => durationMs / each <= steps * zoom) ?? durationMs
  const ticks = Array.from({ length: Math.floor(durationMs / stepMs) + 1 }, (_, i) => i * stepMs)
  return (
    <div className="time-axis" aria-hidden="true">
      {ticks
        // The label of the last one would not fit.
        .filter((ms) => ms <= durationMs * (1 - labelWidth / zoom))
        .map((ms) => (
          <span key={ms} style={{ left: `${(ms / Math.max(1, durationMs)) * 100}%` }}>
            {ms === 0 ? '0' : durationText(ms)}
          </span>
        ))}
    </div>
  )
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 20, 30, 60, 120, 240].map((n) => n * MINUTE_MS),
]

function Legend({ line }: { line: Line }) {
  return (
    <ul className="time-legend" aria-label="Legend">
      <li>
        <i className="passed low" /> passed
      </li>
      <li>
        <i className="failed" /> failed
      </li>
      <li>
        <i className="flaky" /> failed, then passed
      </li>
      <li>
        <i className="idle" /> nothing ran
      </li>
      {line.chain.length > 0 && (
        <li>
          <i className="chain" /> decided the end
        </li>
      )}
      <li className="muted not-phone">Arrow keys move between attempts, Enter opens one.</li>
    </ul>
  )
}

function Nothing({ execution }: { execution: Execution }) {
  const isRemoved = execution.resultsRemovedAt !== null
  return (
    <EmptyState icon="clock" title={isRemoved ? 'This run no longer has a time line' : 'Nothing ran yet'}>
      <p>
        {isRemoved
          ? 'It shows attempts, and retention removed them with the results of this run.'
          : 'The time line shows attempts as soon as the first test has ended.'}
      </p>
      <route.Link className="button" to="." search={{}}>
        Failures
      </route.Link>
    </EmptyState>
  )
}
