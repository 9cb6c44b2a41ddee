import { expect, test } from 'vitest'
import { download, png, put, runAttaching, want } from '../../testing/artifacts.ts'
import { makeApp } from '../../testing/make-app.ts'

test('an upload that is under way is not disturbed by a second one', async () => {
  const app = await makeApp()
  const shot = png('0123456789')
  const { journal } = await runAttaching(app, { pays: [shot] })
  const id = await want(app, journal, shot)
  let goOn = () => {}
  const slow = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('01234'))
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      controller.enqueue(Buffer.from('56789'))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' }
  const init = { method: 'PUT', headers, body: slow, duplex: 'half' } as RequestInit
  const first = app.request(`/api/artifacts/${id}/upload`, init as { method: string })
  while ((await app.get<{ received: number }>(`/api/artifacts/${id}/upload`)).data.received < 5);
  expect(await put(app, id, shot.bytes.subarray(5), { offset: 5 })).toMatchObject({
    status: 409,
    offset: '5',
  })
  goOn()
  expect((await first).status).toBe(200)
  expect(String((await download(app, id)).bytes)).toBe('0123456789')
})
