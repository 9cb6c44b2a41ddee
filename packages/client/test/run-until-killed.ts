/** A run that records test after test until it is killed, or kills itself before its first turn ends. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { startRecorder } from '../src/index.ts'

const [root = '', slow = ''] = process.argv.slice(2)
const recorder = startRecorder({
  options: {},
  client: { name: '@svc/test', version: '0.0.0' },
  runner: { name: 'test' },
  runnerRoot: root,
})

for (let index = 0; ; index += 1) {
  const test = { file: 'a.test.ts', titles: [`test ${index}`], variant: '', occurrence: 0 }
  recorder.attempt(test, { status: 'passed', startedAt: Date.now(), durationMs: 1 })
  process.stdout.write(`${index}\n`)
  if (slow === 'die' && index === 2) process.kill(process.pid, 'SIGKILL')
  else if (Number(slow) > 0) await setTimeout(Number(slow))
  else if (slow === '' && index % 50 === 0) await setImmediate()
}
