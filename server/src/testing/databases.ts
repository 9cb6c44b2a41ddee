import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore, sqliteFile } from '../ground/store/open.ts'
import { createDatabase, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases of either kind with all tables and no rows, to be copied: making the tables takes ten times as long. */
    templates: { postgres: string; sqlite: string }
  }
}

const TEMPLATE = 'template_svc'

/** Starts a Postgres server for all tests, and makes the databases that they copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'svc-template-'))
  for (const address of [await createDatabase(server.address, TEMPLATE), { folder }])
    await (await openStore(address)).close()
  project.provide('postgres', server.address)
  project.provide('templates', { postgres: TEMPLATE, sqlite: sqliteFile(folder) })
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.remove()
  }
}
