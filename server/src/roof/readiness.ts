import type { Log } from '../ground/kernel/log.ts'
import { makeReadiness, type Readiness } from '../ground/kernel/readiness.ts'
import type { Store } from '../ground/store/open.ts'
import { ping, tryWrite } from '../ground/store/ping.ts'
import type { Artifacts } from '../results/artifacts/open.ts'

/** Checks that the database and the place of artifacts work. */
export const watchParts = (
  store: Store,
  artifacts: Pick<Artifacts, 'check' | 'place'>,
  log: Log,
): Readiness =>
  makeReadiness(
    {
      async database(isToWrite) {
        await ping(store)
        if (isToWrite) await tryWrite(store)
      },
      artifacts: artifacts.check,
    },
    log,
    artifacts.place.kind === 'bucket',
  )
