import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems assign by themselves, so that no process takes one while a server restarts. */
const QUIET_PORTS = { from: 12_000, count: 18_000 }

/**
 * Returns a port without a listener: one of the ten from `wanted` on if possible, otherwise any. Until this process
 * ends, the port belongs to it: `freePort` returns it to no other caller, in no other process.
 */
export const freePort = async (wanted = 0): Promise<number> => {
  if (wanted > 0) for (let port = wanted; port < wanted + 10; port += 1) if (await isTaken(port)) return port
  for (let tries = 0; tries < 100; tries += 1) {
    const port = QUIET_PORTS.from + Math.floor(Math.random() * QUIET_PORTS.count)
    if (await isTaken(port)) return port
  }
  throw new Error('There is no free port.')
}

/** Takes a port for this process; false if that is impossible. */
const isTaken = async (port: number): Promise<boolean> => (await claim(port)) && (await isFree(port))

/**
 * The UDP port with the same number is the lock: its TCP port stays free, and the system releases
 * the lock with the process.
 */
const claim = (port: number) =>
  new Promise<boolean>((resolve) => {
    const lock = createSocket('udp4').once('error', () => {
      lock.close()
      resolve(false)
    })
    lock.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      lock.unref()
      resolve(true)
    })
  })

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
