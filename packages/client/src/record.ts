/** What commands that turn report files into executions use. */
export { describeKeyProblem } from '@svc/protocol'
export { type DetectedCi, detectCi } from './ci.ts'
export type { Env } from './ci-facts.ts'
export { type Config, resolveConfig } from './config.ts'
export type { ReporterOptions } from './options.ts'
export {
  placesOf,
  type ReportRecording,
  type ReportSent,
  recordReport,
} from './record-report.ts'
export type { RecordedAttachment, RecordedAttempt } from './recorded.ts'
export { toSlug } from './remote.ts'
export type { NamedByReports, ReportEnd, ReportFacts } from './report-open.ts'
