import type { ArtifactState, Attachment } from '@svc/protocol'
import type { Context } from '../../ground/kernel/context.ts'

/**
 * Identifies an attachment: its part, its attempt's entry in the part's journal, its position in the attempt.
 */
interface AttachmentPlace {
  part: number
  entry: number
  number: number
}

/** An attachment as its attempt stores it, with its place. */
export type PlacedAttachment = Attachment & { place: AttachmentPlace }

/** An attachment as the API returns it; `url` if it can be downloaded, `reason` if it was left out. */
export type DescribedAttachment = Attachment & {
  state: ArtifactState
  id?: string
  reason?: string
  url?: string
}

/** Facts about attachments that their tests did not report, by `placeKey`. */
export type KnownAttachments = ReadonlyMap<string, KnownAttachment>
export type KnownAttachment = Pick<DescribedAttachment, 'id' | 'sizeBytes' | 'state' | 'reason' | 'url'>

/** Looks up the facts about an execution's artifacts. */
export type DescribeAttachments = (
  ctx: Pick<Context, 'store' | 'baseUrl'>,
  executionId: number,
) => Promise<KnownAttachments>

export const placeKey = ({ part, entry, number }: AttachmentPlace): string => `${part}/${entry}/${number}`

/** An attachment with the facts about it; an attachment without facts was never sent. */
export const describeAttachment = (
  { place, ...attachment }: PlacedAttachment,
  known: KnownAttachments,
): DescribedAttachment => ({ ...attachment, ...(known.get(placeKey(place)) ?? { state: 'unsent' }) })
