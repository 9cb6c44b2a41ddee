import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Attachment, Attempt } from '../../data/queries.ts'
import { type AttachmentKind, kindOf } from '../../parts/attachment-kind.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { bytesText } from '../../parts/words.ts'
import { imagePairsOf } from './image-pairs.ts'
import './artifacts.css'

const route = getRouteApi('/executions/$id')

const ImageDifference = lazy(async () => ({
  default: (await import('./image-difference.tsx')).ImageDifference,
}))

/** The files of an attempt: compared images, the trace, then files that a browser can show. */
export function Artifacts({
  execution,
  attempt,
  of = '',
}: {
  execution: string
  attempt: Attempt
  /** Distinguishes the lists of several attempts. */
  of?: string
}) {
  const all = [...(attempt.attachments ?? [])].sort(
    (a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)),
  )
  const { pairs, rest } = imagePairsOf(all)
  if (all.length === 0) return null
  return (
    <>
      <Suspense>
        {pairs.map((pair) => (
          <ImageDifference key={pair.name} {...pair} of={of} />
        ))}
      </Suspense>
      {rest.length > 0 && (
        <ul className="artifacts" aria-label={`Files${of}`}>
          {rest.map((each, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a test may attach two files of one name
            <li key={i}>
              <Artifact execution={execution} attachment={each} of={of} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const ORDER: AttachmentKind[] = ['trace', 'image', 'video', 'text', 'file']
const ICONS: Record<AttachmentKind, IconName> = {
  trace: 'play',
  image: 'image',
  video: 'film',
  text: 'doc',
  file: 'download',
}

function Artifact({ execution, attachment, of }: { execution: string; attachment: Attachment; of: string }) {
  const { id, name, state, reason } = attachment
  const kind = kindOf(attachment)
  const content = (
    <>
      <span className="picture">
        {kind === 'image' && id !== undefined && state === 'stored' ? (
          <img src={urlOf(id)} alt="" loading="lazy" />
        ) : (
          <Icon name={ICONS[kind]} />
        )}
      </span>
      <span className="words">
        <b className="ellipsis">{name}</b>
        <small>{state === 'stored' ? sizeOf(attachment) : (reason ?? STATES[state])}</small>
        {of && <span className="sr">{of}</span>}
      </span>
    </>
  )
  if (id === undefined || state !== 'stored') return <div className="artifact">{content}</div>
  if (kind === 'trace')
    return (
      <route.Link
        className="artifact"
        to="/executions/$id/traces/$artifact"
        params={{ id: execution, artifact: id }}
      >
        {content}
      </route.Link>
    )
  if (kind === 'file')
    return (
      <a className="artifact" href={urlOf(id)} download={name}>
        {content}
      </a>
    )
  return (
    <route.Link
      className="artifact"
      to="."
      search={(before) => ({ ...before, artifact: id })}
      resetScroll={false}
    >
      {content}
    </route.Link>
  )
}

const STATES: Record<Exclude<Attachment['state'], 'stored'>, string> = {
  awaited: 'still being uploaded',
  missing: 'missing: the server no longer has the file',
  left: 'not stored',
  unsent: 'the reporter did not send it',
}

const sizeOf = ({ sizeBytes, contentType }: Attachment): string =>
  [...(sizeBytes === undefined ? [] : [bytesText(sizeBytes)]), contentType].join(', ')

const urlOf = (id: string): string => `/api/artifacts/${encodeURIComponent(id)}`
