import { SvcError } from '@svc/api'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { Choice, Input, refusalOf } from './form.tsx'

export type KeepOrRevoke = 'keep' | 'revoke'

/**
 * Asks for confirmation before an irreversible action. If the server needs a decision about
 * credentials, asks for that too; if the object no longer exists, says so.
 */
export function Confirm({
  title,
  button,
  thing,
  typed,
  children,
  onConfirm,
  onClose,
}: {
  title: string
  button: string
  /** What it is about, at the beginning of a sentence: `The key "ci"`. */
  thing: string
  /** The person must type this. */
  typed?: string
  children: ReactNode
  onConfirm: (credentials?: KeepOrRevoke) => Promise<unknown>
  onClose: () => void
}) {
  const [asksChoice, setAsksChoice] = useState(false)
  const confirmed = useMutation({
    mutationFn: async (form: FormData) => {
      if (typed !== undefined && String(form.get('typed')).trim() !== typed)
        throw new SvcError('INVALID_REQUEST', `That is not ${typed}. Nothing was deleted.`)
      const choice = form.get('credentials') as KeepOrRevoke | null
      await onConfirm(choice ?? undefined)
    },
    onError: (error) => {
      if (error instanceof SvcError && error.code === 'CONFLICT' && /credentials=/.test(error.message))
        setAsksChoice(true)
    },
  })
  const refused = confirmed.error
  const isOver = refused instanceof SvcError && refused.code === 'NOT_FOUND'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirmed.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        {!isOver && children}
        {asksChoice && !isOver && (
          <fieldset>
            <legend>Keys, webhooks and trusts that it made</legend>
            <div className="choices below">
              <Choice
                type="radio"
                name="credentials"
                value="revoke"
                label="Revoke them too"
                hint="Everything that uses them stops at once."
                required
              />
              <Choice
                type="radio"
                name="credentials"
                value="keep"
                label="Keep them"
                hint="You become their owner. Invitations and keys of admins end in any case."
              />
            </div>
          </fieldset>
        )}
        {typed !== undefined && !isOver && <Input label={`Type ${typed} to confirm`} name="typed" required />}
        <p className="refusal" role="alert">
          {refused !== null && wordsOf(refused, thing)}
        </p>
        <div className="buttons right">
          <button type="button" className="button" onClick={onClose}>
            {isOver ? 'Close' : 'Cancel'}
          </button>
          {!isOver && (
            <button type="submit" className="button danger" disabled={confirmed.isPending}>
              {button}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** The server's message for programs names parameters; here the choice follows. */
const wordsOf = (error: unknown, thing: string): string =>
  refusalOf(error, thing).replace(/ Send credentials=.*$/s, ' Choose what becomes of them.')
