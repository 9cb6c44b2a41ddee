// @module-tag thorough
import { expect, test } from 'vitest'
import { buildRequest, namedIn, neededFor } from '../../testing/isolation/build-request.ts'
import { addHome, fillOrganization } from '../../testing/isolation/create-data.ts'
import { everyOperation } from '../../testing/isolation/operations.ts'
import { ask } from '../../testing/isolation/send-request.ts'
import { makeApp } from '../../testing/make-app.ts'

/** Texts for which a careless expression, comparison or sort takes long. */
const TEXTS = [
  'a'.repeat(10_000),
  'ab '.repeat(3_300),
  `${'a'.repeat(5_000)}!`,
  ' '.repeat(10_000),
  '%_'.repeat(5_000),
  '((((a+)+)+)+'.repeat(800),
  '"a" OR '.repeat(1_400),
  '../'.repeat(3_300),
  'é́'.repeat(3_300),
  Array.from({ length: 2_000 }, (_, i) => i.toString(36)).join(' '),
]
/** Far above what a slow collection of garbage adds. */
const MOST_REFERENCES = 30

const reads = everyOperation().filter(({ method, isByHand }) => method === 'GET' && !isByHand)

/** Processor time of this thread in its longest turn of the event loop during the work, milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = busyMs()
  let next = setImmediate(function turn() {
    const now = busyMs()
    longest = Math.max(longest, now - before)
    before = now
    next = setImmediate(turn)
  })
  await work()
  clearImmediate(next)
  return Math.max(longest, busyMs() - before)
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What this thread needs for a computation that everybody may ask for: a body of 1 MiB, as JSON. */
function referenceMs(): number {
  const text = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => ({ id: i, name: 'x'.repeat(80) })))
  const before = busyMs()
  for (let i = 0; i < 3; i++) JSON.parse(text)
  return Math.max(1, (busyMs() - before) / 3)
}

test('no text in a parameter of a read holds the event loop', async () => {
  const app = await makeApp()
  const home = await addHome(app, 'acorn-organization')
  const ids = await fillOrganization(app, home, 'acorn')
  const mostMs = MOST_REFERENCES * referenceMs()
  const faults: string[] = []
  for (const operation of reads) {
    const own = Object.fromEntries(
      namedIn(operation).flatMap(({ name, kind }) => (kind === 'cursor' ? [] : [[name, ids[kind]]])),
    )
    for (const { name, isText } of operation.fields) {
      if (!isText) continue
      for (const text of TEXTS) {
        const request = buildRequest(app, operation, neededFor(operation, name), { ...own, [name]: text })
        const turnMs = () => longestTurn(() => ask(app, { key: home.key, headers: {} }, request))
        // A compilation or a collection of garbage is not there again.
        const longest = [await turnMs()]
        while (Math.min(...longest) > mostMs && longest.length < 3) longest.push(await turnMs())
        const least = Math.min(...longest)
        if (least > mostMs)
          faults.push(`${operation.id}, ${name}, ${text.slice(0, 20)}…: ${least.toFixed(0)} ms`)
      }
    }
  }
  expect(faults).toEqual([])
})
