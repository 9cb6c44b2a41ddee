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

/** Looks up once what is known of an execution's artifacts, and then says it of each attachment. */
export type DescribeAttachments = (
  ctx: Pick<Context, 'store' | 'baseUrl'>,
  executionId: number,
) => Promise<(attachment: Attachment, place: AttachmentPlace) => DescribedAttachment>
