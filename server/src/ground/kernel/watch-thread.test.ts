import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { ThreadStuckError, ThreadWatch } from './watch-thread.ts'

/** A thread that answers, waits without using the processor, or uses it without end. */
const SCRIPT = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', (message) => {
  if (message === 'ping') parentPort.postMessage('pong')
  else if (message === 'expression') /^(?:a|a)*$/.test('a'.repeat(100) + '!')
  else if (message === 'loop') for (;;);
  else { parentPort.postMessage('waiting'); Atomics.wait(message, 0, 0) }
})`

/** A watched thread that has answered once, and what its watch said. */
async function watched() {
  const worker = new Worker(SCRIPT, { eval: true })
  onTestFinished(() => void worker.terminate())
  const stuck = Promise.withResolvers<Error>()
  const said: Error[] = []
  const watch = new ThreadWatch(worker, {
    ping: () => worker.postMessage('ping'),
    mostBusyMs: 200,
    onStuck: (error) => {
      said.push(error)
      stuck.resolve(error)
    },
  })
  worker.on('message', (message) => message === 'pong' && watch.answered())
  await once(worker, 'message')
  return { worker, watch, said, stuck: stuck.promise }
}

test.each(['expression', 'loop'])(
  'a thread that an endless %s keeps busy is found, and can be ended',
  async (what) => {
    const { worker, stuck } = await watched()
    worker.postMessage(what)
    await expect(stuck).resolves.toBeInstanceOf(ThreadStuckError)
    await worker.terminate()
  },
)

test('a thread that waits without using the processor is left alone, however often it gets pings', async () => {
  const { worker, watch, said } = await watched()
  const gate = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage(gate)
  await once(worker, 'message')
  const checks = Array.from({ length: 100 }, () => watch.check())
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all(checks)
  for (let i = 0; i < 100; i++) await watch.check()
  expect(said).toEqual([])
})
