/** A run with a failure, which ends the process while its end is still being written. */
import { join } from 'node:path'
import { startRecorder } from '../src/index.ts'

const [root = '', exitCode = '1'] = process.argv.slice(2)
const recorder = startRecorder({
  options: {},
  client: { name: '@svc/test', version: '0.0.0' },
  runner: { name: 'test' },
  runnerRoot: root,
})
const test = { file: 'a.test.ts', titles: ['one'], variant: '', occurrence: 0 }
recorder.attempt(test, {
  status: 'failed',
  startedAt: Date.now(),
  durationMs: 1,
  errors: [{ message: 'no' }],
})
recorder.imports([join(root, 'a.test.ts')], () => ({
  importsOf: () => ({ files: [], isOpen: false }),
  others: () => [],
}))
void recorder.finish({ status: 'failed' })
process.exit(Number(exitCode))
