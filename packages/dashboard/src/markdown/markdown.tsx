import { useRef } from 'react'
import { SectionView } from './section-view.tsx'
import { useAnchors } from './use-anchors.ts'
import { type Outlined, useOutline } from './use-outline.ts'
import './markdown.css'

/** A Markdown text. */
export function Markdown({ text }: { text: string }) {
  return <OutlinedMarkdown outlined={useOutline(text)} />
}

/**
 * A Markdown text whose outline is read elsewhere. Each section is read when it comes near the window; until then it
 * stands there as it is written, so that the browser finds, prints and reads out the whole text.
 */
export function OutlinedMarkdown({
  outlined,
  hasAnchors = false,
  linkTo,
}: {
  outlined: Outlined | null
  /** True gives every heading its id, so that a list of headings can link to it. */
  hasAnchors?: boolean
  /** The address on this server of a relative link; null: it stays text. */
  linkTo?: (url: string) => string | null
}) {
  const element = useRef<HTMLDivElement>(null)
  const onDrawn = useAnchors(element, hasAnchors ? outlined : null)
  return (
    <div
      ref={element}
      className={(outlined?.sections.length ?? 0) > 1 ? 'markdown is-long' : 'markdown'}
      {...(!outlined && { 'aria-busy': true })}
    >
      {outlined?.sections.map((section) => (
        <SectionView
          key={`${outlined.text.length} ${section.start}`}
          outlined={outlined}
          section={section}
          hasAnchors={hasAnchors}
          linkTo={linkTo}
          onDrawn={onDrawn}
        />
      ))}
    </div>
  )
}
