import { type ClipboardEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { number } from '../../parts/words.ts'
import { lineAt, partEnd, partStart, typedEnd } from './text-part.ts'

/** A field for a long text. It shows a part at once, because a browser lays out all lines of a field. */
export function TextArea({
  id,
  value,
  onChange,
  maxLength,
}: {
  id: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
}) {
  const [{ from, to }, setPart] = useState(() => ({ from: 0, to: partEnd(value, 0) }))
  const isAll = from === 0 && to >= value.length
  const showFrom = (place: number) => setPart({ from: place, to: partEnd(value, place) })
  const showTo = (place: number) => setPart({ from: partStart(value, place), to: place })
  /** The field has `\n` alone, and so has the text once somebody changes it. */
  const change = (text: string, end: (value: string, from: number) => number) => {
    const [before, after] = [value.slice(0, from), value.slice(to)].map((part) =>
      part.replace(/\r\n?/g, '\n'),
    )
    const changed = `${before}${text}${after}`
    const start = before?.length ?? 0
    setPart({ from: start, to: end(changed, start) })
    onChange(changed)
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value: part, selectionStart, selectionEnd } = event.currentTarget
    const room = maxLength === undefined ? Infinity : maxLength - value.length + selectionEnd - selectionStart
    const given = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
    const text = given.slice(0, Math.max(0, room))
    const pasted = `${part.slice(0, selectionStart)}${text}${part.slice(selectionEnd)}`
    // A usual text is the browser's own affair, which can undo it.
    if (partEnd(pasted, 0) === pasted.length) return
    event.preventDefault()
    change(pasted, partEnd)
  }
  return (
    <>
      {!isAll && (
        <div className="row">
          <small>
            Lines {number(lineAt(value, from))} to {number(lineAt(value, to - 1))} of{' '}
            {number(lineAt(value, value.length - 1))}
          </small>
          <Button disabled={from === 0} onClick={() => showFrom(0)}>
            First lines
          </Button>
          <Button disabled={from === 0} onClick={() => showTo(from)}>
            Earlier lines
          </Button>
          <Button disabled={to >= value.length} onClick={() => showFrom(to)}>
            Later lines
          </Button>
          <Button disabled={to >= value.length} onClick={() => showTo(value.length)}>
            Last lines
          </Button>
        </div>
      )}
      <textarea
        id={id}
        value={value.slice(from, to)}
        onChange={({ target }) =>
          change(target.value, (changed, start) => typedEnd(changed, start, start + target.value.length))
        }
        onPaste={paste}
        maxLength={
          maxLength === undefined ? undefined : Math.max(0, maxLength - (value.length - (to - from)))
        }
        spellCheck="false"
        required={isAll}
      />
    </>
  )
}
