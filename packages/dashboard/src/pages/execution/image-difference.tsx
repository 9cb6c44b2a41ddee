import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Attachment } from '../../data/queries.ts'
import { Tabs } from '../../parts/tabs.tsx'
import type { ImageView } from './search.ts'
import './image-difference.css'

const route = getRouteApi('/executions/$id')

/** The images of one screenshot assertion. */
export interface ImagePair {
  name: string
  expected: Attachment
  actual: Attachment
  diff: Attachment | null
}

interface Size {
  width: number
  height: number
}

/** The window of a browser test, until an image has said its own size. */
const USUAL: Size = { width: 1280, height: 720 }

/** The images of a screenshot assertion: their difference, one over the other with a slider, or both. */
export function ImageDifference({ name, expected, actual, diff, of }: ImagePair & { of: string }) {
  const image = route.useSearch({ select: (search) => search.image })
  const navigate = useNavigate({ from: '/executions/$id' })
  const [sizes, setSizes] = useState<{ expected?: Size; actual?: Size }>({})
  const seen = (which: 'expected' | 'actual') => (size: Size) =>
    setSizes((before) => ({ ...before, [which]: size }))
  const chosen = image === undefined || (image === 'diff' && !diff) ? (diff ? 'diff' : 'slider') : image
  const views: { id: ImageView; label: string }[] = [
    ...(diff ? [{ id: 'diff' as const, label: 'Difference' }] : []),
    { id: 'slider', label: 'Slider' },
    { id: 'beside', label: 'Side by side' },
  ]
  return (
    <section className="images" aria-label={`Images: ${name}${of}`}>
      <Tabs
        label={`How to compare ${name}`}
        tabs={views}
        chosen={chosen}
        onChoose={(id) =>
          navigate({
            search: (before) => ({ ...before, image: id as ImageView }),
            replace: true,
            resetScroll: false,
          })
        }
        note={<span className="mono">{name}</span>}
      >
        {chosen === 'diff' && diff ? (
          <Seen attachment={diff} label="Difference" of={of} />
        ) : chosen === 'slider' ? (
          <Overlay expected={expected} actual={actual} sizes={sizes} seen={seen} />
        ) : (
          <div className="both">
            <Seen attachment={expected} label="Expected" of={of} onSize={seen('expected')} />
            <Seen attachment={actual} label="Actual" of={of} onSize={seen('actual')} />
          </div>
        )}
        <Sizes {...sizes} />
      </Tabs>
    </section>
  )
}

/** One image with its name; a click shows it large. */
function Seen({
  attachment,
  label,
  of,
  onSize,
}: {
  attachment: Attachment
  label: string
  /** Distinguishes the images of several attempts. */
  of: string
  onSize?: (size: Size) => void
}) {
  const { id, name } = attachment
  return (
    <figure>
      <route.Link to="." search={(before) => ({ ...before, artifact: id })} resetScroll={false}>
        <Picture id={id} alt={`${label}: ${name}${of}`} {...(onSize && { onSize })} />
      </route.Link>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

/** Expected on the left of the line and actual on its right. The line is a range input: arrows and a pointer move it. */
function Overlay({
  expected,
  actual,
  sizes,
  seen,
}: {
  expected: Attachment
  actual: Attachment
  sizes: { expected?: Size; actual?: Size }
  seen: (which: 'expected' | 'actual') => (size: Size) => void
}) {
  const [at, setAt] = useState(50)
  const all = Object.values(sizes)
  const width = all.length === 0 ? USUAL.width : Math.max(...all.map((size) => size.width))
  const height = all.length === 0 ? USUAL.height : Math.max(...all.map((size) => size.height))
  // Both at one scale, regardless of their sizes.
  const scale = (size: Size | undefined) => (size ? { width: `${(size.width / width) * 100}%` } : {})
  return (
    <figure style={{ maxWidth: `${width}px` }}>
      <div className="overlay" style={{ aspectRatio: `${width} / ${height}` }}>
        <div className="layer" style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
          <Picture id={expected.id} alt="Expected" style={scale(sizes.expected)} onSize={seen('expected')} />
        </div>
        <div className="layer" style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
          <Picture id={actual.id} alt="Actual" style={scale(sizes.actual)} onSize={seen('actual')} />
        </div>
        <input
          type="range"
          min="0"
          max="100"
          value={at}
          onChange={(event) => setAt(Number(event.target.value))}
          aria-label="How much of the expected image is shown"
          aria-valuetext={`${at} % expected, ${100 - at} % actual`}
        />
        <i className="handle" style={{ left: `${at}%` }} />
      </div>
      <figcaption className="sides">
        <span>Expected</span>
        <span>Actual</span>
      </figcaption>
    </figure>
  )
}

function Picture({
  id,
  alt,
  style,
  onSize,
}: {
  id: string | undefined
  alt: string
  style?: React.CSSProperties
  onSize?: (size: Size) => void
}) {
  return (
    <img
      src={`/api/artifacts/${encodeURIComponent(id ?? '')}`}
      alt={alt}
      style={style}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize?.({ width: naturalWidth, height: naturalHeight })
      }
    />
  )
}

/** A size difference is the first thing to know about two images. */
function Sizes({ expected, actual }: { expected?: Size; actual?: Size }) {
  if (!expected || !actual) return null
  if (expected.width === actual.width && expected.height === actual.height) return null
  return (
    <p className="soft">
      The sizes differ: expected {expected.width} × {expected.height}, actual {actual.width} × {actual.height}{' '}
      pixels.
    </p>
  )
}
