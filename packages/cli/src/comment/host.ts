import type { CommentHost, HostComment } from '@svc/client/comment'

export type Note = HostComment

/** A merge or pull request on a code host. All methods throw a `HostRefusal`. */
export interface Host extends CommentHost {
  /** GitLab. */
  name: string
  /** `merge request !7 of acme/shop`. */
  subject: string
  /** True if it is neither merged nor closed. */
  isOpen(): Promise<boolean>
}

/** The values of `--host`. */
export const HOSTS = ['gitlab', 'bitbucket', 'github'] as const
export type HostName = (typeof HOSTS)[number]
