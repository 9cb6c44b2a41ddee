import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '../../data/queries.ts'
import { kindOf } from '../../parts/attachment-kind.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ArtifactText } from './artifact-text.tsx'
import './artifacts.css'

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
