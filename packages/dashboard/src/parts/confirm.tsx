import { SvcError } from '@svc/api'
import { type ReactNode, useState } from 'react'
import { codeOf } from '../data/code-of.ts'
import { Dialog } from './dialog.tsx'
import { Choice, Form, given, Input, refusalOf } from './form.tsx'

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
  const [isOver, setOver] = useState(false)
  const confirm = async (form: FormData) => {
    if (typed !== undefined && given(form, 'typed') !== typed)
      throw new SvcError('INVALID_REQUEST', `That is not ${typed}. Nothing was deleted.`)
    const choice = form.get('credentials') as KeepOrRevoke | null
    try {
      await onConfirm(choice ?? undefined)
    } catch (error) {
      setOver(codeOf(error) === 'NOT_FOUND')
      if (codeOf(error) === 'CONFLICT' && /credentials=/.test(String(error))) setAsksChoice(true)
      throw error
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        button={isOver ? null : button}
        look="danger"
        onSubmit={confirm}
        onCancel={onClose}
        words={(error) => wordsOf(error, thing)}
      >
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
      </Form>
    </Dialog>
  )
}

/** The server's message for programs names parameters; here the choice follows. */
const wordsOf = (error: unknown, thing: string): string =>
  refusalOf(error, thing).replace(/ Send credentials=.*$/s, ' Choose what becomes of them.')
