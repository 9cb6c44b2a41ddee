import type { TestRef } from '@svc/schema'
import type { z } from 'zod'

/** The fields of `test` that name it. */
export const testRef = ({ testId, file, titles, variant, occurrence, leg }: z.input<typeof TestRef>) => ({
  testId,
  file,
  titles,
  variant,
  occurrence,
  leg,
})
