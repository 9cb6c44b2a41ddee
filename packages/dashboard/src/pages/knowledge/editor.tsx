import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Change } from '../../data/use-change.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from './text-area.tsx'

export interface Draft {
  content: string
  visibility: 'project' | 'shared'
}

/** Text and visibility of a document, with a preview. Leaving the page with changes asks first. */
export function Editor<Answer>({
  start,
  change,
  words,
  saveLabel,
  onSave,
  onDone,
  onCancel,
  children,
}: {
  start: Draft
  change?: Change<Answer>
  /** Why the last attempt was refused. */
  words: (error: unknown) => string
  saveLabel: string
  onSave: (draft: Draft) => Promise<Answer>
  onDone: (answer: Answer) => unknown
  onCancel: () => void
  /** Further fields above the text. */
  children?: ReactNode
}) {
  const [draft, setDraft] = useState(start)
  // A surrounding label would include the text in its name.
  const id = useId()
  const [isPreview, setPreview] = useState(false)
  const isChanged = draft.content !== start.content || draft.visibility !== start.visibility
  useAskBeforeLeaving(isChanged)
  return (
    <div className="editor">
      <Form
        button={saveLabel}
        isOff={!isChanged}
        {...(change && { change })}
        onSubmit={() => onSave(draft)}
        onDone={onDone}
        onCancel={onCancel}
        words={words}
      >
        <div className="row">
          {children}
          <label>
            Visible to
            <span className="field">
              <select
                value={draft.visibility}
                onChange={({ target }) =>
                  setDraft({ ...draft, visibility: target.value as Draft['visibility'] })
                }
              >
                <option value="project">This project</option>
                <option value="shared">All projects of the organization</option>
              </select>
            </span>
          </label>
          <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
            {isPreview ? 'Write' : 'Preview'}
          </Button>
        </div>
        {isPreview ? (
          <Markdown text={draft.content.replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')} />
        ) : (
          <div className="labelled">
            <label htmlFor={id}>Markdown</label>
            <TextArea id={id} value={draft.content} onChange={(content) => setDraft({ ...draft, content })} />
          </div>
        )}
        {!isChanged && <small>No changes yet.</small>}
      </Form>
    </div>
  )
}

/** The browser asks for confirmation before it closes or reloads the tab. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
