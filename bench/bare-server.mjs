import { createServer } from 'node:http'

/** The limit of a start: a server of Node's own that answers a line. */
createServer((_, response) => response.end('{"success":true}')).listen(
  Number(process.env.SVC_PORT),
  '127.0.0.1',
)
