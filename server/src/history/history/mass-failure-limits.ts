/** A run of at least so many tests in which this share failed says nothing about a single test. */
export const MASS_FAILURE = { leastTests: 5, share: 0.8 }
/** If this many tests of a run failed and pass on the same code, something else than each of them is at fault. */
export const MANY_FAILED = { leastTests: 5, share: 0.1 }
