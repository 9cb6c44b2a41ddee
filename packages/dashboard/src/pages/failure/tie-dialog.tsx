import { clientOf } from '../../data/client.ts'
import { codeOf } from '../../data/code-of.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, given, Input, refusalOf } from '../../parts/form.tsx'

/** Ties a document to a failure, with its cause and what resolved it. To resolve it needs the commit. */
export function TieDialog({
  organization,
  project,
  fingerprint,
  resolves = false,
  onClose,
}: {
  organization: string
  project: string
  fingerprint: string
  resolves?: boolean
  onClose: () => void
}) {
  const tie = async (form: FormData) => {
    const written = (name: string) => given(form, name) || null
    await clientOf(organization).tieDocument({
      fingerprint,
      project,
      document: given(form, 'document'),
      cause: written('cause'),
      fix: written('fix'),
      commit: written('commit'),
    })
    onClose()
  }
  return (
    <Dialog title={resolves ? 'Resolve this failure' : 'Tie a document'} onClose={onClose}>
      <Form
        button={resolves ? 'Resolve it' : 'Tie it'}
        onSubmit={tie}
        onCancel={onClose}
        // The server names the document that it does not find.
        words={(error) => (codeOf(error) === 'NOT_FOUND' ? (error as Error).message : refusalOf(error))}
      >
        <Input
          name="document"
          label="Document"
          hint={`${resolves ? 'It explains the failure. ' : ''}Its path in the project, such as docs/payments.md`}
          required
        />
        <Input name="cause" label="Cause" hint="Why it fails, in a sentence" />
        <Input name="fix" label="Fix" hint="What to do about it" />
        <Input
          name="commit"
          label="Fixed by commit"
          hint="With it, the failure counts as resolved until it comes back"
          required={resolves}
        />
      </Form>
    </Dialog>
  )
}
