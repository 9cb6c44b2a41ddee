import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

const PIECE_BYTES = 64 * 1024

/** A file system of a few MiB, gone when the test ends. */
export interface SmallDisk {
  path: string
  /** Takes all but so many bytes. */
  fill(leftBytes: number): void
  /** Gives back what was taken. */
  free(): void
}

/** Mounts one, for a user by its number; where this machine does not let us, the test is skipped with the reason. */
export function mountSmallDisk(
  context: TestContext,
  mebibytes: number,
  user = process.getuid?.() ?? 0,
): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'svc-small-'))
  try {
    const options = `size=${mebibytes}m,uid=${user},mode=0700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' })
  } catch (error) {
    rmSync(path, { recursive: true })
    const reason = String((error as { stderr?: Buffer }).stderr || error).trim()
    context.skip(`A small file system cannot be mounted here: ${reason}`)
  }
  onTestFinished(() => {
    // Also if somebody still has a file of it open.
    execFileSync('umount', ['--lazy', path])
    rmSync(path, { recursive: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill(leftBytes) {
      const file = openSync(filler, 'w')
      const piece = Buffer.alloc(PIECE_BYTES, 1)
      let size = 0
      try {
        for (;;) size += writeSync(file, piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        ftruncateSync(file, Math.max(0, size - leftBytes))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
  }
}
