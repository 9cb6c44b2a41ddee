import type { Operations } from '@svc/api'
import type { GatedReport } from '@svc/client/wrapped'

type Report = Operations['getReport']['data']

/** A report as the gate reads it. */
export const gatedOf = (report: Report): Report & GatedReport => ({
  ...report,
  hasBase: report.base !== null,
  failures: report.failures.map(({ test, ...failure }) => ({
    ...failure,
    test,
    titles: test?.titles ?? [],
    variant: test?.variant ?? '',
    leg: test?.leg ?? '',
    testFile: test?.file ?? null,
  })),
})
