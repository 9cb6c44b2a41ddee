/** Every error code of the product, with its HTTP status. */
export const PROBLEM_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS

/** The body of an error answer. */
export interface ProblemBody {
  success: false
  error: { code: ProblemCode; message: string }
}

/** The body of every other answer. */
export interface SuccessBody<T> {
  success: true
  data: T
  page?: { nextCursor: string | null }
}
