import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '../../data/code-of.ts'
import { failureDocumentsOf } from '../../data/insights.ts'
import { mayWrite, useRole } from '../../frame/use-role.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { shortSha } from '../../parts/words.ts'
import { TieDialog } from './tie-dialog.tsx'

/** Documents tied to a failure: its cause, its fix, and whether it came back. */
export function FailureDocuments({
  organization,
  project,
  fingerprint,
}: {
  organization: string
  project: string
  fingerprint: string
}) {
  const [isTying, setTying] = useState(false)
  const role = useRole(organization)
  const tie = mayWrite(role) && (
    <>
      <button type="button" className="button" onClick={() => setTying(true)}>
        Tie a document
      </button>
      {isTying && <TieDialog {...{ organization, project, fingerprint }} onClose={() => setTying(false)} />}
    </>
  )
  const { data, error } = useQuery(failureDocumentsOf({ organization, project }, fingerprint))
  if (error)
    return (
      <p className="muted">
        {codeOf(error) === 'FORBIDDEN'
          ? 'You may not read the knowledge of this project.'
          : `The documents could not be read: ${error.message}`}
      </p>
    )
  if (!data) return <p className="muted">Loading…</p>
  if (data.length === 0)
    return (
      <div className="untied">
        <p className="muted">
          No document explains this failure yet. An agent or an editor can tie one to its fingerprint.
        </p>
        <div className="doing">
          {tie}
          <CopyButton text={fingerprint} label="Copy the fingerprint" />
        </div>
      </div>
    )
  return (
    <>
      <ul className="ties">
        {data.map(({ document, cause, fix, commit, author, tiedAt, isStale, because, project: of }) => (
          <li key={document.id}>
            <p>
              <Icon name="doc" tone="muted" />
              <Link
                className="link"
                to="/o/$organization/knowledge/$"
                params={{ organization, _splat: `${of}/${document.path}` }}
              >
                {document.title}
              </Link>
            </p>
            {cause && <p>Cause: {cause}</p>}
            {fix && <p>Fix: {fix}</p>}
            {commit && (
              <p className="muted">
                Fixed by <span className="mono">{shortSha(commit)}</span>
              </p>
            )}
            {because && <p className={isStale ? 'failed' : 'muted'}>{because}</p>}
            <p className="muted">
              {author}, <Time at={tiedAt} />
            </p>
          </li>
        ))}
      </ul>
      {tie}
    </>
  )
}
