import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Attachment, Attempt } from '../../data/queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { bytesText } from '../../parts/words.ts'
import { type AttachmentKind, kindOf } from './attachment-kind.ts'
import { imagePairsOf } from './image-pairs.ts'
import './artifacts.css'

const route = getRouteApi('/executions/$id')

const ImageDifference = lazy(async () => ({
  default: (await import('./image-difference.tsx')).ImageDifference,
}))

/** The files of an attempt: compared images, the trace, then what one can see at once. */
export function Artifacts({
  execution,
  attempt,
  of = '',
}: {
  execution: string
  attempt: Attempt
  /** Tells the lists of several attempts apart. */
  of?: string
}) {
  const { artifact } = route.useSearch()
  const navigate = useNavigate({ from: '/executions/$id' })
  const all = [...(attempt.attachments ?? [])].sort(
    (a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)),
  )
  const opened = all.find(({ id }) => id !== undefined && id === artifact)
  const { pairs, rest } = imagePairsOf(all)
  if (all.length === 0) return null
  const close = () =>
    navigate({ search: (before) => ({ ...before, artifact: undefined }), resetScroll: false })
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
              <Artifact execution={execution} attachment={each} />
            </li>
          ))}
        </ul>
      )}
      {opened?.id && (
        <Dialog title={opened.name} kind="wide" onClose={close}>
          {kindOf(opened) === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: a recording of a browser has no sound
            <video className="artifact-seen" src={urlOf(opened.id)} controls autoPlay />
          ) : (
            <img className="artifact-seen" src={urlOf(opened.id)} alt={opened.name} />
          )}
        </Dialog>
      )}
    </>
  )
}

const ORDER: AttachmentKind[] = ['trace', 'image', 'video', 'file']
const ICONS: Record<AttachmentKind, IconName> = {
  trace: 'play',
  image: 'image',
  video: 'film',
  file: 'download',
}

function Artifact({ execution, attachment }: { execution: string; attachment: Attachment }) {
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
  awaited: 'still on its way',
  missing: 'lost: the store no longer has it',
  left: 'not stored',
  unsent: 'not sent by the reporter',
}

const sizeOf = ({ sizeBytes, contentType }: Attachment): string =>
  [...(sizeBytes === undefined ? [] : [bytesText(sizeBytes)]), contentType].join(', ')

const urlOf = (id: string): string => `/api/artifacts/${encodeURIComponent(id)}`
