import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { codeOf } from '../../data/code-of.ts'
import { documentOf, type KnowledgeDocument } from '../../data/knowledge.ts'
import { useChange } from '../../data/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { refusalOf } from '../../parts/form.tsx'
import { type Draft, Editor } from './editor.tsx'
import { patchOf } from './revisions.tsx'
import { TextDiff } from './text-diff.tsx'
import './knowledge.css'

const route = getRouteApi('/o/$organization/knowledge/$')

/** Writes the next revision. If another person wrote one meanwhile, shows both texts. */
export function EditDocument({
  organization,
  document,
  canWrite,
}: {
  organization: string
  document: KnowledgeDocument
  canWrite: boolean
}) {
  // A later read of the document must not change the base of the edited text.
  const [base, setBase] = useState(document.revision)
  const [start] = useState<Draft>({ content: document.content ?? '', visibility: document.visibility })
  const navigate = useNavigate({ from: '/o/$organization/knowledge/$' })
  const leave = () => navigate({ to: '.', search: {} })
  const { project, path } = document
  const saved = useChange()
  const [sent, setSent] = useState(start)
  const save = (draft: Draft, baseRevision: number) => {
    setSent(draft)
    return clientOf(organization).putDocument({ project, path, ...draft, baseRevision })
  }
  if (!canWrite)
    return (
      <EmptyState icon="warning" title="You can read this document but not change it">
        <p>An admin of your organization can make you an editor.</p>
        <route.Link className="button" to="." search={{}}>
          Read it
        </route.Link>
      </EmptyState>
    )
  return (
    <>
      {codeOf(saved.error) === 'CONFLICT' && (
        <Conflict
          organization={organization}
          document={document}
          draft={sent}
          onOverwrite={(revision) => {
            setBase(revision)
            saved.mutate(() => save(sent, revision), { onSuccess: leave })
          }}
        />
      )}
      <Editor
        start={start}
        change={saved}
        words={(error) => (codeOf(error) === 'CONFLICT' ? '' : refusalOf(error))}
        saveLabel="Save"
        onSave={(draft) => save(draft, base)}
        onDone={leave}
        onCancel={leave}
      />
    </>
  )
}

function Conflict({
  organization,
  document,
  draft,
  onOverwrite,
}: {
  organization: string
  document: KnowledgeDocument
  draft: Draft
  onOverwrite: (revision: number) => void
}) {
  const { project, path } = document
  const current = useQuery({
    ...documentOf(organization, project, path),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const theirs = current.isFetching ? undefined : current.data
  const patch = useMemo(
    () => (theirs ? patchOf(theirs.content ?? '', draft.content) : ''),
    [theirs, draft.content],
  )
  return (
    <section className="conflict" aria-labelledby="conflict">
      <h3 id="conflict">Somebody changed this document while you wrote</h3>
      <p>
        {theirs
          ? `Revision ${theirs.revision} is newer than the text you began with. This is how yours differs from it. Nothing was saved.`
          : 'Nothing was saved.'}
      </p>
      {!theirs ? (
        <Skeleton rows={2} />
      ) : (
        <>
          {patch === undefined ? (
            <p>The two texts differ too much to list their differences.</p>
          ) : (
            <TextDiff patch={patch} label="How your text differs from the newest" />
          )}
          <div className="doing">
            <Button onClick={() => onOverwrite(theirs.revision)}>
              Save mine after revision {theirs.revision}
            </Button>
            <span>Or bring the other change into your text below, and save that.</span>
          </div>
        </>
      )}
    </section>
  )
}
