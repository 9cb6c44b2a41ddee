import pg from 'pg'
import { openReplicaWake } from '../../server/src/ground/wake/replicas.ts'

/** A replica that hears notices, in a process of its own, and says how long they took. */
export interface ListenerTask {
  address: string
  /** Of the wake. */
  channel: string
  /** Of plain notices, one a message. */
  plain: string
}
export type ListenerQuestion = 'heard' | 'close'
export type ListenerAnswer = 'ready' | { ms: number[] }

const task = JSON.parse(process.argv[2] ?? '') as ListenerTask
const tell = (answer: ListenerAnswer) => process.send?.(answer)
let ms: number[] = []
/** A notice begins with when it was sent, in nanoseconds of the machine's own clock. */
const heard = (notice: string) =>
  void ms.push(Number(process.hrtime.bigint() - BigInt(notice.slice(0, notice.indexOf(' ')))) / 1e6)

const client = new pg.Client(task.address)
await client.connect()
client.on('notification', ({ payload = '' }) => heard(payload))
await client.query(`listen ${task.plain}`)
const log = (record: object) => void process.stderr.write(`${JSON.stringify(record)}\n`)
const wake = openReplicaWake({ address: task.address, channel: task.channel, log })
wake.listen('outbox', (subjects) => {
  // The first word after connecting; nothing has been sent by then.
  if (subjects === 'missed') tell('ready')
  else for (const subject of subjects) heard(subject)
})

process.on('message', async (question: ListenerQuestion) => {
  if (question === 'heard') {
    tell({ ms })
    ms = []
    return
  }
  await Promise.all([wake.close(), client.end()])
  process.disconnect()
})
// A measurement can fail midway. Then no process may keep running.
process.on('disconnect', () => process.exit())
