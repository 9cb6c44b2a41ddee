import { SvcError } from '@svc/api'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { BEFORE_SIGN_IN } from '../../data/code-of.ts'
import { useChange } from '../../data/use-change.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Form } from '../../parts/form.tsx'
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
  const change = useChange<void>(BEFORE_SIGN_IN)
  useIsPlace(null)
  useTitle(title)
  const card = useRef<HTMLDivElement>(null)
  // The form is the only content of its page, so it gets the focus at once.
  useEffect(
    () => [...(card.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')?.focus(),
    [],
  )
  return (
    <div ref={card} className="sign-in-form card">
      <span className="logo">
        <Icon name="passed" />
      </span>
      <h1>{title}</h1>
      <p>{lead}</p>
      <Form button={button} change={change} onSubmit={onSubmit} words={wordsOf}>
        {children}
      </Form>
    </div>
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

export const wordsOf = (error: unknown): string =>
  error instanceof SvcError ? error.message : 'Something went wrong. Reload the page and try again.'

/** The secret of a link follows #, so that no server logs it. */
export const tokenOf = (): string => decodeURIComponent(location.hash.slice(1))

export const textOf = (given: FormData, name: string): string => String(given.get(name) ?? '')
