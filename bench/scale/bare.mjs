import { createServer } from 'node:http'

/** The reference for a small GET: a Node server that sends the same bytes without reading the request. */
let answer = Buffer.alloc(0)
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
  response.end(answer)
})
process.on('message', ({ bytes }) => {
  answer = Buffer.alloc(bytes, 'x')
  process.send('ready')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
