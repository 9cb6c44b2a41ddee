import { useEffect, useId, useRef, useState } from 'react'
import { useKeys } from '../frame/keys.ts'
import { Icon, type IconName } from './icon.tsx'

const PAUSE_MS = 250

/** A field whose text becomes the state of the page when typing pauses, or on Enter; Escape clears it. */
export function TypedField({
  label,
  value,
  onSet,
  type = 'search',
  placeholder = label,
  suggestions = [],
  className = '',
  icon,
  keyLabel,
  pauseMs = PAUSE_MS,
}: {
  label: string
  value: string
  onSet: (value: string) => void
  type?: 'search' | 'date' | 'text'
  placeholder?: string
  suggestions?: string[]
  className?: string
  icon?: IconName
  /** What the key `/` does if it leads to this field, for the list of keys. */
  keyLabel?: string
  /** Milliseconds; 0 sets each letter at once. */
  pauseMs?: number
}) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useId()
  // Back and forward change the address, and so the field. A text that is still typed is newer.
  useEffect(() => {
    if (timer.current === undefined) setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  useKeys(keyLabel === undefined ? [] : [{ keys: '/', label: keyLabel, run: () => field.current?.select() }])
  const set = (text: string, waitMs: number) => {
    clearTimeout(timer.current)
    timer.current = undefined
    setTyped(text)
    const tell = () => {
      timer.current = undefined
      onSet(text.trim())
    }
    if (waitMs === 0) tell()
    else timer.current = setTimeout(tell, waitMs)
  }
  return (
    <label className={`field ${className}`}>
      {icon && <Icon name={icon} />}
      <span className={type === 'date' ? '' : 'sr'}>{label}</span>
      <input
        ref={field}
        type={type}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        {...(type === 'date' && { min: '1970-01-01', max: '2099-12-31' })}
        {...(suggestions.length > 0 && { list })}
        onChange={({ target }) => {
          // A date that is not complete is empty, but not valid.
          if (target.value !== '' || target.validity.valid) set(target.value, pauseMs)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(typed, 0)
          if (event.key !== 'Escape') return
          if (keyLabel !== undefined) event.currentTarget.blur()
          if (typed === '') return
          event.stopPropagation()
          event.preventDefault()
          set('', 0)
        }}
      />
      {keyLabel !== undefined && <kbd className="not-phone">/</kbd>}
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
