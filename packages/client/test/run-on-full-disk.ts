/** A run whose journal outgrows what the system lets a file have. */
import { startRecorder } from '../src/index.ts'

const [root = '', url = '', tests = '0'] = process.argv.slice(2)
const recorder = startRecorder({
  options: { url },
  client: { name: '@svc/test', version: '0.0.0' },
  runner: { name: 'test' },
  runnerRoot: root,
})
for (let index = 0; index < Number(tests); index += 1) {
  const test = { file: 'a.test.ts', titles: [`test ${index}`], variant: '', occurrence: 0 }
  recorder.attempt(test, { status: 'passed', startedAt: Date.now(), durationMs: 1 })
}
await recorder.finish({ status: 'passed' })
