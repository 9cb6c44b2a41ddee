import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { download, png, put, runAttaching, want } from '../../testing/artifacts.ts'
import { migratedPostgres } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'

test('pieces of one artifact may meet at any replica of a shared folder, and one at a time is taken', async () => {
  const one = await makeApp({ address: await migratedPostgres(), sharedFolder: true })
  const other = await makeApp({ beside: one })
  const shot = png('0123456789')
  const { journal } = await runAttaching(one, { pays: [shot] })
  const id = await want(one, journal, shot)
  expect(await put(one, id, shot.bytes.subarray(0, 2))).toMatchObject({ data: { received: 2 } })
  expect(await put(other, id, shot.bytes.subarray(2, 4), { offset: 2 })).toMatchObject({
    data: { received: 4 },
  })
  let goOn = () => {}
  const slow = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(shot.bytes.subarray(4, 6))
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      controller.enqueue(shot.bytes.subarray(6))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '4' }
  const init = { method: 'PUT', headers, body: slow, duplex: 'half' } as RequestInit
  const first = one.request(`/api/artifacts/${id}/upload`, init as { method: string })
  while ((await one.get<{ received: number }>(`/api/artifacts/${id}/upload`)).data.received < 6);
  // From another replica's memory nothing says that this is under way.
  expect(await put(other, id, shot.bytes.subarray(6), { offset: 6 })).toMatchObject({
    status: 409,
    offset: '6',
    error: { message: expect.stringContaining('Another upload of it is in progress') },
  })
  goOn()
  expect((await first).status).toBe(200)
  for (const app of [one, other]) expect(String((await download(app, id)).bytes)).toBe('0123456789')
  expect(readdirSync(join(one.folder, 'artifacts/incoming'))).toEqual([])
})
