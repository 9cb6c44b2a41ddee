export type { ReporterOptions } from '@svc/client'
export { default } from './reporter.ts'
