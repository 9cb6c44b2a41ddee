import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startRegistry } from './registry.ts'
import { packAll } from './tarballs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the archives of every published package. */
    archives: string
    /** The registry that serves them. */
    registry: string
  }
}

/** Packs everything once, as a release would, and serves it on loopback. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const archives = mkdtempSync(join(tmpdir(), 'svc-packed-'))
  const registry = await startRegistry([...packAll(archives).values()])
  project.provide('archives', archives)
  project.provide('registry', registry.url)
  return async () => {
    await registry.close()
    rmSync(archives, { recursive: true, force: true })
  }
}
