import { addAbortListener } from 'node:events'
import {
  type ConnectionOptions,
  connect,
  type NatsConnection,
  PermissionViolationError,
} from '@nats-io/transport-node'
import { type BeatTimes, DeafError, type Dial, within } from './connection.ts'

/** The connection's name in the list of the NATS server. */
const NAME = 'svc wake'
/** What an account of the NATS server must allow. */
const SUBJECTS = 'svc.wake'

/**
 * Notices over NATS core, one subject for a channel. `addresses`: those of one cluster, separated by commas,
 * `nats://user:password@host:port` or `tls://…`; a name without a password is a token.
 */
export function dialNats(addresses: string, channel: string, times: BeatTimes): Dial {
  const options: ConnectionOptions = {
    ...optionsOf(addresses),
    name: NAME,
    // A replica delivers its own notices locally.
    noEcho: true,
    // A new connection also has to say that something was missed, so the caller makes it.
    reconnect: false,
    timeout: times.answerWithin,
    pingInterval: times.beatEvery,
    maxPingOut: 1,
  }
  const subject = `${SUBJECTS}.${channel}`
  return async (signal, heard) => {
    const connection = await connectUnless(signal, options)
    const refused = Promise.withResolvers<unknown>()
    const broken = Promise.race([
      refused.promise,
      connection.closed().then((error) => error ?? new Error('The connection ended.')),
    ])
    /** Every message of this replica has reached the server, and every earlier one of others this replica. */
    const settled = () => within(times.answerWithin, connection.flush(), new Error('NATS stopped answering.'))
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') refused.resolve(reasonOf(status.error))
    })()
    const close = () => connection.close()
    try {
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) refused.resolve(reasonOf(error))
          else heard(message.string())
        },
      })
      connection.publish(subject, '')
      // A server answers before this process has read what it refuses: the second answer is later than that.
      const trouble = await Promise.race([broken, settled().then(settled)])
      if (trouble) throw trouble
    } catch (error) {
      await close()
      throw error
    }
    return {
      broken,
      async send(messages) {
        for (const message of messages) connection.publish(subject, message)
        await settled()
      },
      close,
    }
  }
}

/** The library has no way to give up connecting: its late connection is closed. */
async function connectUnless(signal: AbortSignal, options: ConnectionOptions): Promise<NatsConnection> {
  signal.throwIfAborted()
  const connecting = connect(options)
  const stopped = Promise.withResolvers<never>()
  using _ = addAbortListener(signal, () => stopped.reject(new Error('The server closes.')))
  return await Promise.race([connecting, stopped.promise]).catch((error: unknown) => {
    connecting.then((late) => late.close()).catch(() => undefined)
    throw error
  })
}

function optionsOf(addresses: string): ConnectionOptions {
  const urls = addresses.split(',').map((address) => new URL(address))
  const [{ protocol, username, password }] = urls as [URL]
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(({ host }) => host),
    ...(protocol === 'tls:' && { tls: {} }),
    ...(pass ? { user, pass } : user && { token: user }),
  }
}

function reasonOf(error: Error): Error {
  if (!(error instanceof PermissionViolationError)) return error
  return new DeafError(
    `NATS refuses ${error.operation} of ${error.subject}: allow it both for ${SUBJECTS}.>, publish and subscribe.`,
  )
}
