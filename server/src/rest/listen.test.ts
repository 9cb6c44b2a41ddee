import { request } from 'node:http'
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
