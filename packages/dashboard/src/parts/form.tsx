import { SvcError } from '@svc/api'
import { type FormEvent, type ReactNode, useId } from 'react'
import { type Change, useChange } from '../data/use-change.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Icon } from './icon.tsx'
import './form.css'

/** The message about a refused action, for the person who tried it. */
export function refusalOf(error: unknown, thing = 'It'): string {
  if (!(error instanceof SvcError)) return 'Something went wrong. Reload the page and try again.'
  if (error.code === 'NOT_FOUND')
    return `${thing} is already gone: somebody else removed it, or you did in another tab.`
  if (error.code === 'UNREACHABLE' || error.code === 'UNAVAILABLE')
    return 'The server is not responding. Try again in a moment.'
  return error.message
}

/** Why a change was refused, visible and for screen readers; empty after one that was made. */
export function Refusal({
  error,
  words = refusalOf,
}: {
  error: unknown
  words?: ((error: unknown) => string) | undefined
}) {
  return (
    <p className="refusal" role="alert">
      {error != null && words(error)}
    </p>
  )
}

/** A form that sends once at a time and shows what the server refuses. */
export function Form<Answer>({
  button,
  look = 'first',
  isOff = false,
  change,
  onSubmit,
  onDone,
  onCancel,
  children,
  words,
}: {
  /** Null: nothing can be sent any more. */
  button: string | null
  look?: 'first' | 'danger'
  /** Whether there is nothing to send. */
  isOff?: boolean
  /** If others send it too. */
  change?: Change<Answer>
  /** Throws the message for the person. */
  onSubmit: (given: FormData) => Promise<Answer>
  /** Once the page shows the change. */
  onDone?: (answer: Answer) => unknown
  onCancel?: () => void
  children: ReactNode
  words?: (error: unknown) => string
}) {
  const own = useChange<Answer>()
  const sent = change ?? own
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    sent.mutate(() => onSubmit(fields), onDone && { onSuccess: onDone })
  }
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Refusal error={sent.error} words={words} />
      <div className={onCancel ? 'buttons right' : 'buttons'}>
        {onCancel && <Button onClick={onCancel}>{button === null ? 'Close' : 'Cancel'}</Button>}
        {button !== null && (
          <button type="submit" className={`button ${look}`} disabled={isOff || sent.isPending}>
            {button}
          </button>
        )}
      </div>
    </form>
  )
}

type InputProps = Omit<React.ComponentProps<'input'>, 'children'>

/** A labelled line of text. */
export function Input({ label, hint, ...given }: { label: string; hint?: ReactNode } & InputProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ids) => <input autoComplete="off" {...given} {...ids} />}
    </Labelled>
  )
}

/** The hint describes the field, so that its name stays short for screen readers. */
function Labelled({
  label,
  hint,
  children,
}: {
  label: string
  hint: ReactNode
  children: (ids: { id: string; 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="input">
      <label htmlFor={id}>{label}</label>
      <span className="field">{children({ id, ...(hint && { 'aria-describedby': `${id}-hint` }) })}</span>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

export interface Option {
  value: string
  label: string
}

/** A labelled choice of one of a few. */
export function Select({
  label,
  hint,
  options,
  ...given
}: { label: string; hint?: ReactNode; options: Option[] } & Omit<
  React.ComponentProps<'select'>,
  'children'
>) {
  return (
    <Labelled label={label} hint={hint}>
      {(ids) => (
        <select {...given} {...ids}>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** A checkbox, or one of several options, with its meaning. */
export function Choice({ label, hint, ...given }: { label: string; hint?: string } & InputProps) {
  return (
    <label className="choice">
      <input type="checkbox" {...given} />
      <span className="about">
        <span>{label}</span>
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}

/** The result of an action, visible and for screen readers. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="notice" role="status">
      {children && (
        <>
          <Icon name="passed" tone="passed" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}

/** A value that is shown once. */
export function Secret({ value, label }: { value: string; label: string }) {
  return (
    <div className="secret">
      <code>{value}</code>
      <CopyButton text={value} label={label} />
    </div>
  )
}

export const given = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
