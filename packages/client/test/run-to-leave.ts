/** Begins runs of two tests each, side by side, and dies before any of them ends. */
import { startRecorder } from '../src/index.ts'

const [root = '', count = '1'] = process.argv.slice(2)
for (let run = 0; run < Number(count); run += 1) {
  const recorder = startRecorder({
    options: {},
    client: { name: '@svc/test', version: '0.0.0' },
    runner: { name: 'test' },
    runnerRoot: root,
  })
  for (const title of ['one', 'two']) {
    const test = { file: 'a.test.ts', titles: [`${title} of ${run}`], variant: '', occurrence: 0 }
    recorder.attempt(test, { status: 'passed', startedAt: Date.now(), durationMs: 1 })
  }
}
process.kill(process.pid, 'SIGKILL')
