import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { newestPassOf } from '../../data/newest-pass.ts'
import type { Attachment, Attempt, Result } from '../../data/queries.ts'
import { kindOf } from '../../parts/attachment-kind.ts'
import { Time } from '../../parts/time.tsx'

const addressOf = (id: string): string => `/api/artifacts/${encodeURIComponent(id)}`

const imagesOf = (attachments: Attachment[] = []): { id: string; name: string }[] =>
  attachments.flatMap((each) =>
    each.id !== undefined && each.state === 'stored' && kindOf(each) === 'image'
      ? [{ id: each.id, name: each.name }]
      : [],
  )

/** The images of a failed attempt, and on request the newest run in which the test passed beside them. */
export function Screenshots({
  organization,
  project,
  result,
  attempt,
}: {
  organization: string
  project: string
  result: Result
  attempt: Attempt
}) {
  const [isBeside, setBeside] = useState(false)
  const pass = useQuery({ ...newestPassOf(organization, project, result), enabled: isBeside })
  const images = imagesOf(attempt.attachments)
  if (images.length === 0) return null
  return (
    <>
      {images.map(({ id, name }) => {
        const before = pass.data?.images.find((each) => each.name === name)
        return (
          <div key={id} className="screenshots">
            <Screenshot id={id} name={name} label="This failure" />
            {before && <Screenshot id={before.id} name={`${name}, newest pass`} label="Newest pass" />}
          </div>
        )
      })}
      {!pass.data && (
        <button
          type="button"
          className="button"
          onClick={() => (isBeside ? pass.refetch() : setBeside(true))}
          disabled={pass.isFetching}
        >
          Beside the newest pass
        </button>
      )}
      <p className="muted" role="status">
        {pass.error && `The newest pass could not be read: ${pass.error.message}`}
        {pass.data?.execution === null && 'None of its newest runs passed on this leg.'}
        {pass.data && pass.data.execution !== null && (
          <>
            {pass.data.images.length === 0 && 'It stored no screenshot. '}
            It passed{' '}
            <Link className="link" to="/executions/$id" params={{ id: pass.data.execution.id }}>
              <Time at={pass.data.execution.startedAt} />
            </Link>
            .
          </>
        )}
      </p>
    </>
  )
}

function Screenshot({ id, name, label }: { id: string; name: string; label: string }) {
  return (
    <figure>
      <figcaption className="label">{label}</figcaption>
      <a href={addressOf(id)} target="_blank" rel="noreferrer">
        <img src={addressOf(id)} alt={name} loading="lazy" />
      </a>
    </figure>
  )
}
