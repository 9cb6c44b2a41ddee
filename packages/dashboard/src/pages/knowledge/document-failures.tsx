import { errorLine } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { type DocumentFailure, failuresOfDocument, type KnowledgeDocument } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { count, shortSha } from '../../parts/words.ts'

/** The failures that the document explains, and whether their fixes hold. */
export function DocumentFailures({
  organization,
  document: { id },
}: {
  organization: string
  document: KnowledgeDocument
}) {
  const { data, error, refetch } = useQuery(failuresOfDocument(organization, id))
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton rows={3} />
  if (data.length === 0)
    return (
      <EmptyState icon="doc" title="It explains no failure yet">
        <p>
          A tie says why a failure happens and what fixed it. The failure shows this document when it comes
          back.
        </p>
        <p>Open a failure and tie this document to it, or let an agent do so.</p>
      </EmptyState>
    )
  return (
    <ul className="card rows ties">
      {data.map((tie) => (
        <li key={tie.fingerprint}>
          <Tie organization={organization} tie={tie} />
        </li>
      ))}
    </ul>
  )
}

function Tie({ organization, tie }: { organization: string; tie: DocumentFailure }) {
  const { fingerprint, project, cause, fix, commit, author, tiedAt, isStale, because, failure } = tie
  const isFixed = fix !== null || commit !== null
  return (
    <article className="tie">
      <h3>
        <a
          href={`/o/${encodeURIComponent(organization)}/${encodeURIComponent(project)}/failures/${fingerprint}`}
        >
          {errorLine(failure.message ?? '') || `Failure ${fingerprint}`}
        </a>
      </h3>
      <p className={isStale ? 'failed' : 'soft'}>
        <Icon name={isStale ? 'warning' : isFixed ? 'passed' : 'doc'} />
        {isStale ? 'Came back after its fix.' : isFixed ? 'The fix holds so far.' : 'Explained, not fixed.'}{' '}
        {because}
      </p>
      <dl className="pair-list">
        {cause !== null && (
          <>
            <dt>Cause</dt>
            <dd>{cause}</dd>
          </>
        )}
        {fix !== null && (
          <>
            <dt>Fix</dt>
            <dd>{fix}</dd>
          </>
        )}
        {commit !== null && (
          <>
            <dt>Commit</dt>
            <dd className="mono">{shortSha(commit)}</dd>
          </>
        )}
        <dt>Seen</dt>
        <dd>
          {count(failure.executions, 'execution')} in 30 days
          {failure.lastSeen !== null && (
            <>
              , last <Time at={failure.lastSeen.at} />
            </>
          )}
        </dd>
        <dt>Tied</dt>
        <dd>
          by {author}, <Time at={tiedAt} />
        </dd>
      </dl>
    </article>
  )
}
