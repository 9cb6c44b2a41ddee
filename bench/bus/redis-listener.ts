import { once } from 'node:events'
import { connect } from 'node:net'

/** Subscribes to a channel of Redis and prints each message on a line: the least that `svc agent listen` could do. */
const socket = connect(Number(process.argv[2]), '127.0.0.1')
await once(socket, 'connect')
socket.write('*2\r\n$9\r\nSUBSCRIBE\r\n$6\r\nevents\r\n')
socket.setEncoding('utf8').on('data', (piece: string) => process.stdout.write(piece.replaceAll('\r\n', '\n')))
socket.on('close', () => process.exit())
