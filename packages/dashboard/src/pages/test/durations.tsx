import { useNavigate } from '@tanstack/react-router'
import type { TestRun } from '../../data/insights.ts'
import { Chart } from '../../parts/chart.tsx'
import { durationScale } from '../../parts/chart-scale.ts'
import { speedOf } from '../../parts/speed.ts'
import { statusWord } from '../../parts/status.tsx'
import { dayText, useNow } from '../../parts/time.tsx'
import { count, durationText } from '../../parts/words.ts'

/** With fewer passed runs, nothing is usual yet. */
const LEAST_PASSED = 5

/**
 * How long each run took, oldest first, in the band of four of five passed runs. A dot opens its run;
 * the list of runs has the same as links.
 */
export function Durations({ runs }: { runs: TestRun[] }) {
  const timed = runs.filter(({ status }) => status !== 'skipped').reverse()
  if (timed.length === 0) return <p className="muted">It was skipped in all of these runs.</p>
  return <Timed timed={timed} />
}

function Timed({ timed }: { timed: TestRun[] }) {
  const navigate = useNavigate()
  const band = bandOf(timed)
  const most = Math.max(...timed.map(({ durationMs }) => durationMs))
  const usual = band
    ? `Usually ${durationText(band.low)} to ${durationText(band.high)}, median ${durationText(band.middle)}`
    : `Too few passing runs to tell what is usual`
  const ends = [0, timed.length - 1]
  return (
    <>
      <Chart
        label={`${usual}; ${count(timed.length, 'run')}, at most ${durationText(most)}`}
        slots={timed.map(({ execution, leg, testId, status, startedAt }, i) => ({
          key: `${execution.id}${leg}${testId}`,
          text: [dayText(startedAt), execution.branch ?? 'no branch', leg, statusWord(status)]
            .filter(Boolean)
            .join(', '),
          tick: ends.includes(i) ? dayText(startedAt) : null,
        }))}
        panels={[
          {
            title: 'Duration',
            scale: durationScale(most),
            text: durationText,
            band,
            dots: {
              name: 'duration',
              values: timed.map(({ durationMs }) => durationMs),
              words: { other: 'skipped' },
              looks: timed.map(({ status }) => (status === 'skipped' ? 'other' : status)),
            },
          },
        ]}
        onOpen={(i) => {
          const id = timed[i]?.execution.id
          if (id !== undefined) void navigate({ to: '/executions/$id', params: { id } })
        }}
      />
      <p className="note muted">{usual}.</p>
    </>
  )
}

const WEEK_MS = 7 * 86_400_000
const CHANGES = { slower: 'Slower than before', faster: 'Faster than before', same: 'As fast as before' }

/** Whether its passes of the last week take longer than those before, in a sentence; nothing with too few of either. */
export function SpeedChange({ runs }: { runs: TestRun[] }) {
  const weekAgo = useNow() - WEEK_MS
  const passed = runs.filter(({ status }) => status === 'passed')
  const [recent, earlier] = [true, false].map((isRecent) =>
    passed
      .filter(({ startedAt }) => Date.parse(startedAt) >= weekAgo === isRecent)
      .map(({ durationMs }) => durationMs),
  )
  const speed = speedOf(recent ?? [], earlier ?? [])
  if (speed === null) return null
  const { change, recentMs, earlierMs } = speed
  return (
    <p>{`${CHANGES[change]}: median ${durationText(recentMs)} in the last 7 days, ${durationText(earlierMs)} in the runs before.`}</p>
  )
}

/** The median, and the range of four of five runs, in milliseconds; null with too few passed runs. */
function bandOf(runs: TestRun[]): { low: number; middle: number; high: number } | null {
  const passed = runs
    .filter(({ status }) => status === 'passed')
    .map(({ durationMs }) => durationMs)
    .sort((a, b) => a - b)
  if (passed.length < LEAST_PASSED) return null
  const at = (share: number) => passed[Math.round(share * (passed.length - 1))] as number
  return { low: at(0.1), middle: at(0.5), high: at(0.9) }
}
