/** Limits the concurrent operations of one credential. */
export interface ConcurrencyLimit {
  readonly most: number
  /** A function that releases the slot, once; null if all slots are in use. */
  take(credential: string): (() => void) | null
}

/** 0 means no limit. */
export function makeConcurrencyLimit(most: number): ConcurrencyLimit {
  const taken = new Map<string, number>()
  return {
    most,
    take(credential) {
      const count = taken.get(credential) ?? 0
      if (most > 0 && count >= most) return null
      taken.set(credential, count + 1)
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        const left = (taken.get(credential) ?? 1) - 1
        if (left > 0) taken.set(credential, left)
        else taken.delete(credential)
      }
    },
  }
}
