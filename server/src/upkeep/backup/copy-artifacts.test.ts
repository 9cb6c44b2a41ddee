import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ArtifactStore } from '../../results/artifacts/artifact-store.ts'
import { openArtifacts } from '../../results/artifacts/open.ts'
import { openS3Artifacts } from '../../results/artifacts/open-s3.ts'
import { allOf, png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { describeOnS3 } from '../../testing/s3/describe-on-s3.ts'
import { copyArtifacts } from './copy-artifacts.ts'

const LIMITS = { fileBytes: 1, executionFiles: 1, executionBytes: 1 }
const TEXTS = ['one', 'two two', 'three three three']
const ALL = { known: 3, knownBytes: 27, missing: [], damaged: [] }

/** A server with three artifacts, and a folder for files on their way. */
async function world() {
  const app = await makeApp()
  const shots = TEXTS.map((text) => png(text))
  const { journal } = await runAttaching(app, { pays: shots })
  for (const [number, shot] of shots.entries()) await storeArtifact(app, journal, shot, { number })
  const folder = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const way = join(folder, 'way')
  mkdirSync(way)
  const copy = (to: ArtifactStore, from = app.artifacts.files) =>
    copyArtifacts(app.store, { from, to, folder: way })
  return { app, folder, way, copy }
}

const sorted = async (files: ArtifactStore) => (await allOf(files.list())).map(({ key }) => key).sort()

async function textsIn(files: ArtifactStore): Promise<string[]> {
  const texts: string[] = []
  for (const key of await sorted(files)) {
    const bytes = await files.get(key)
    if (bytes) texts.push(Buffer.concat(await allOf<Buffer>(bytes)).toString())
  }
  return texts.sort()
}

const fileOf = (app: TestApp, key: string) => join(app.folder, 'artifacts', key)

test('a copy that was stopped goes on, and leaves nothing on the way', async () => {
  const { app, folder, way, copy } = await world()
  const { files } = openArtifacts(join(folder, 'other'), LIMITS)
  let left = 1
  const stopping: ArtifactStore = {
    ...files,
    put: async (...args) => {
      if (left-- === 0) throw new Error('stopped')
      await files.put(...args)
    },
  }
  await expect(copy(stopping)).rejects.toThrow('stopped')
  const { present, copied } = await copy(files)
  expect(present + copied).toBe(3)
  expect(present).toBeGreaterThan(0)
  expect(await copy(files)).toEqual({ ...ALL, present: 3, copied: 0, copiedBytes: 0 })
  expect(await sorted(files)).toEqual(await sorted(app.artifacts.files))
  expect(await textsIn(files)).toEqual([...TEXTS].sort())
  expect(readdirSync(way)).toEqual([])
})

test('what is missing or was changed is named, and not copied', async () => {
  const { app, folder, copy } = await world()
  const { files } = openArtifacts(join(folder, 'other'), LIMITS)
  const [lost = '', changed = ''] = await sorted(app.artifacts.files)
  rmSync(fileOf(app, lost))
  writeFileSync(fileOf(app, changed), 'changed')
  expect(await copy(files)).toMatchObject({ known: 3, copied: 1, missing: [lost], damaged: [changed] })
  expect(await textsIn(files)).toHaveLength(1)
})

describeOnS3('copies of artifacts to S3', (swift) => {
  test('from a folder to a bucket, and back', async () => {
    const { folder, copy } = await world()
    const path = join(folder, 'staging')
    const bucket = await openS3Artifacts({
      ...(await swift().makeBucket()),
      ...{ limits: LIMITS, path, redirects: false, clock: Date.now },
    })
    expect(await copy(bucket.files)).toEqual({ ...ALL, present: 0, copied: 3, copiedBytes: 27 })
    expect(await copy(bucket.files)).toMatchObject({ present: 3, copied: 0 })
    const { files } = openArtifacts(join(folder, 'back'), LIMITS)
    expect(await copy(files, bucket.files)).toMatchObject({ copied: 3, copiedBytes: 27 })
    expect(await textsIn(files)).toEqual([...TEXTS].sort())
  })
})
