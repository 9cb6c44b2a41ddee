import { withoutCodes } from '../../parts/codes.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { isForeign } from './stack-frames.ts'
import '../../parts/lines.css'

export function Stack({ text }: { text: string }) {
  return (
    <figure className="output">
      <figcaption className="label">
        Stack
        <CopyButton text={text} label="Copy the stack" isSmall />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <section className="lines tall" tabIndex={0} aria-label="Stack">
        {withoutCodes(text)
          .split('\n')
          .map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
            <div key={i} {...(isForeign(line) && { className: 'left' })}>
              {line}
            </div>
          ))}
      </section>
    </figure>
  )
}
