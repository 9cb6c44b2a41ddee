import { describeUnless } from '@svc/test-kit/describe-unless'
import { afterAll, beforeAll, inject } from 'vitest'
import './install-swift.ts'
import { type OwnSwift, startOwnSwift } from './own-swift.ts'

/** Thorough tests on a real S3 server, one for all of them. */
export const describeOnS3 = (name: string, suite: (swift: () => OwnSwift) => void): void =>
  describeUnless(inject('noSwift'), name, () => {
    let swift: OwnSwift
    beforeAll(async () => {
      swift = await startOwnSwift()
    })
    afterAll(() => swift?.remove())
    suite(() => swift)
  })
