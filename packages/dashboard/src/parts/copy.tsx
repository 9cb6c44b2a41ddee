import { useState } from 'react'
import { Icon } from './icon.tsx'

/**
 * Copies a text, or one that is read on demand. Confirms it visibly and to screen readers, until
 * the next click elsewhere.
 */
export function CopyButton({
  text,
  label,
  isSmall = false,
  className = 'button',
}: {
  text: string | (() => Promise<string>)
  label: string
  isSmall?: boolean
  className?: string
}) {
  const [state, setState] = useState<'ready' | 'reading' | 'copied' | 'failed'>('ready')
  const copy = async () => {
    setState('reading')
    try {
      await writeClipboard(typeof text === 'string' ? text : await text())
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  const word = { ready: label, reading: label, copied: 'Copied', failed: 'Not copied. Try again' }[state]
  return (
    <button
      type="button"
      className={isSmall ? 'button bare icon-only end' : className}
      onClick={copy}
      onBlur={() => setState('ready')}
      disabled={state === 'reading'}
      {...(isSmall && { title: word })}
    >
      <Icon name={state === 'copied' ? 'passed' : state === 'failed' ? 'failed' : 'copy'} />
      <span {...(isSmall && { className: 'sr' })} aria-live="polite">
        {word}
      </span>
    </button>
  )
}

/** Over plain http to a host other than localhost, browsers give pages no clipboard. */
export async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser did not copy the text.')
}
