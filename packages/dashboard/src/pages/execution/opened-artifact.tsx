import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '../../data/queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { kindOf } from './attachment-kind.ts'
import './artifacts.css'

const route = getRouteApi('/executions/$id')

/** The image or video named in the address, enlarged. If the file no longer exists, a message says so. */
export function OpenedArtifact({ result }: { result: Result }) {
  const { artifact } = route.useSearch()
  const navigate = useNavigate({ from: '/executions/$id' })
  const [unreadable, setUnreadable] = useState('')
  if (artifact === undefined) return null
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
