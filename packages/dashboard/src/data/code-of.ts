import { SvcError } from '@svc/api'

/** The code of a refusal, or null for an internal error. */
export const codeOf = (error: unknown): SvcError['code'] | null =>
  error instanceof SvcError ? error.code : null

/** The `meta` of mutations of visitors: a refused password does not end a session. */
export const BEFORE_SIGN_IN = { isBeforeSignIn: true }
