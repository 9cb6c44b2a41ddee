import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detailOf, download, png, put, runAttaching, want } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'

onEachDatabase('uploads of artifacts', (make) => {
  test('a disk that is full is reported in words, and what is there is kept', async () => {
    const app = await make()
    const shot = png('0123456789')
    const { journal, execution } = await runAttaching(app, { pays: [shot] })
    const id = await want(app, journal, shot)
    const row = await app.store.read.selectFrom('artifact_file').select('key').executeTakeFirstOrThrow()
    const { project_id } = await app.store.read
      .selectFrom('execution')
      .select('project_id')
      .executeTakeFirstOrThrow()
    const incoming = join(app.folder, 'artifacts', 'incoming')
    mkdirSync(incoming, { recursive: true })
    const full = join(incoming, `${row.key.slice(row.key.indexOf('.') + 1)}.${project_id}`)
    symlinkSync('/dev/full', full)
    const answer = await put(app, id, shot.bytes)
    expect(answer).toMatchObject({
      status: 507,
      error: { code: 'STORAGE_FULL', message: expect.stringMatching(/disk for artifacts is full/) },
    })
    expect(app.logged).toMatchObject([{ level: 'error', event: 'artifacts out of order' }])
    expect((await detailOf(app, execution)).artifacts[0]).toMatchObject({ state: 'awaited' })
    expect((await app.get(`/api/executions/${execution}`)).status).toBe(200)
  })

  test('a folder that was moved or replaced is reported, is not created again, and works again once it is back', async () => {
    const app = await make()
    const folder = join(app.folder, 'artifacts')
    const away = join(app.folder, 'away')
    const [first, second] = [png('the first'), png('the second', 'other')]
    const { journal, execution } = await runAttaching(app, { pays: [first, second] })
    const stored = await want(app, journal, first)
    const awaited = await want(app, journal, second, { number: 1 })
    expect((await put(app, stored, first.bytes)).status).toBe(200)
    const ready = async () => {
      const answer = await app.request('/readyz', { key: null })
      return [answer.status, await answer.text()]
    }
    const isGone = {
      status: 503,
      error: { code: 'UNAVAILABLE', message: expect.stringMatching(/folder of artifacts is gone/) },
    }
    const refusesAll = async () => {
      expect(await put(app, awaited, second.bytes)).toMatchObject(isGone)
      expect(await put(app, stored, first.bytes)).toMatchObject(isGone)
      expect((await app.request(`/api/artifacts/${stored}`)).status).toBe(503)
      const states = (await detailOf(app, execution)).artifacts.map(({ state }) => state)
      expect(states).toEqual(['stored', 'awaited'])
      expect(await ready()).toEqual([
        503,
        expect.stringMatching(/folder of artifacts was removed or replaced/),
      ])
    }
    renameSync(folder, away)
    await refusesAll()
    expect(existsSync(folder)).toBe(false)
    // As by a volume that is not mounted.
    mkdirSync(folder)
    await refusesAll()
    expect(readdirSync(folder)).toEqual([])
    rmdirSync(folder)
    renameSync(away, folder)
    expect((await ready())[0]).toBe(200)
    expect(await put(app, awaited, second.bytes)).toMatchObject({ status: 200, data: { state: 'stored' } })
    expect((await download(app, stored)).bytes.equals(first.bytes)).toBe(true)
    expect(app.logged.map(({ event }) => event)).toEqual([
      'artifacts out of order',
      'artifacts in order again',
    ])
  })
})
