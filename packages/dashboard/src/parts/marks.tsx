import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, type PointerEvent, type ReactNode, Suspense } from 'react'
import { Menu } from '../frame/menu.tsx'
import { type KeyedMark, type Mark, wordsOf } from './mark.ts'
import { type Status, statusWord } from './status.tsx'
import './marks.css'

/** The number of shown attempts; the label counts all of them. */
const MOST_DRAWN = 24

/**
 * Runs as marks, oldest first, then the attempts of this run. A failure is taller than the line, a
 * flake is broken, a skip is a dash, so that shapes show the same as colours. Of many attempts,
 * only the last ones appear. `links` opens the runs; rows of lists are links themselves.
 */
export function Marks({
  runs,
  attempts = [],
  where,
  links = false,
}: {
  runs: Mark[]
  attempts?: Status[]
  /** Their branch, or `all branches`. */
  where: string
  links?: boolean
}) {
  if (runs.length + attempts.length === 0) return null
  const label = labelOf(runs, attempts, where)
  const keyed = withKeys(runs)
  const drawn = (
    <>
      {keyed.map(({ key, status, execution }) => (
        <span key={key} className={`mark ${status}`} {...(links && { 'data-run': execution })} />
      ))}
      {runs.length > 0 && attempts.length > 0 && <span className="now" />}
      {attempts.slice(-MOST_DRAWN).map((status, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts have an order and nothing else
        <span key={i} className={`mark ${status}`} />
      ))}
    </>
  )
  if (links && runs.some(({ execution }) => execution !== undefined))
    return (
      <RunMarks runs={keyed} label={label} where={where}>
        {drawn}
      </RunMarks>
    )
  return (
    <span className={links ? 'marks large' : 'marks'} role="img" aria-label={label}>
      {drawn}
    </span>
  )
}

/** Marks as one control: it lists the runs, newest first. A mouse also hits a single mark, which opens its run. */
function RunMarks({
  runs,
  label,
  where,
  children,
}: {
  runs: KeyedMark[]
  label: string
  where: string
  children: ReactNode
}) {
  const navigate = useNavigate()
  const openMark = (event: MouseEvent) => {
    const { run } = (event.target as HTMLElement).dataset
    if (run === undefined || (event.nativeEvent as globalThis.PointerEvent).pointerType !== 'mouse') return
    event.preventDefault()
    event.stopPropagation()
    void navigate({ to: '/executions/$id', params: { id: run } })
  }
  // Only of the mark that the pointer is on: a table has hundreds.
  const nameMark = ({ target }: PointerEvent) => {
    const mark = target as HTMLElement
    const run = runs[[...(mark.parentElement?.children ?? [])].indexOf(mark)]
    if (mark.dataset.run !== undefined && run) mark.title = wordsOf(run.status, run.at, run.branch)
  }
  return (
    <span className="run-marks" onClickCapture={openMark} onPointerOver={nameMark}>
      <Menu className="marks large" label={`${label}. List the runs`} button={children}>
        <Suspense fallback={<p>Loading…</p>}>
          <MarksList runs={runs} where={where} />
        </Suspense>
      </Menu>
    </span>
  )
}

/** A run may have several marks, one for each leg. */
const withKeys = (runs: Mark[]): KeyedMark[] =>
  runs.map((run, i) => ({ ...run, key: `${run.execution ?? ''}${i}` }))

/** When the menu opens. */
const MarksList = lazy(async () => ({ default: (await import('./marks-list.tsx')).MarksList }))

/** What the marks show, as a sentence: `20 runs of main: 18 passed, 2 flaky; here: 3 failed`. */
export function labelOf(runs: Mark[], attempts: Status[], where: string): string {
  const of = (all: Status[]) =>
    [...Map.groupBy(all, statusWord)].map(([word, each]) => `${each.length} ${word}`).join(', ')
  const before =
    runs.length === 0
      ? ''
      : `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} of ${where}: ${of(runs.map(({ status }) => status))}`
  const here = attempts.length === 0 ? '' : `here: ${of(attempts)}`
  return [before, here].filter(Boolean).join('; ')
}
