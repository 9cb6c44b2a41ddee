import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '../../data/queries.ts'
import { kindOf } from '../../parts/attachment-kind.ts'
import { Dialog } from '../../parts/dialog.tsx'
import './artifacts.css'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../../data/client.ts'
import { readOf } from '../../data/read-of.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Output } from '../../parts/output.tsx'

/** The image, video or text named in the address, enlarged. If the file no longer exists, a message says so. */
export function OpenedArtifact({ result, artifact }: { result: Result; artifact: string }) {
  const navigate = useNavigate({ from: '/executions/$id' })
  const [unreadable, setUnreadable] = useState('')
  const close = () =>
    navigate({ search: (before) => ({ ...before, artifact: undefined }), resetScroll: false })
  const opened = result.attempts
    .flatMap(({ attachments }) => attachments ?? [])
    .find(({ id }) => id === artifact)
  if (!opened || unreadable === artifact)
    return (
      <Dialog title="This file is gone" onClose={close}>
        <p>Retention removed it, or the link is cut off. The error and the steps of the test stay.</p>
      </Dialog>
    )
  if (kindOf(opened) === 'text')
    return (
      <Dialog title={opened.name} kind="wide" onClose={close}>
        <ArtifactText id={artifact} name={opened.name} />
      </Dialog>
    )
  const seen = {
    className: 'artifact-seen',
    src: `/api/artifacts/${encodeURIComponent(artifact)}`,
    onError: () => setUnreadable(artifact),
  }
  return (
    <Dialog title={opened.name} kind="wide" onClose={close}>
      {kindOf(opened) === 'video' ? (
        <video {...seen} controls autoPlay />
      ) : (
        <img {...seen} alt={opened.name} />
      )}
    </Dialog>
  )
}

/** As much as the server gives at once: some 80 kB. */
const MOST_TOKENS = 20_000

const textOf = (id: string) =>
  readOf(
    ['artifact-text', id],
    (options) => clientOf().getArtifactText({ id, maxTokens: MOST_TOKENS }, options),
    { staleTime: Number.POSITIVE_INFINITY },
  )

/** The beginning of a text file, and a link to the whole file. */
function ArtifactText({ id, name }: { id: string; name: string }) {
  const { data, error } = useQuery(textOf(id))
  if (!data && !error) return <Skeleton rows={8} />
  const about = error ? error.message : (data?.note ?? (data?.nextOffset ? 'The beginning of the file.' : ''))
  return (
    <>
      {data?.text && <Output text={data.text} label={name} />}
      {data?.text === '' && !about && <p className="muted">The file is empty.</p>}
      <p className="artifact-rest">
        {about && <span {...(error && { role: 'alert' })}>{about} </span>}
        <a className="link" href={`/api/artifacts/${encodeURIComponent(id)}`} download={name}>
          Download
        </a>
      </p>
    </>
  )
}
