import { SvcError } from '@svc/api'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { BEFORE_SIGN_IN } from '../../data/code-of.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Icon } from '../../parts/icon.tsx'
import './sign-in-form.css'

/** A form before the sign-in: its fields, the server's errors, and the next step. */
export function SignInForm({
  title,
  lead,
  button,
  onSubmit,
  children,
}: {
  title: string
  lead: ReactNode
  button: string
  /** Throws the message for the person. */
  onSubmit: (given: FormData) => Promise<void>
  children: ReactNode
}) {
  const sent = useMutation({ mutationFn: onSubmit, meta: BEFORE_SIGN_IN })
  useIsPlace(null)
  useTitle(title)
  const form = useRef<HTMLFormElement>(null)
  // The form is the only content of its page, so it gets the focus at once.
  useEffect(
    () => [...(form.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')?.focus(),
    [],
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.mutate(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} className="sign-in-form card" onSubmit={submit}>
      <span className="logo">
        <Icon name="passed" />
      </span>
      <h1>{title}</h1>
      <p>{lead}</p>
      <p className="refusal" role="alert">
        {sent.error && wordsOf(sent.error)}
      </p>
      {children}
      <button type="submit" className="button first" disabled={sent.isPending}>
        {button}
      </button>
    </form>
  )
}

/** A page before the sign-in for a link that no longer works. */
export function SignInNotice({ title, children }: { title: string; children: ReactNode }) {
  useIsPlace(null)
  useTitle(title)
  return (
    <div className="sign-in-form card">
      <span className="logo">
        <Icon name="passed" />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

export function Field({
  label,
  name,
  type,
  complete,
  hint,
  value,
  least,
  isOptional = false,
}: {
  label: string
  name: string
  type: 'email' | 'password' | 'text'
  complete: string
  hint?: string
  value?: string | undefined
  least?: number
  isOptional?: boolean
}) {
  return (
    <label>
      <span>{label}</span>
      <span className="field">
        <input
          name={name}
          type={type}
          autoComplete={complete}
          defaultValue={value}
          required={!isOptional}
          {...(least !== undefined && { minLength: least })}
        />
      </span>
      {hint && <small>{hint}</small>}
    </label>
  )
}

export const wordsOf = (error: unknown): string =>
  error instanceof SvcError ? error.message : 'Something went wrong. Reload the page and try again.'

/** The secret of a link follows #, so that no server logs it. */
export const tokenOf = (): string => decodeURIComponent(location.hash.slice(1))

export const textOf = (given: FormData, name: string): string => String(given.get(name) ?? '')
