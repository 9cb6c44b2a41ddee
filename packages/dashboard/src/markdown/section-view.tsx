import type { Root } from 'hast'
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { CopyButton } from '../parts/copy.tsx'
import { Lines } from '../parts/lines.tsx'
import { linesIn } from '../parts/pieces.ts'
import { bytesText } from '../parts/words.ts'
import { readSection } from './ask-reader.ts'
import { NotRead } from './ask-worker.ts'
import { drawSection } from './draw.tsx'
import type { Section } from './section.ts'
import type { Outlined } from './use-outline.ts'

/**
 * Calls `begin` whenever the element is less than a window away, and aborts its signal when it has gone again. Null:
 * there is nothing to begin.
 */
function useNear(
  element: RefObject<HTMLElement | null>,
  begin: ((signal: AbortSignal) => void) | null,
): void {
  useEffect(() => {
    if (!element.current || !begin) return
    let here: AbortController | null = null
    const observer = new IntersectionObserver(
      ([entry]) => {
        here?.abort()
        here = entry?.isIntersecting ? new AbortController() : null
        if (here) begin(here.signal)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      here?.abort()
    }
  }, [element, begin])
}

/** After so many sections that took too long, the rest of a text is not tried. */
const MOST_REFUSED = 3
/** Of a section that nobody has seen: characters of a line, and pixels. */
const OF_LINE = 90
const LINE_HEIGHT = 20

const refused = new WeakMap<Outlined, number>()

/** One section: as it is written until it is near the window and read, or if it cannot be read. */
export const SectionView = memo(function SectionView({
  outlined,
  section,
  hasAnchors,
  linkTo,
  onDrawn,
}: {
  outlined: Outlined
  section: Section
  hasAnchors: boolean
  linkTo: ((url: string) => string | null) | undefined
  onDrawn: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const [tree, setTree] = useState<Root | NotRead | null>(null)
  const source = outlined.text.slice(section.start, section.end)
  const read = useCallback(
    (signal: AbortSignal) => {
      readOrRefuse(outlined, section, signal).then((answer) => !signal.aborted && setTree(answer))
    },
    [outlined, section],
  )
  useNear(element, section.as === 'markdown' && tree === null ? read : null)
  useLayoutEffect(() => {
    if (tree !== null) onDrawn()
  }, [tree, onDrawn])
  return (
    <div
      ref={element}
      className={section.isMore ? 'part is-more' : 'part'}
      style={{ containIntrinsicBlockSize: `auto ${linesIn(source, OF_LINE) * LINE_HEIGHT}px` }}
    >
      {section.as === 'code' ? (
        <Lines text={source} label="Code" />
      ) : section.as === 'written' ? (
        <>
          {!section.isMore && <Note outlined={outlined} section={section} why={outlined.why} />}
          <Written source={source} />
        </>
      ) : tree === null ? (
        <Written source={source} isWaiting />
      ) : tree instanceof NotRead ? (
        <>
          <Note outlined={outlined} section={section} why={tree.why} />
          <Written source={source} />
        </>
      ) : (
        <Drawn tree={tree} section={section} hasAnchors={hasAnchors} linkTo={linkTo} />
      )}
    </div>
  )
})

/** Drawn once: colours of code are of the drawn elements. */
const Drawn = memo(function Drawn({
  tree,
  section: { headings, item },
  hasAnchors,
  linkTo,
}: {
  tree: Root
  section: Section
  hasAnchors: boolean
  linkTo: ((url: string) => string | null) | undefined
}) {
  return drawSection(tree, { headings: hasAnchors ? headings : [], linkTo, item, hasNotes: hasAnchors })
})

async function readOrRefuse(
  outlined: Outlined,
  section: Section,
  signal: AbortSignal,
): Promise<Root | NotRead> {
  if ((refused.get(outlined) ?? 0) >= MOST_REFUSED) return new NotRead('too much')
  try {
    return await readSection(
      { section: outlined.text.slice(section.start, section.end), lead: section.lead },
      signal,
    )
  } catch (error) {
    if (!(error instanceof NotRead)) throw error
    refused.set(outlined, (refused.get(outlined) ?? 0) + 1)
    return error
  }
}

function Written({ source, isWaiting = false }: { source: string; isWaiting?: boolean }) {
  return (
    <div className={isWaiting ? 'written is-waiting' : 'written'} {...(isWaiting && { 'aria-busy': true })}>
      {source.trimEnd()}
    </div>
  )
}

const WHY: Record<NotRead['why'], string> = {
  'too much': 'This part takes too long to format, so it is shown as it is written.',
  'not loaded':
    'The formatting could not be loaded, so this part is shown as it is written. Reload the page.',
}

function Note({
  outlined: { text, sections },
  section,
  why,
}: {
  outlined: Outlined
  section: Section
  /** Undefined: the block is too long. */
  why: NotRead['why'] | undefined
}): ReactNode {
  const next = sections.find(({ start, isMore }) => start > section.start && !isMore)
  const source = text.slice(section.start, section.as === 'written' ? next?.start : section.end)
  return (
    <p className="note">
      <span>
        {why === undefined
          ? `This part is one block of ${bytesText(source.length)}, so it is shown as it is written.`
          : WHY[why]}
      </span>
      <CopyButton text={source} label="Copy this part" />
    </p>
  )
}
