// @module-tag thorough
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { artifactStoreContract } from '../../../testing/artifact-store-contract.ts'
import { allOf, sha256 } from '../../../testing/artifacts.ts'
import { describeOnS3 } from '../../../testing/s3/describe-on-s3.ts'
import type { OwnBucket } from '../../../testing/s3/own-swift.ts'
import { openS3Artifacts } from '../open-s3.ts'
import { makeOperationLimit } from '../operation-limit.ts'
import { bodyOf, openBucket } from './bucket.ts'
import { openS3Store } from './store.ts'

const DAY_MS = 86_400_000
const storeOf = (bucket: OwnBucket, clock = Date.now) =>
  openS3Store(openBucket({ ...bucket, clock }), makeOperationLimit(), true)
const keyOf = (start = 'ab') => `${start}/${'c'.repeat(62)}.${randomUUID()}`

function temporary(text = ''): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-s3-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return { folder, path }
}

describeOnS3('artifacts in a bucket', (swift) => {
  artifactStoreContract('in a bucket', async () => storeOf(await swift().makeBucket()))

  test('lists all pages, and only keys of artifacts below its prefix', async () => {
    const own = await swift().makeBucket()
    const other = { ...own, address: { ...own.address, prefix: 'some/other/' } }
    const store = storeOf(own)
    const { path } = temporary('x')
    // The server of the tests lists four at a time.
    const keys = Array.from({ length: 9 }, (_, i) => keyOf(`a${i}`))
    for (const key of keys) await store.put(key, path, sha256(Buffer.from('x')))
    await storeOf(other).put(keyOf('ff'), path, sha256(Buffer.from('x')))
    await openBucket({ ...own, clock: Date.now }).put('incoming/some', bodyOf('x'))
    const listed = await allOf(store.list())
    expect(listed.map(({ key }) => key)).toEqual(keys)
  })

  test('takes no other bytes than those of the sum', async () => {
    const store = storeOf(await swift().makeBucket())
    const key = keyOf()
    await expect(store.put(key, temporary('one').path, sha256(Buffer.from('two')))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { status: 400 },
    })
    expect(await store.has(key)).toBeNull()
  })

  test('a wrong clock of this machine is corrected by the answer', async () => {
    const bucket = await swift().makeBucket()
    for (const wrong of [-2 * DAY_MS, DAY_MS / 24]) {
      const store = storeOf(bucket, () => Date.now() + wrong)
      const key = keyOf()
      await store.put(key, temporary('one').path, sha256(Buffer.from('one')))
      expect(await store.has(key)).toBe(3)
    }
  })

  test('an address gives the bytes to anyone, as a download, until it ends', async () => {
    const bucket = await swift().makeBucket()
    const key = keyOf()
    const page = '<script>alert(1)</script>'
    await storeOf(bucket).put(key, temporary(page).path, sha256(Buffer.from(page)))
    const answer = {
      type: 'application/octet-stream',
      disposition: `attachment; filename="a b+c.html"; filename*=UTF-8''a%20b%2Bc.html`,
    }
    const address = (await storeOf(bucket).addressOf?.(key, answer)) ?? ''
    const response = await fetch(address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(answer.type)
    expect(response.headers.get('content-disposition')).toBe(answer.disposition)
    expect(await response.text()).toBe(page)
    expect((await fetch(address, { headers: { Range: 'bytes=1-6' } })).status).toBe(206)
    for (const forged of [
      address.replace('octet-stream', 'x-html'),
      address.replace('attachment', 'inline'),
      address.replace(/Signature=../, 'Signature=00'),
      address.replace('Expires=60', 'Expires=600'),
    ])
      expect([forged !== address, (await fetch(forged)).status]).toEqual([true, 403])
    const ended = await storeOf(bucket, () => Date.now() - 61_000).addressOf?.(key, answer)
    expect((await fetch(ended ?? '')).status).toBe(403)
  })

  test('a bucket that cannot be used is named at the start, with what to do', async () => {
    const good = await swift().makeBucket()
    const { folder: path } = temporary()
    const limits = { fileBytes: 1, executionFiles: 1, executionBytes: 1 }
    const open = (more: Partial<OwnBucket>) =>
      openS3Artifacts({ ...good, ...more, path, limits, redirects: false, clock: Date.now })
    await expect(open({})).resolves.toMatchObject({
      place: { name: expect.stringContaining(good.address.bucket) },
    })
    const { address, credentials } = good
    const cases: [Partial<OwnBucket>, RegExp][] = [
      [{ address: { ...address, bucket: 'svc-absent' } }, /svc-absent.*does not exist: create it/],
      [
        { credentials: { ...credentials, secretAccessKey: 'wrong' } },
        /AWS_SECRET_ACCESS_KEY does not belong/,
      ],
      [{ credentials: { ...credentials, accessKeyId: 'svc:nobody' } }, /AWS_ACCESS_KEY_ID/],
      [{ address: { ...address, region: 'eu-central-1' } }, /region is wrong/],
      [{ address: { ...address, endpoint: 'http://127.0.0.1:1' } }, /does not answer: check endpoint=/],
    ]
    for (const [more, message] of cases) await expect(open(more)).rejects.toThrow(message)
  })
})
