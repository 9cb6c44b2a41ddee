import './lines.css'

/** Text in fixed width. */
export function Lines({ text, label, look }: { text: string; label: string; look?: 'wrap' | 'wrap tall' }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so the keyboard must reach it
    <section className={look ? `lines ${look}` : 'lines'} tabIndex={0} aria-label={label}>
      {text.split('\n').map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
        <div key={i}>{line}</div>
      ))}
    </section>
  )
}
