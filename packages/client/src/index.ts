export type { RecorderStart } from './open.ts'
export type { ReporterOptions } from './options.ts'
export { type Recorder, startRecorder } from './recorder.ts'
