// @module-tag thorough
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { download, png, runAttaching, store } from '../../testing/artifacts.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addAccount, trySignIn } from '../../testing/sign-in.ts'
import { run, send } from '../../testing/upload.ts'

/** Lets every look at the folder's mark hang in the kernel, as a file system does whose server is gone. */
function hang(folder: string) {
  const mark = join(folder, '.svc-folder')
  const aside = join(folder, 'hanging')
  const id = readFileSync(mark, 'utf8')
  rmSync(mark)
  execFileSync('mkfifo', [mark])
  let hangs = true
  const comeBack = () => {
    if (!hangs) return
    hangs = false
    renameSync(mark, aside)
    writeFileSync(mark, id)
    // Who opens it as a writer lets the readers go on; without one, this fails at once.
    closeSync(openSync(aside, constants.O_RDWR | constants.O_NONBLOCK))
  }
  onTestFinished(comeBack)
  return comeBack
}

const ready = (app: TestApp) => app.get('/readyz', { key: null })

test('while the folder hangs, sign-in, uploads and health go on, and everything works when it is back', async () => {
  const app = await makeApp()
  const { email } = await addAccount(app)
  const shot = png('0123456789')
  const { journal } = await runAttaching(app, { pays: [shot] })
  const id = await store(app, journal, shot)
  const { key } = await app.store.read.selectFrom('artifact_file').select('key').executeTakeFirstOrThrow()
  const folder = join(app.folder, 'artifacts')
  const bytes = readFileSync(join(folder, key))
  rmSync(join(folder, key))
  const comeBack = hang(folder)
  // More than libuv has threads.
  const downloads = Array.from({ length: 8 }, () => app.request(`/api/artifacts/${id}`))
  expect(await trySignIn(app, email)).toMatchObject({ status: 200 })
  expect(await send(app, run({}))).toMatchObject({ status: 200 })
  expect((await app.request('/healthz')).status).toBe(200)
  expect(await ready(app)).toMatchObject({
    status: 503,
    error: { message: expect.stringContaining('The store of artifacts does not answer.') },
  })
  // All but the two that hang themselves.
  const answered: Response[] = []
  await new Promise<void>((resolve) => {
    for (const each of downloads)
      each.then((response) => {
        if (answered.push(response) === downloads.length - 2) resolve()
      })
  })
  for (const { status, headers } of answered) expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await trySignIn(app, email)).toMatchObject({ status: 200 })
  writeFileSync(join(folder, key), bytes)
  comeBack()
  await Promise.all(downloads)
  expect(String((await download(app, id)).bytes)).toBe('0123456789')
  expect(await ready(app)).toMatchObject({ status: 200 })
})
