import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { SectionView } from './section-view.tsx'
import { type Outlined, useOutline } from './use-outline.ts'
import './markdown.css'
import { percentDecoded } from '@svc/protocol'

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

/** What a reader does who no longer waits for the heading. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Goes to the heading or footnote of the address's hash, also in a section that is not read yet: the browser looked for it before.
 * Returns what each drawn section calls, because sections above the heading change their height.
 */
function useAnchors(list: RefObject<HTMLElement | null>, outlined: Outlined | null): () => void {
  const wanted = useRef('')
  const onDrawn = useCallback(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.scrollIntoView()
  }, [])
  useEffect(() => {
    if (!outlined) return
    const go = () => {
      const id = percentDecoded(location.hash.slice(1))
      const at = outlined.sections.findIndex(
        ({ headings, notes }) => notes.includes(id) || headings.some((heading) => heading.id === id),
      )
      wanted.current = at < 0 ? '' : id
      if (at >= 0) (document.getElementById(id) ?? list.current?.children[at])?.scrollIntoView()
    }
    const forget = () => {
      wanted.current = ''
    }
    go()
    addEventListener('hashchange', go)
    for (const move of MOVES) addEventListener(move, forget, { passive: true })
    return () => {
      removeEventListener('hashchange', go)
      for (const move of MOVES) removeEventListener(move, forget)
    }
  }, [outlined, list])
  return onDrawn
}
