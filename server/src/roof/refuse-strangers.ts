import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { type Store, sqliteFile } from '../ground/store/open.ts'
import { walOf } from '../ground/store/opened-files.ts'
import { readCursorKey } from '../ground/store/secret.ts'
import type { Artifacts } from '../results/artifacts/open.ts'
import { type Config, ConfigError } from './config.ts'

/** Runs before a SQLite database is created: throws if the folder has leftovers of one whose file is gone. */
export async function refuseLeftovers(config: Config, artifacts: Artifacts): Promise<void> {
  const { store, startsEmpty } = config
  // An empty file is no database: SQLite would discard the log beside it.
  if ('postgres' in store || startsEmpty || sizeOf(sqliteFile(store.folder)) > 0) return
  const wal = walOf(sqliteFile(store.folder))
  if (sizeOf(wal) > 0)
    throw new ConfigError(
      `${sqliteFile(store.folder)} is missing or empty, but ${wal} with its newest changes exists. Put the file back next to it, or restore a backup into an empty folder. ${EXPLICIT}`,
    )
  await refuseArtifacts(config, artifacts)
}

/** The size of a file, bytes; 0 without one. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Runs before the first organization is created: throws if the place has artifacts of another database, or gets them. */
export async function refuseStrangers(
  config: Pick<Config, 'store' | 'startsEmpty'>,
  store: Pick<Store, 'lookup'>,
  artifacts: Artifacts,
): Promise<void> {
  const { place } = artifacts
  const own = hash('sha256', `artifacts ${await readCursorKey(store)}`)
  if (!config.startsEmpty) {
    const known = await store.lookup.selectFrom('organization').select('id').limit(1).executeTakeFirst()
    if (!known) await refuseArtifacts(config, artifacts)
    const owner = await place.owner?.read()
    if (owner && owner !== own)
      throw new ConfigError(
        `${place.name} belongs to another database, and each would remove the artifacts of the other: use another prefix in SVC_ARTIFACTS_URL. If that database is gone, set SVC_START_EMPTY=1 for one start.`,
      )
  }
  await place.owner?.write(own)
}

async function refuseArtifacts({ store }: Pick<Config, 'store'>, { files, place }: Artifacts) {
  for await (const _ of files.list()) {
    const database =
      'postgres' in store
        ? 'The database of DATABASE_URL is empty'
        : `There is no database in ${store.folder}`
    throw new ConfigError(
      `${database}, but ${place.name} contains artifacts of one. Restore that database, or ${place.kind === 'folder' ? 'move the folder away' : 'use another prefix'}. ${EXPLICIT}`,
    )
  }
}

const EXPLICIT =
  'To start with a new, empty database, set SVC_START_EMPTY=1: after a day, the server then removes artifacts that the database does not know.'
