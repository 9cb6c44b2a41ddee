import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { journalFolder } from '@svc/client/doctor'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { size } from './words.ts'

const say = findingsOf('Disk')

/** A run of 100,000 tests takes less than half of it. */
const ENOUGH_BYTES = 100 * 1024 * 1024

/** Whether a journal can be written where it belongs, and will find room; leaves nothing behind. */
export const checkDisk = async ({ preview }: Subject): Promise<Finding[]> => {
  const place = journalFolder(preview.root.path)
  const folder = nearestFolder(place)
  const obstacle = tryToWrite(folder)
  if (obstacle !== undefined)
    return [
      say.warning(`${place} cannot be written`, {
        reason: `${obstacle}; results are kept in memory instead, and a killed run loses them`,
        fix: 'give the user of the tests the right to write there, or make it writable in the container',
      }),
    ]
  const free = await freeBytes(folder)
  if (free === undefined) return [say.ok('journals can be written')]
  if (free >= ENOUGH_BYTES) return [say.ok(`journals can be written, ${size(free)} free`)]
  return [
    say.warning(`only ${size(free)} free for journals`, {
      reason: 'what finds no room is kept in memory, and a killed run loses it',
      fix: 'make room',
    }),
  ]
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))

/** Rights alone do not tell: a disk may be mounted read-only or be full. */
const tryToWrite = (folder: string): string | undefined => {
  const probe = join(folder, `.svc-doctor-${process.pid}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe, { force: true })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const freeBytes = async (folder: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
