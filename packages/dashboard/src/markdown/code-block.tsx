import { useEffect, useState } from 'react'
import type { Token } from '../parts/colour-code.ts'
import { Lines } from '../parts/lines.tsx'
import { askerOf } from './ask-worker.ts'
import type { Ask } from './code-worker.ts'
import address from './code-worker.ts?worker&url'

/** Longer code is data, and some code of this length already takes a grammar a second. */
const LONGEST = 8 * 1024
/** After so many texts that took too long, this tab shows code in one colour. */
const MOST_REFUSED = 3

let refused = 0

/** Code of a document, at once in one colour; its own colours follow. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  const tokens = useTokens(text, language)
  if (tokens === null) return <Lines text={text} label="Code" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it
    <section className="lines" tabIndex={0} aria-label="Code">
      <div>
        {tokens.map(({ text: piece, kind }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their order
          <span key={i} {...(kind !== null && { className: kind })}>
            {piece}
          </span>
        ))}
      </div>
    </section>
  )
}

function useTokens(code: string, language: string): Token[] | null {
  const [found, setFound] = useState<{ code: string; tokens: Token[] | null } | null>(null)
  useEffect(() => {
    if (language === '' || code.length > LONGEST || refused >= MOST_REFUSED) return
    const left = new AbortController()
    readColours({ code, language }, left.signal).then(
      (tokens) => !left.signal.aborted && setFound({ code, tokens }),
      () => {
        refused++
      },
    )
    return () => left.abort()
  }, [code, language])
  return found?.code === code ? found.tokens : null
}

/** Milliseconds; a screen of code takes 20 on a quiet machine. No text waits for it. */
const CODE_MS = 5_000

/**
 * Colours code in a worker of its own: a text that its language needs long for holds up no other text. Null for an
 * unknown language. Throws `NotRead`.
 */
const readColours: (asked: Ask, signal: AbortSignal) => Promise<Token[] | null> = askerOf<Ask>(
  address,
  () => CODE_MS,
)
