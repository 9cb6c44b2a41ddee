/** The whole sha of a commit, SHA-1 or SHA-256. */
export const WHOLE_SHA = /^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/

/** The fingerprint of a failure: equal for errors that differ only in values, `none` for failures without an error. */
export const FINGERPRINT = /^(?:[0-9a-f]{16}|none)$/
