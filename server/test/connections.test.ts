import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'

const CONNECTIONS = 500
const OPEN_FILES = 200

test('more connections than open files end no server, are logged once, and leave it working', async () => {
  const server = await startServer({ openFiles: OPEN_FILES })
  onTestFinished(() => server.stop())
  const { port, hostname } = new URL(server.url)
  const sockets: Socket[] = []
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  }
  const isClosed = (socket: Socket) =>
    socket.closed || new Promise((resolve) => socket.resume().once('close', resolve))
  // The last ones found no room.
  await Promise.all(sockets.slice(OPEN_FILES).map(isClosed))
  const open = sockets.filter((socket) => !socket.closed)
  expect(open.length).toBeGreaterThan(0)
  for (const socket of open) socket.destroy()
  await expect.poll(() => server.get('/api/projects').catch(String)).toEqual([])
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  expect(stderr.match(/"event":"connections refused"/g)).toHaveLength(1)
  expect(stderr).not.toMatch(/EMFILE/)
})
