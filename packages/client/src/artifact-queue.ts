import { LIMITS } from '@svc/protocol'
import type { Keeper, KeeperSetup, Kept } from './artifact-keeper.ts'
import type { RecordedAttachment } from './recorded.ts'

/** Collects attachments in the background; loads nothing before the first one arrives. */
export interface ArtifactQueue {
  /** `entry` is the attempt's place in the journal. */
  add(entry: number, attachments: RecordedAttachment[]): void
  /** True once there is something to send. */
  readonly isUsed: boolean
  /** The artifacts to send, after all were inspected; undefined without any. */
  kept(): Promise<Kept | undefined>
}

export const makeArtifactQueue = (setup: KeeperSetup): ArtifactQueue => {
  let keeper: Promise<Keeper> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(entry, attachments) {
      keeper ??= import('./artifact-keeper.ts').then(({ openKeeper }) => openKeeper(setup))
      for (const [number, { path, body, read, contentType }] of attachments
        .slice(0, LIMITS.attachments)
        .entries()) {
        // An address elsewhere is a link, not a file.
        if (!body && !read && (!path || /^https?:/i.test(path))) continue
        const source = async () => (body ? { body } : read ? { body: await read() } : { path: path ?? '' })
        last = last
          .then(async () => (await keeper)?.keep({ entry, number, contentType, ...(await source()) }))
          .catch(() => undefined)
      }
    },
    get isUsed() {
      return keeper !== undefined
    },
    async kept() {
      await last
      return keeper?.then((each) => each.kept()).catch(() => undefined)
    },
  }
}
