import type { Attachment, Result } from '../data/queries.ts'

export type AttachmentKind = 'trace' | 'image' | 'video' | 'text' | 'file'

const TEXT = /^(text\/|application\/(json|xml|x-ndjson|yaml|x-yaml)\b)/i

/** How the page shows a file. */
export function kindOf({ name, contentType }: Attachment): AttachmentKind {
  if (contentType === 'application/zip' && name.startsWith('trace')) return 'trace'
  if (/^image\/(png|jpeg|webp|gif)$/.test(contentType)) return 'image'
  if (/^video\/(mp4|webm)$/.test(contentType)) return 'video'
  return TEXT.test(contentType) || /\.(log|txt)$/i.test(name) ? 'text' : 'file'
}

/** The trace of the last attempt that has one; null without any. */
export const traceOf = ({ attempts }: Result): string | null =>
  attempts
    .flatMap(({ attachments = [] }) => attachments)
    .findLast((each) => kindOf(each) === 'trace' && each.state === 'stored')?.id ?? null
