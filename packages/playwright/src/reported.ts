import type { FullConfig, FullProject, Suite } from '@playwright/test/reporter'

const KEY = 'svc'
const REPORTED = 'reported by each run itself'

/**
 * Beside the blob reporter this run leaves a word in the blob, so that a report merged of several does not send
 * its results again. Metadata is what blobs carry; like the number of workers it is written while the run continues.
 */
export const markReported = (config: FullConfig, suite: Suite): void => {
  if (!config.reporter.some(([name]) => name === 'blob')) return
  if (config.metadata) config.metadata[KEY] = REPORTED
  for (const each of suite.suites) {
    const metadata = each.project()?.metadata
    if (metadata) metadata[KEY] = REPORTED
  }
}

/** Whether what came from a blob has been reported by the run that made it. */
export const isReported = (from: Pick<FullConfig | FullProject, 'metadata'> | undefined): boolean =>
  from?.metadata?.[KEY] === REPORTED
