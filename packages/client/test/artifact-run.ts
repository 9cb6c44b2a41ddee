/** A run whose failing tests attach the files of a folder, one each, in a process that can be killed. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startRecorder } from '../src/index.ts'

const [root = '', folder = ''] = process.argv.slice(2)
const recorder = startRecorder({
  options: {},
  client: { name: '@svc/test', version: '0.0.0' },
  runner: { name: 'test' },
  runnerRoot: root,
})
for (const name of readdirSync(join(root, folder)).sort()) {
  const test = { file: 'a.test.ts', titles: [name], variant: '', occurrence: 0 }
  recorder.attempt(test, {
    status: 'failed',
    startedAt: Date.now(),
    durationMs: 1,
    errors: [{ message: 'wrong' }],
    attachments: [{ name, contentType: 'application/zip', path: join(root, folder, name) }],
  })
}
await recorder.finish({ status: 'failed' })
