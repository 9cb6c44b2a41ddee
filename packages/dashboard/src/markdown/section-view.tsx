import type { RootContent } from 'mdast'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../parts/copy.tsx'
import { Lines } from '../parts/lines.tsx'
import { linesIn } from '../parts/pieces.ts'
import { bytesText } from '../parts/words.ts'
import { askReader, NotRead } from './ask-reader.ts'
import { drawBlocks } from './draw.tsx'
import type { Section } from './section.ts'
import { useNear } from './use-near.ts'
import type { Outlined } from './use-outline.ts'

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
  const [blocks, setBlocks] = useState<RootContent[] | NotRead | null>(null)
  const source = outlined.text.slice(section.start, section.end)
  const read = useCallback(
    (signal: AbortSignal) => {
      readOrRefuse(outlined, section, signal).then((answer) => !signal.aborted && setBlocks(answer))
    },
    [outlined, section],
  )
  useNear(element, section.as === 'markdown' && blocks === null ? read : null)
  useLayoutEffect(() => {
    if (blocks !== null) onDrawn()
  }, [blocks, onDrawn])
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
      ) : blocks === null ? (
        <Written source={source} isWaiting />
      ) : blocks instanceof NotRead ? (
        <>
          <Note outlined={outlined} section={section} why={blocks.why} />
          <Written source={source} />
        </>
      ) : (
        drawBlocks(blocks, { headings: hasAnchors ? section.headings : [], linkTo, item: section.item })
      )}
    </div>
  )
})

async function readOrRefuse(
  outlined: Outlined,
  section: Section,
  signal: AbortSignal,
): Promise<RootContent[] | NotRead> {
  if ((refused.get(outlined) ?? 0) >= MOST_REFUSED) return new NotRead('too much')
  try {
    return await askReader(
      { section: section.lead + outlined.text.slice(section.start, section.end) },
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
      {source.replace(/\n+$/, '')}
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
