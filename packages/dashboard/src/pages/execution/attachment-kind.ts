import type { Attachment, Result } from '../../data/queries.ts'

export type AttachmentKind = 'trace' | 'image' | 'video' | 'file'

/** How the page shows a file. */
export function kindOf({ name, contentType }: Attachment): AttachmentKind {
  if (contentType === 'application/zip' && name.startsWith('trace')) return 'trace'
  if (/^image\/(png|jpeg|webp|gif)$/.test(contentType)) return 'image'
  return /^video\/(mp4|webm)$/.test(contentType) ? 'video' : 'file'
}

/** The trace of the last attempt that has one; null without any. */
export const traceOf = ({ attempts }: Result): string | null =>
  attempts
    .flatMap(({ attachments = [] }) => attachments)
    .findLast((each) => kindOf(each) === 'trace' && each.state === 'stored')?.id ?? null
