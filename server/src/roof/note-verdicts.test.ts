import { expect, test } from 'vitest'
import { EncodedJson } from '../ground/kernel/encoded-json.ts'
import { noteVerdicts } from './note-verdicts.ts'

/** In a frame of its own, as a thread may hand it over. */
function encode(value: unknown): EncodedJson {
  const bytes = new TextEncoder().encode(`....${JSON.stringify(value)}`)
  return new EncodedJson(bytes.subarray(4))
}

async function noted(output: EncodedJson) {
  const told: Record<string, number>[] = []
  const compare = noteVerdicts(
    async () => output,
    (verdicts) => told.push(verdicts),
  )
  expect(await compare({})).toBe(output)
  return told
}

test('the verdicts of an encoded comparison are read, whatever its tests are called', async () => {
  const names = [
    '"verdicts":{"mine":99}',
    '\\"verdicts\\":{"mine":98}',
    'verdicts":{',
    '{"verdicts":{"mine":97}}',
  ]
  expect(await noted(encode({ names, verdicts: { mine: 3, unknown: 1 }, after: names }))).toEqual([
    { mine: 3, unknown: 1 },
  ])
  expect(await noted(encode({ names }))).toEqual([{}])
})
