import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { StatusIcon } from '../../parts/status.tsx'
import { count, durationText } from '../../parts/words.ts'
import { searchOf } from './address-of.ts'
import { type Bar, barAt, type PartLanes } from './lanes.ts'
import { LANE, paint } from './paint-lanes.ts'

/** The maximum distance at which a pointer selects an attempt. */
const REACH = 4

/**
 * The lanes of one part, drawn on a canvas because there may be many; pointer and keys select each
 * attempt.
 */
export const PartCanvas = memo(PartCanvasOf)

function PartCanvasOf({ part, durationMs, chain }: { part: PartLanes; durationMs: number; chain: Set<Bar> }) {
  const navigate = useNavigate({ from: '/executions/$id' })
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hot, setHot] = useState<Bar | null>(null)
  useEffect(() => {
    const shown = canvas.current
    if (!shown) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // After the next frame, which answers the press that changed the size; until then the drawing is stretched.
    const draw = () => {
      clearTimeout(timer)
      timer = setTimeout(() => paint(shown, part, durationMs, chain))
    }
    const resized = new ResizeObserver(draw)
    resized.observe(shown)
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', draw)
    return () => {
      clearTimeout(timer)
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', draw)
    }
  }, [part, durationMs, chain])
  const open = (bar: Bar | null) => bar && navigate({ search: searchOf(bar) })
  const find = ({ clientX, clientY }: PointerEvent | React.MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    const lane = box && part.lanes[Math.floor((clientY - box.top) / LANE)]
    if (!lane) return null
    const perPixel = durationMs / box.width
    return barAt(lane, (clientX - box.left) * perPixel, REACH * perPixel)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Enter' ? hot : besides(part, hot, event.key)
    if (next === undefined) return
    event.preventDefault()
    if (event.key === 'Enter') open(next)
    else setHot(next)
  }
  return (
    <div className="part">
      <p className="about">
        <b>{part.label}</b> <span className="muted">{aboutOf(part)}</span>
      </p>
      <div
        className={hot ? 'lanes has-hot' : 'lanes'}
        role="application"
        aria-roledescription="time line"
        aria-label={`${part.label}: ${count(part.attempts, 'attempt')} on ${count(part.lanes.length, 'lane')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing with keys of its own; tables below say the same
        tabIndex={0}
        onPointerMove={(event) => setHot(find(event))}
        onPointerLeave={() => setHot(null)}
        onClick={(event) => open(find(event))}
        onFocus={() => setHot((before) => before ?? part.lanes[0]?.[0] ?? null)}
        onBlur={() => setHot(null)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} style={{ height: part.lanes.length * LANE }} />
        {hot && <Hot bar={hot} durationMs={durationMs} />}
      </div>
      <p className="sr" aria-live="polite">
        {hot && `${hot.result.titles.join(', ')}, ${wordsOf(hot)}`}
      </p>
    </div>
  )
}

/** A frame around the selected attempt, with its description below, so that nothing covers it. */
function Hot({ bar, durationMs }: { bar: Bar; durationMs: number }) {
  const share = (ms: number) => (ms / Math.max(1, durationMs)) * 100
  const at = share(bar.startMs)
  const place = at < 50 ? { left: `${at}%` } : { right: `${100 - share(bar.endMs)}%` }
  return (
    <>
      <i
        className="frame"
        style={{ left: `${at}%`, width: `${share(bar.endMs - bar.startMs)}%`, top: bar.lane * LANE }}
      />
      <div className="tip" style={{ ...place, top: (bar.lane + 1) * LANE + 4 }} aria-hidden="true">
        <b>
          <StatusIcon status={bar.status} />
          {bar.result.titles.join(' › ')}
        </b>
        <span className="muted">{bar.result.file}</span>
        <span>{wordsOf(bar)}</span>
      </div>
    </>
  )
}

function wordsOf({ attempt, result, status, startMs, endMs }: Bar): string {
  const which = result.attempts.length > 1 ? `attempt ${attempt} of ${result.attempts.length}, ` : ''
  const how = status === 'flaky' ? 'failed, then passed' : status
  return `${which}${how}, took ${durationText(endMs - startMs)}, began after ${durationText(startMs)}`
}

/** The attempt that an arrow key selects next; undefined for other keys. */
function besides({ lanes }: PartLanes, from: Bar | null, key: string): Bar | undefined {
  if (!/^(Arrow|Home$|End$)/.test(key)) return undefined
  const lane = from ? lanes[from.lane] : lanes[0]
  if (!from || !lane) return lanes[0]?.[0]
  const at = lane.indexOf(from)
  if (key === 'Home') return lane[0]
  if (key === 'End') return lane.at(-1)
  if (key === 'ArrowRight') return lane[at + 1] ?? from
  if (key === 'ArrowLeft') return lane[at - 1] ?? from
  const other = lanes[from.lane + (key === 'ArrowDown' ? 1 : -1)]
  return other ? (barAt(other, from.startMs, Number.POSITIVE_INFINITY) ?? from) : from
}

function aboutOf({ startMs, endMs, lanes, busyMs, isCrowded, after }: PartLanes): string {
  const took = endMs - startMs
  const share = Math.round((busyMs / Math.max(1, took * lanes.length)) * 100)
  return [
    durationText(took),
    count(lanes.length, 'lane'),
    // Attempts that overlap on the last lane would add up to more than the total.
    ...(isCrowded ? ['more attempts overlap than lanes are shown'] : [`${Math.min(100, share)} % busy`]),
    ...(startMs > 0 ? [`began after ${durationText(startMs)}`] : []),
    ...(after ? [`${durationText(startMs - after.endMs)} after ${after.label} ended`] : []),
  ].join(' · ')
}
