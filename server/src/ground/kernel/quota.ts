/** The remainder of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until part of the used quota expires, or until another request fits; 0 if nothing is used. */
  resetSeconds: number
}
