import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findJournals } from './find-journals.ts'

let top = ''
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'svc-find-')))
})
afterEach(() => rmSync(top, { recursive: true }))

const put = (path: string) => {
  const full = join(top, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, '')
}
const find = (paths: string[] = []) =>
  findJournals({ workspace: join(top, 'work'), temp: join(top, 'temp'), paths })

test('all below the workspace, but nothing in packages, nor without a journal', async () => {
  put('work/.svc/journal/a.ndjson')
  put('work/apps/web/.svc/journal/b.ndjson')
  put('work/apps/empty/.svc/journal/b.lock')
  put('work/node_modules/x/.svc/journal/c.ndjson')
  put('else/.svc/journal/d.ndjson')
  const { roots, loose, problems } = await find()
  expect(roots.sort()).toEqual([join(top, 'work'), join(top, 'work/apps/web')])
  expect([loose, problems]).toEqual([[], []])
})

test('links are not followed out of the workspace', async () => {
  put('else/.svc/journal/d.ndjson')
  put('work/a')
  symlinkSync(join(top, 'else'), join(top, 'work/link'))
  expect((await find()).roots).toEqual([])
  expect((await find(['link'])).problems).toEqual([expect.stringContaining('outside the workspace')])
})

test('named folders: a project, the journals themselves, or what an artifact was downloaded to', async () => {
  put('work/app/.svc/journal/a.ndjson')
  put('work/down/one/x.ndjson')
  put('temp/two/y.ndjson')
  expect(await find(['app'])).toMatchObject({ roots: [join(top, 'work/app')], problems: [] })
  expect(await find(['app/.svc/journal'])).toMatchObject({ roots: [join(top, 'work/app')] })
  expect(await find(['down', join(top, 'temp')])).toMatchObject({
    loose: [join(top, 'work/down/one'), join(top, 'temp/two')],
    problems: [],
  })
})

test.each([
  ['../else', /outside the workspace/],
  ['/', /outside the workspace/],
  ['gone', /gone.*not exist/],
  ['empty', /empty.*no journal/],
])('%s says what to do', async (path, message) => {
  put('else/.svc/journal/d.ndjson')
  put('work/empty/x')
  const { roots, loose, problems } = await find([path])
  expect([roots, loose]).toEqual([[], []])
  expect(problems).toEqual([expect.stringMatching(message)])
})
