import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { removeResults } from '../../results/results/remove-results.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { experiment, sendExperiments, trialsOf } from '../../testing/experiments.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

interface Listed {
  id: string
  test: { titles: string[] }
  head: Record<'failed' | 'passed' | 'void', number> & { commit: string }
  base: Record<'failed' | 'passed' | 'void', number> | null
  trials: { side: string; result: string; message: string | null; fingerprint: string | null }[]
}

const listed = async (app: TestApp, id: string) =>
  (await app.get<Listed[]>(`/api/executions/${id}/experiments`)).data
const broken = (app: TestApp) => settled(app, { results: [failed('pays'), passed('adds')] })

onBothDatabases('experiments', (makeApp) => {
  test('are listed with their execution, each trial with its error, and counted by side', async () => {
    const app = await makeApp()
    const id = await broken(app)
    const sent = experiment('fPfPfPv')
    expect((await sendExperiments(app, id, sent)).data).toEqual({ stored: 1, known: 0 })
    const [found] = await listed(app, id)
    expect(found).toMatchObject({
      id: sent.id,
      test: { titles: ['pays'] },
      head: { failed: 3, passed: 0, void: 1 },
      base: { failed: 0, passed: 3, void: 0 },
    })
    expect(found?.trials.map(({ side, result }) => `${side} ${result}`).slice(0, 2)).toEqual([
      'head failed',
      'base passed',
    ])
    expect(found?.trials[0]).toMatchObject({ message: 'pays is broken' })
    expect(found?.trials[0]?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  })

  test('that are sent twice are stored once, also within one request', async () => {
    const app = await makeApp()
    const id = await broken(app)
    const sent = experiment('f')
    expect((await sendExperiments(app, id, sent, sent)).data).toEqual({ stored: 1, known: 1 })
    expect((await sendExperiments(app, id, { ...sent, trials: trialsOf('p') })).data).toEqual({
      stored: 0,
      known: 1,
    })
    expect((await listed(app, id)).map(({ head }) => head.failed)).toEqual([1])
    const other = await broken(app)
    expect((await sendExperiments(app, other, sent)).data).toEqual({ stored: 1, known: 0 })
  })

  test('are refused, none of them stored, if one of them cannot be of the execution', async () => {
    const app = await makeApp()
    const id = await broken(app)
    const strange = experiment('f', { test: { file: 'x.ts', titles: ['x'], leg: 'linux-x64-node24' } })
    const { status, error } = await sendExperiments(app, id, experiment('f'), strange)
    expect([status, error?.message]).toEqual([400, expect.stringContaining('experiments[1].test is no test')])
    const elsewhere = experiment('f', { test: { ...experiment('f').test, leg: 'mars' } })
    expect((await sendExperiments(app, id, elsewhere)).error?.message).toContain('no leg')
    expect((await sendExperiments(app, id, experiment('F', { base: null }))).status).toBe(400)
    const { base } = experiment('f')
    const same = experiment('f', { base: base && { ...base, commit: 'a'.repeat(40) } })
    expect((await sendExperiments(app, id, same)).error?.message).toContain('one commit')
    expect(await listed(app, id)).toEqual([])
  })

  test.each(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'])(
    'of the time %s are refused',
    async (startedAt) => {
      const app = await makeApp()
      const id = await broken(app)
      const { status, error } = await sendExperiments(app, id, experiment('f', { startedAt }))
      expect([status, error?.message]).toEqual([400, expect.stringContaining('experiments[0].startedAt')])
      expect(await listed(app, id)).toEqual([])
    },
  )

  test('are at most so many of an execution', async () => {
    const app = await makeApp()
    const id = await broken(app)
    for (let left = LIMITS.experiments; left > 0; left -= LIMITS.experimentsSent)
      await sendExperiments(app, id, ...Array.from({ length: LIMITS.experimentsSent }, () => experiment('f')))
    expect(await sendExperiments(app, id, experiment('f'))).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    })
  })

  test('have at most 1 MiB of an execution, with their commands', async () => {
    const app = await makeApp()
    const id = await broken(app)
    const message = 'é'.repeat(300)
    const long = () => experiment('f', { trials: trialsOf('f'.repeat(LIMITS.experimentTrials), message) })
    let stored = 0
    let refused: Awaited<ReturnType<typeof sendExperiments>> | null = null
    while (refused === null && stored < 20) {
      const answer = await sendExperiments(app, id, long())
      if (answer.status === 200) stored += 1
      else refused = answer
    }
    // 200 trials with 600 bytes of text each, and some 100 of their other values.
    expect(stored).toBe(7)
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: expect.stringContaining('1 MiB') },
    })
    expect(await listed(app, id)).toHaveLength(stored)
    const other = await broken(app)
    const command = 'é'.repeat(LIMITS.textBytes)
    const { base, head } = experiment('f')
    const commands = { head: { ...head, command }, base: base && { ...base, command } }
    for (let left = LIMITS.experiments; left > 0 && refused; left -= LIMITS.experimentsSent) {
      const some = Array.from({ length: LIMITS.experimentsSent }, () => experiment('f', commands))
      refused = (await sendExperiments(app, other, ...some)).status === 409 ? null : refused
    }
    expect(refused).toBeNull()
  })

  test('of another organization are neither taken nor shown', async () => {
    const app = await makeApp()
    const id = await broken(app)
    await sendExperiments(app, id, experiment('f'))
    const headers = {
      Authorization: `Bearer ${await addOrganization(app)}`,
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ execution: id, experiments: [experiment('f')] })
    expect((await app.request('/api/experiments', { method: 'POST', headers, body })).status).toBe(404)
    expect((await app.request(`/api/executions/${id}/experiments`, { headers })).status).toBe(404)
    expect(await listed(app, id)).toHaveLength(1)
  })

  test('leave when the results of their execution are removed', async () => {
    const app = await makeApp()
    const id = await broken(app)
    await sendExperiments(app, id, experiment('fP'))
    const { id: row } = await app.store.read
      .selectFrom('execution')
      .select('id')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow()
    await app.store.write((db) => removeResults(db, row, app.clock()))
    expect(await listed(app, id)).toEqual([])
  })

  test('leave with their execution', async () => {
    const app = await makeApp()
    const id = await broken(app)
    await sendExperiments(app, id, experiment('fP'))
    await app.delete(`/api/executions/${id}`)
    expect((await sendExperiments(app, id, experiment('f'))).status).toBe(404)
    await app.removeDeleted()
    expect(await app.store.read.selectFrom('experiment').selectAll().execute()).toEqual([])
  })
})
