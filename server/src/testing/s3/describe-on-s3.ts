import { THOROUGH } from '@svc/test-kit/thorough'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import './install-swift.ts'
import { type OwnSwift, startOwnSwift } from './own-swift.ts'

const THOROUGHLY = { tags: [THOROUGH] }

/**
 * Thorough tests on a real S3 server, one for all of them. Without one they are skipped with the reason, and in CI they
 * fail with it, because tests that did not run must not look like passed ones.
 */
export function describeOnS3(name: string, suite: (swift: () => OwnSwift) => void): void {
  const why = inject('noSwift')
  if (why !== null) {
    test(name, THOROUGHLY, ({ skip }) => {
      if (process.env.CI) throw new Error(why)
      skip(why)
    })
    return
  }
  describe(name, THOROUGHLY, () => {
    let swift: OwnSwift
    beforeAll(async () => {
      swift = await startOwnSwift()
    })
    afterAll(() => swift?.remove())
    suite(() => swift)
  })
}
