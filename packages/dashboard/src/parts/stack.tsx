import { withoutCodes } from './codes.ts'
import { CopyButton } from './copy.tsx'
import { usePortion } from './portion.tsx'
import { isForeign } from './stack-frames.ts'
import './lines.css'

/** More frames than a person reads; the rest is drawn on request. */
const AT_ONCE = 500

export function Stack({ text }: { text: string }) {
  const { shown, more } = usePortion(withoutCodes(text).split('\n'), 'line', AT_ONCE)
  return (
    <figure className="output">
      <figcaption className="label">
        Stack
        <CopyButton text={text} label="Copy the stack" isSmall />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <section className="lines tall" tabIndex={0} aria-label="Stack">
        {shown.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          <div key={i} {...(isForeign(line) && { className: 'left' })}>
            {line}
          </div>
        ))}
        {more}
      </section>
    </figure>
  )
}
