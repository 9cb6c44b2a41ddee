/** A run of at least so many tests in which this share failed says nothing about a single test. */
export const MASS_FAILURE = { leastTests: 5, share: 0.8 }
