import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspace } from './tarballs.ts'

/** Packs all that a release publishes, the server too; returns the folder, and how to remove it. */
export function packRelease(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packed-release-'))
  execFileSync(process.execPath, [join(workspace, 'tools/pack/main.ts'), folder, '--server'], {
    stdio: 'pipe',
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
