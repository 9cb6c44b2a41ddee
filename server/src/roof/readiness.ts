import type { Log } from '../ground/kernel/log.ts'
import { makeReadiness, type Readiness } from '../ground/kernel/readiness.ts'
import type { Store } from '../ground/store/open.ts'
import { ping, tryWrite } from '../ground/store/ping.ts'
import { tryFolder } from '../ground/store/try-folder.ts'
import type { ArtifactFolder } from '../results/artifacts/folder.ts'

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
