import { createServer } from 'node:http'

/** The reference for a start: a Node server that answers one line. */
createServer((_, response) => response.end('{"success":true}')).listen(
  Number(process.env.SVC_PORT),
  '127.0.0.1',
)
