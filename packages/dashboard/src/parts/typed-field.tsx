import { useEffect, useId, useRef, useState } from 'react'

const PAUSE_MS = 250

/** A field whose text becomes the state of the page when typing pauses, or on Enter. */
export function TypedField({
  label,
  value,
  onSet,
  type = 'search',
  placeholder,
  suggestions = [],
  className = '',
  field,
}: {
  label: string
  value: string
  onSet: (value: string) => void
  type?: 'search' | 'date' | 'text'
  placeholder?: string
  suggestions?: string[]
  className?: string
  field?: React.RefObject<HTMLInputElement | null>
}) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useId()
  // Back and forward change the address, and so the field.
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (text: string, pauseMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSet(text.trim()), pauseMs)
  }
  return (
    <label className={`field ${className}`}>
      <span className={type === 'date' ? '' : 'sr'}>{label}</span>
      <input
        ref={field}
        type={type}
        placeholder={placeholder ?? label}
        value={typed}
        {...(suggestions.length > 0 && { list })}
        onChange={({ target }) => {
          setTyped(target.value)
          set(target.value, PAUSE_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(typed, 0)
          if (event.key !== 'Escape' || typed === '') return
          event.stopPropagation()
          event.preventDefault()
          setTyped('')
          set('', 0)
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </label>
  )
}
