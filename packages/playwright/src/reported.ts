import type { FullConfig, FullProject, Suite } from '@playwright/test/reporter'

const KEY = 'svc'
const REPORTED = 'reported by each run itself'

/**
 * With the blob reporter, this run leaves a mark in the blob, so that a merged report does not send
 * its results again. Blobs include metadata, which is written during the run like the number of
 * workers.
 */
export const markReported = (config: FullConfig, suite: Suite): void => {
  if (!config.reporter.some(([name]) => name === 'blob')) return
  if (config.metadata) config.metadata[KEY] = REPORTED
  for (const each of suite.suites) {
    const metadata = each.project()?.metadata
    if (metadata) metadata[KEY] = REPORTED
  }
}

/** Whether the content of a blob has been reported by the run that created it. */
export const isReported = (from: Pick<FullConfig | FullProject, 'metadata'> | undefined): boolean =>
  from?.metadata?.[KEY] === REPORTED
