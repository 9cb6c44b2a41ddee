// @module-tag thorough
import { expect, test } from 'vitest'
import { makeApp, type TestApp } from '../testing/make-app.ts'
import { describeOnS3 } from '../testing/s3/describe-on-s3.ts'
import { refuseStrangers } from './refuse-strangers.ts'

const start = ({ folder, store, artifacts }: TestApp, startsEmpty = false) =>
  refuseStrangers({ startsEmpty, store: { folder } }, store, artifacts)

describeOnS3('a bucket', (swift) => {
  test('serves one database, also while it is empty: each of two would remove what only the other knows', async () => {
    const bucket = await swift().makeBucket()
    const [one, other] = [await makeApp({ bucket }), await makeApp({ bucket })]
    // Databases of tests are copies of one.
    await other.store.write((db) =>
      db.updateTable('secret').set({ value: 'another' }).where('name', '=', 'cursors').execute(),
    )
    await start(one)
    await start(one)
    await expect(start(other)).rejects.toThrow(
      /belongs to another database.*SVC_ARTIFACTS_URL.*SVC_START_EMPTY/,
    )
    const { address } = bucket
    await start(await makeApp({ bucket: { ...bucket, address: { ...address, prefix: 'another/' } } }))
    await start(other, true)
    await start(other)
    await expect(start(one)).rejects.toThrow('belongs to another database')
  })
})
