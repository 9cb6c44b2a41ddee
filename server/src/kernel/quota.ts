/** The remainder of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until part of the used quota expires, or until a request fits again; 0 if none is used. */
  resetSeconds: number
}
