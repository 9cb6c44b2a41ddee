import type { ArtifactState, Attachment } from '@svc/protocol'
import type { Context } from '../kernel/context.ts'

/** Which attachment: its part, the entry of its attempt in the part's journal, its place in the attempt. */
interface AttachmentPlace {
  part: number
  entry: number
  number: number
}

/** An attachment as it is stored with its attempt, with its place. */
export type PlacedAttachment = Attachment & { place: AttachmentPlace }

/** An attachment as the API tells it; `url` where it can be downloaded, `reason` where it was left out. */
export type DescribedAttachment = Attachment & {
  state: ArtifactState
  id?: string
  reason?: string
  url?: string
}

/** What is known of attachments beyond what their tests said of them, by `placeKey`. */
export type KnownAttachments = ReadonlyMap<string, KnownAttachment>
export type KnownAttachment = Pick<DescribedAttachment, 'id' | 'sizeBytes' | 'state' | 'reason' | 'url'>

/** Looks up what is known of an execution's artifacts. */
export type DescribeAttachments = (
  ctx: Pick<Context, 'store' | 'baseUrl'>,
  executionId: number,
) => Promise<KnownAttachments>

export const placeKey = ({ part, entry, number }: AttachmentPlace): string => `${part}/${entry}/${number}`

/** An attachment with what is known of it; nobody has sent those of which nothing is. */
export const describeAttachment = (
  { place, ...attachment }: PlacedAttachment,
  known: KnownAttachments,
): DescribedAttachment => ({ ...attachment, ...(known.get(placeKey(place)) ?? { state: 'unsent' }) })
