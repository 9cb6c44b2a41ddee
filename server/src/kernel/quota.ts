/** What somebody has left of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until some of what was used comes back; 0 where nothing was used. */
  resetSeconds: number
}
