import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

test('an answer under way when the server begins to drain ends its connection', async () => {
  const came = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<Response>()
  const { server, url, drain } = await listen(
    () => {
      came.resolve()
      return answered.promise
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => void server.close())
  const connection = new Promise((resolve, reject) => {
    const asking = request(url, { headers: { Connection: 'keep-alive' } }, (answer) => {
      answer.resume()
      resolve(answer.headers.connection)
    })
    asking.on('error', reject).end()
  })
  await came.promise
  drain()
  answered.resolve(new Response('late'))
  expect(await connection).toBe('close')
})

test('a body that no request of its method has ends the connection, so that nobody has to read it', async () => {
  const { server, url } = await listen(() => new Response('here'), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const connection = new Promise((resolve, reject) => {
    const headers = { Connection: 'keep-alive', 'Transfer-Encoding': 'chunked' }
    const asking = request(url, { method: 'GET', headers }, (answer) => {
      answer.resume()
      resolve(answer.headers.connection)
    })
    asking.on('error', reject).end('x')
  })
  expect(await connection).toBe('close')
})

test('a connection with too many pending requests is cut', async () => {
  let asked = 0
  const { server, url } = await listen(
    () => {
      asked++
      return new Promise<Response>(() => undefined)
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => void server.close())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const cut = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000))
  await cut
  expect(asked).toBeLessThanOrEqual(100)
})

test('a connection may send requests before it reads the answers', async () => {
  const { server, url } = await listen(() => new Response('here'), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (data) => {
    text += data
  })
  for (let i = 0; i < 3; i++) {
    const before = text.length
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(90))
    await expect.poll(() => text.slice(before).match(/here/g)?.length).toBe(90)
  }
  socket.end()
  await ended
})
