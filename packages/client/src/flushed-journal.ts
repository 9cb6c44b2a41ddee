/** The outcome for one journal found on disk. */
export interface FlushedJournal {
  /** Its path; given even after it was sent and removed. */
  path: string
  /** `running`: its run continues, or another process sends it. `empty`: the run was killed before its first line. */
  state: 'sent' | 'rejected' | 'denied' | 'postponed' | 'running' | 'empty'
  /** Counted lines, including the end. */
  entries: number
  /** False if the run was cut off, so that its execution stays incomplete. */
  isComplete: boolean
  url?: string
  /** Why it was not sent, or what went wrong after that. */
  reason?: string
  /** About its artifacts, if they were sent with it. */
  note?: string
  /** True if the note names attachments that were left out. */
  hasLoss?: boolean
  /** True if the server has the results, and only artifacts remain. */
  hasResults?: boolean
}
