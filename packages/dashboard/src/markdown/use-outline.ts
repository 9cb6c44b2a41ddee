import { useEffect, useMemo, useState } from 'react'
import { pieces } from '../parts/pieces.ts'
import { readOutline } from './ask-reader.ts'
import { NotRead } from './ask-worker.ts'
import type { Section } from './section.ts'

/** A text with its sections. */
export interface Outlined {
  text: string
  sections: Section[]
  /** Why all of it is shown as it is written. */
  why?: NotRead['why']
}

/** The sections of a Markdown text; null until its outline is read. */
export function useOutline(source: string): Outlined | null {
  const text = useMemo(() => source.replace(/\r\n?/g, '\n'), [source])
  const [outlined, setOutlined] = useState<Outlined | null>(null)
  useEffect(() => {
    const left = new AbortController()
    readOutline(text, left.signal).then(
      (sections) => !left.signal.aborted && setOutlined({ text, sections }),
      (error) => {
        if (!(error instanceof NotRead)) throw error
        if (!left.signal.aborted) setOutlined({ text, sections: asWritten(text), why: error.why })
      },
    )
    return () => left.abort()
  }, [text])
  return outlined?.text === text ? outlined : null
}

/** If the outline cannot be read, the text is shown as it is written. */
const asWritten = (text: string): Section[] =>
  pieces(text, 0, text.length).map(({ start, end }, i) => ({
    start,
    end,
    as: 'written',
    lead: '',
    isMore: i > 0,
    headings: [],
    notes: [],
  }))
