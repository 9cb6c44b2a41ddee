import { SvcError } from '@svc/api'
import { type FormEvent, type ReactNode, useState } from 'react'
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
  const [refused, setRefused] = useState<unknown>(null)
  const [asksChoice, setAsksChoice] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const code = refused instanceof SvcError ? refused.code : null
  const isOver = code === 'NOT_FOUND'
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (typed !== undefined && String(form.get('typed')).trim() !== typed) {
      setRefused(new SvcError('INVALID_REQUEST', `That is not ${typed}. Nothing was deleted.`))
      return
    }
    const choice = form.get('credentials') as KeepOrRevoke | null
    setBusy(true)
    setRefused(null)
    try {
      await onConfirm(choice ?? undefined)
    } catch (error) {
      setRefused(error)
      if (error instanceof SvcError && error.code === 'CONFLICT' && /credentials=/.test(error.message))
        setAsksChoice(true)
    } finally {
      setBusy(false)
    }
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
            <button type="submit" className="button danger" disabled={isBusy}>
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
