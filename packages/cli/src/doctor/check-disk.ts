import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { journalFolder } from '@svc/client/cli'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Disk')

/** A run of 100,000 tests needs less than half of it. */
const ENOUGH_MIB = 100

/** Checks that journals can be written and have enough space; leaves nothing behind. */
export const checkDisk = ({ preview }: Subject): Finding => {
  const place = journalFolder(preview.root.path)
  const folder = nearestFolder(place)
  // Permissions alone do not decide: a disk may be mounted read-only or be full.
  const probe = join(folder, `.svc-doctor-${process.pid}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe, { force: true })
  } catch (error) {
    return say.warning(`${place} is not writable`, {
      reason: `${error instanceof Error ? error.message : error}; a killed run loses its results`,
      fix: 'grant write permission to the user that runs the tests, or make the folder writable in the container',
    })
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  if (free >= ENOUGH_MIB) return say.ok(`journals are writable, ${free.toLocaleString('en')} MiB free`)
  return say.warning(`only ${free} MiB free for journals`, {
    reason: 'if the disk fills up, reporters keep results in memory, and a killed run loses them',
    fix: 'free disk space',
  })
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
