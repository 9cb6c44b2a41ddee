import type { ArtifactFolder } from './artifacts/folder.ts'
import type { Log } from './kernel/log.ts'
import { makeReadiness, type Readiness } from './kernel/readiness.ts'
import type { Store } from './store/open.ts'
import { ping, tryWrite } from './store/ping.ts'
import { tryFolder } from './store/try-folder.ts'

/** Checks that the database and the folder of artifacts work. */
export const watchParts = (store: Store, folder: ArtifactFolder, log: Log): Readiness =>
  makeReadiness(
    {
      async database(isToWrite) {
        await ping(store)
        if (isToWrite) await tryWrite(store)
      },
      async artifacts(isToWrite) {
        await folder.requireSame()
        if (isToWrite) await folder.limit.run(() => tryFolder(folder.path))
      },
    },
    log,
  )
