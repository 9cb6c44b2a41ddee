import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type Panel, PanelDrawing, readingOf } from './chart-panel.tsx'
import type { Slot } from './chart-slots.ts'
import './chart.css'

/** The share of the width at which a tick would lie half outside. */
const EDGE = 0.12

/**
 * Panels over one x axis, with one line and one reading for all their series. A mouse reads where it
 * is and opens with a click; a tap reads, and a second one opens; arrows read, and Enter opens. Escape ends a reading.
 * Beside it, a table or a list has the same as links.
 */
export function Chart({
  label,
  slots,
  panels,
  isRow = false,
  onOpen,
}: {
  /** What it shows in total, for screen readers. */
  label: string
  slots: Slot[]
  panels: Panel[]
  /** In a row of a list: low, without titles and an x axis. The reading names all of them. */
  isRow?: boolean
  /** Opens what a slot counts. */
  onOpen?: (slot: number) => void
}) {
  const [at, setAt] = useState<number | null>(null)
  const tapped = useRef<number | null>(null)
  const last = slots.length - 1
  const slotAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * slots.length)))
  }
  const onClick = (event: MouseEvent) => {
    const slot = slotAt(event)
    const isSecond = tapped.current === slot
    tapped.current = slot
    setAt(slot)
    if (isSecond || isMouse(event)) onOpen?.(slot)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = at ?? last
    const [before, behind] = [now - 1, now + 1]
    const moves = {
      ArrowLeft: before,
      ArrowDown: before,
      ArrowRight: behind,
      ArrowUp: behind,
      Home: 0,
      End: last,
    }
    const to = moves[event.key as keyof typeof moves]
    if (event.key === 'Enter') onOpen?.(now)
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }
  // Wherever the focus is: a pointer alone also shows a reading, which may cover what one wants to see.
  const isShown = at !== null
  useEffect(() => {
    if (!isShown) return
    const close = (event: { key: string }) => event.key === 'Escape' && setAt(null)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isShown])
  const leave = () => {
    tapped.current = null
    setAt(null)
  }
  return (
    <div className={isRow ? 'chart in-row' : 'chart'}>
      {panels.map((panel) => (
        <PanelDrawing key={panel.title} panel={panel} slots={slots.length} />
      ))}
      <div className="x-axis" aria-hidden="true">
        {slots.map(({ key, tick }, i) =>
          tick === null ? null : (
            <span key={key} className="x-tick" style={tooltipPlaceOf((i + 0.5) / slots.length)}>
              {tick}
            </span>
          ),
        )}
      </div>
      <div
        className={onOpen ? 'chart-over opens' : 'chart-over'}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={slots.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={saidOf(slots[at ?? last], panels, at ?? last)}
        onPointerMove={(event) => isMouse(event) && setAt(slotAt(event))}
        onPointerLeave={(event) => isMouse(event) && setAt(null)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setAt(at ?? last)}
        onBlur={leave}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {at !== null && <Reading at={at} slots={slots} panels={panels} />}
      </div>
    </div>
  )
}

/** Below its slot, but inside of the chart. */
const tooltipPlaceOf = (share: number) => ({
  left: `${share * 100}%`,
  translate: share < EDGE ? '0' : share > 1 - EDGE ? '-100%' : '-50%',
})

function Reading({ at, slots, panels }: { at: number; slots: Slot[]; panels: Panel[] }) {
  const middle = (at + 0.5) / slots.length
  const side = middle > 0.5 ? { right: `${(1 - middle) * 100}%` } : { left: `${middle * 100}%` }
  return (
    <>
      <i className="crosshair" style={{ left: `${middle * 100}%` }} />
      <dl className="chart-tip" style={side}>
        <dt className="when">{slots[at]?.text}</dt>
        {readingOf(panels, at).map(({ name, look, text }) => (
          <div key={name}>
            <dt>
              <i className={`box ${look}`} /> {name}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const isMouse = (event: MouseEvent): boolean => (event.nativeEvent as PointerEvent).pointerType === 'mouse'

const saidOf = (slot: Slot | undefined, panels: Panel[], at: number): string =>
  [slot?.text, ...readingOf(panels, at).map(({ name, text }) => `${text} ${name}`)].join(', ')
