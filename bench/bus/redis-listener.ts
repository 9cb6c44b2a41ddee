import { once } from 'node:events'
import { connect } from 'node:net'
import { command } from './redis.ts'

/** Subscribes to a channel of Redis and prints each message on a line: the least that `svc agent listen` could do. */
const socket = connect(Number(process.argv[2]), '127.0.0.1')
await once(socket, 'connect')
socket.write(command('SUBSCRIBE', 'events'))
socket.setEncoding('utf8').on('data', (piece: string) => process.stdout.write(piece.replaceAll('\r\n', '\n')))
socket.on('close', () => process.exit())
