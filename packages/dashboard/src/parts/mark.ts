import { type Status, statusWord } from './status.tsx'
import { timeText } from './time.tsx'

export interface Mark {
  status: Status
  /** The execution that it opens; absent for attempts of this page. */
  execution?: string
  /** When it ran. */
  at?: string
  /** Its branch, if the marks are of several. */
  branch?: string | null
}

export type KeyedMark = Mark & { key: string }

/** `failed 2 days ago on main`. */
export const wordsOf = (status: Status, at: string | undefined, branch?: string | null): string =>
  [statusWord(status), at && timeText(at, Date.now()), branch && `on ${branch}`].filter(Boolean).join(' ')
