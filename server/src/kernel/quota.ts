/** What somebody has left of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until some of what was used comes back, or until there is room again; 0 if nothing was used. */
  resetSeconds: number
}
