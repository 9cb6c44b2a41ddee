import type { Bar, PartLanes } from './lanes.ts'

/** The distance between lanes, pixels. */
export const LANE = 20
const TALL = 14
const LOW = 8
const TOP = 2
/** Browsers draw no wider canvas. */
const WIDEST = 16_000

/**
 * Draws the lanes of a part: failures are tall, passes are low, idle time is a track, and the chain
 * is underlined.
 */
export function paint(
  canvas: HTMLCanvasElement,
  { lanes, startMs, endMs }: PartLanes,
  durationMs: number,
  chain: Set<Bar>,
): void {
  const { width, height } = canvas.getBoundingClientRect()
  const ratio = Math.min(devicePixelRatio, WIDEST / Math.max(1, width))
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const pen = canvas.getContext('2d')
  if (!pen || width === 0) return
  pen.scale(ratio, ratio)
  const colours = coloursOf(canvas)
  const x = (ms: number) => (ms / Math.max(1, durationMs)) * width
  pen.fillStyle = colours.idle
  for (const i of lanes.keys())
    pen.fillRect(x(startMs), i * LANE + TOP + 3, Math.max(1, x(endMs) - x(startMs)), LOW)
  const fill = (bars: Bar[], top: number, tall: number, gap: number) => {
    let painted = -1
    for (const bar of bars) {
      const [start, right] = [x(bar.startMs), x(bar.endMs)]
      // Thousands may share a pixel, and only one of them is visible.
      if (right <= painted) continue
      const left = right - start < 1 ? Math.max(painted, Math.floor(start)) : start
      const wide = Math.max(1, right - left > 3 ? right - left - gap : right - left)
      pen.fillRect(left, top, wide, tall)
      painted = left + wide
    }
  }
  for (const status of ['skipped', 'passed', 'flaky', 'failed'] as const) {
    pen.fillStyle = colours[status]
    const isLow = status === 'passed' || status === 'skipped'
    for (const [i, lane] of lanes.entries()) {
      const bars = lane.filter((bar) => bar.status === status)
      // A gap of half a pixel separates neighbours, if there is room for it.
      fill(bars, i * LANE + TOP + (isLow ? 3 : 0), isLow ? LOW : TALL, 0.5)
    }
  }
  pen.fillStyle = colours.chain
  for (const [i, lane] of lanes.entries()) {
    const bars = lane.filter((bar) => chain.has(bar))
    fill(bars, i * LANE + TOP + TALL + 1, 2, 0)
  }
}

/** The theme's colours as the browser resolves them, because a canvas knows no custom properties. */
function coloursOf(canvas: HTMLCanvasElement) {
  const probe = document.createElement('i')
  canvas.parentElement?.append(probe)
  const colour = (className: string) => {
    probe.className = className
    return getComputedStyle(probe).color
  }
  const found = {
    passed: colour('passed'),
    failed: colour('failed'),
    flaky: colour('flaky'),
    skipped: colour('skipped'),
    idle: colour('idle-colour'),
    chain: colour('chain-colour'),
  }
  probe.remove()
  return found
}
