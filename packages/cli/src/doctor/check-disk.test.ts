import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goodSetup, subjectOf } from '../../test/set-up.ts'
import { checkDisk } from './check-disk.ts'

test('a folder that takes journals shows no trace of having been tried', async () => {
  const folder = goodSetup()
  const before = readdirSync(folder)
  expect(checkDisk(await subjectOf(folder))).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^journals .*, \d.* free$/),
  })
  expect(readdirSync(folder)).toEqual(before)
})

test('a place that cannot be written is reported with the reason of the system', async () => {
  // A file where the folder belongs stops every user, root too.
  const folder = goodSetup({ '.svc': 'a file' })
  expect(checkDisk(await subjectOf(folder))).toMatchObject({
    state: 'warning',
    reason: expect.stringMatching(/ENOTDIR|EEXIST|ENOENT/),
  })
})
