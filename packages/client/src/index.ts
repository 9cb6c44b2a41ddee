export type { RecorderStart } from './open.ts'
export type { ReporterOptions } from './options.ts'
export type { RecordedAttachment, RecordedAttempt } from './recorded.ts'
export { type Recorder, startRecorder } from './recorder.ts'
