import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SentExperiment } from '@svc/client/wrapped'
import { expect, onTestFinished, test } from 'vitest'
import type { FailedTest } from '../failed-test.ts'
import type { Proven } from '../prove.ts'
import type { Proof } from '../seek.ts'
import { type SentProofs, sendProofs } from './send-proofs.ts'

const [HEAD, BASE] = ['a'.repeat(40), 'b'.repeat(40)]
const adds = { file: 'a.test.js', titles: ['adds'], variant: '', leg: 'linux', message: 'no' }
const pays = { ...adds, titles: ['pays'] }

type Trials = Proof<FailedTest>['trials']
const failed = (side: 'here' | 'base'): Trials[number] => ({ side, outcome: { kind: 'failed', seconds: 1 } })
const empty = (side: 'here' | 'base'): Trials[number] => ({
  side,
  outcome: { kind: 'void', reason: 'it did not load', seconds: 1 },
})

type Failure = typeof adds

const proofOf = (
  failure: Failure,
  trials: Trials,
  finding: Proof<FailedTest>['finding'],
): Proof<FailedTest> & { test: Failure } => ({
  test: failure,
  finding,
  trials,
  isSuspect: true,
  evidence: {
    here: { failed: 0, passed: 0 },
    base: { failed: 0, passed: 0 },
    history: { failed: 0, passed: 1 },
    repeated: 0,
  },
})

/** Sends proofs of one run to a server, and returns what it was asked to store. */
const sent = async (
  proofs: ReturnType<typeof proofOf>[],
  { base = BASE, dirty = false, more = {} }: { base?: string; dirty?: boolean; more?: Partial<Proven> } = {},
): Promise<{ experiments: SentExperiment[]; said: SentProofs }> => {
  const experiments: SentExperiment[] = []
  const root = mkdtempSync(join(tmpdir(), 'svc-sent-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    experiments.push(...JSON.parse(Buffer.concat(chunks).toString()).experiments)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const proven: Proven = {
    proofs,
    isBaseOlder: true,
    head: HEAD,
    startedAt: 0,
    state: { head: HEAD, isDirty: false, hasNewFiles: false },
    commandsOf: () => ({ here: 'npx vitest run', base: 'npx vitest run' }),
    ...more,
  }
  const tally = { failures: proofs.map(({ test: one }) => one), code: { commit: HEAD, dirty } }
  const said = await sendProofs(
    proven,
    [{ execution: 'e', tally }],
    { sha: base, branch: 'main' },
    {
      root,
      ci: { isCI: false, name: null },
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'k',
      secrets: [],
      proxy: undefined,
    },
  )
  return { experiments, said }
}

test('what has no valid trial of this tree is not sent: it shows nothing of the change', async () => {
  const base = [failed('base'), failed('base'), failed('base')]
  const { experiments, said } = await sent([
    proofOf(adds, [empty('here'), ...base, empty('here')], 'void'),
    proofOf(pays, base, 'undecided'),
  ])
  expect(experiments).toEqual([])
  expect(said.hasSent).toBe(false)
})

test('on the commit of the base, only a test with trials of this tree is sent', async () => {
  const { experiments } = await sent(
    [
      proofOf(adds, [failed('here'), failed('base')], 'undecided'),
      proofOf(pays, [failed('base')], 'undecided'),
    ],
    { base: HEAD },
  )
  expect(experiments).toMatchObject([
    { test: { titles: ['adds'] }, base: null, trials: [{ side: 'head', result: 'failed' }] },
  ])
})

const stateOf = (isDirty: boolean) => ({ state: { head: HEAD, isDirty, hasNewFiles: false } })

test('trials of a tree that changed since the run are not sent as those of its code', async () => {
  const proofs = [proofOf(adds, [failed('here')], 'undecided')]
  for (const [dirty, isDirty] of [
    [false, true],
    [true, false],
  ] as const) {
    const { experiments, said } = await sent(proofs, { dirty, more: stateOf(isDirty) })
    expect(experiments).toEqual([])
    expect(said).toEqual({ hasSent: false, line: expect.stringContaining('not sent') })
  }
  expect((await sent(proofs, { dirty: true, more: stateOf(true) })).experiments).toHaveLength(1)
})

test('trials after other files are an experiment of their own, with these files; none if they are void', async () => {
  const alone = proofOf(adds, [{ side: 'here', outcome: { kind: 'passed', seconds: 1 } }], 'passes-alone')
  const neighbours = { files: ['b.test.js'], of: 3, evidence: alone.evidence, trials: [failed('here')] }
  const commandsOf: Proven['commandsOf'] = (_, after = []) => {
    const here = ['npx vitest run', ...after].join(' ')
    return { here, base: here }
  }
  const more = { commandsOf }
  const { experiments } = await sent([{ ...alone, neighbours: { ...neighbours, finding: 'proved' } }], {
    more,
  })
  expect(experiments).toMatchObject([
    { head: { command: 'npx vitest run' }, trials: [{ result: 'passed' }] },
    { head: { command: 'npx vitest run b.test.js' }, after: ['b.test.js'], trials: [{ result: 'failed' }] },
  ])
  expect(experiments[0]).not.toHaveProperty('after')
  const left = await sent([{ ...alone, neighbours: { ...neighbours, finding: 'void' } }], { more })
  expect(left.experiments).toHaveLength(1)
})
