import { expect, test } from 'vitest'
import { type Compared, compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { retain } from '../../testing/retention.ts'
import { failed, flaky, passed, run, send, settled } from '../../testing/upload.ts'

const codeowners = (...lines: string[]) => ({ path: '.github/CODEOWNERS', text: lines.join('\n') })
const PAY = codeowners('* @acme/all', 'pay/ @acme/pay ada@example.com', 'docs/')

/** Who owns what stands in a group, by title. */
const ownersIn = (
  compared: Compared,
  group: 'regressions' | 'stillFailing' | 'newTests' | 'failuresNotCompared',
) => Object.fromEntries(compared[group].map(({ titles, owners }) => [titles.join(), owners]))

const rowsOf = (app: TestApp) =>
  app.store.read.selectFrom('codeowners').select(['project_id', 'skipped']).execute()

onEachDatabase('owners', (make) => {
  test('a comparison names the owners of what fails, by the file at the head', async () => {
    const app = await make()
    const base = [passed('pays', { file: 'pay/a.ts' }), failed('stays', { file: 'docs/a.ts' })]
    await settled(app, { codeowners: codeowners('* @before'), results: base })
    const head = await settled(app, {
      codeowners: PAY,
      code: { branch: 'fix', baseBranch: 'main' },
      results: [
        failed('pays', { file: 'pay/a.ts' }),
        failed('stays', { file: 'docs/a.ts' }),
        failed('new', { file: 'x.ts' }),
      ],
    })
    const compared = await compare(app, head)
    expect(ownersIn(compared, 'regressions')).toEqual({ pays: ['@acme/pay', 'ada@example.com'] })
    expect(ownersIn(compared, 'stillFailing')).toEqual({ stays: [] })
    expect(ownersIn(compared, 'newTests')).toEqual({ new: ['@acme/all'] })
  })

  test('without a base, or without CODEOWNERS, the answer is as whole', async () => {
    const app = await make()
    const one = await settled(app, { codeowners: PAY, results: [failed('a', { file: 'pay/a.ts' })] })
    expect(ownersIn(await compare(app, one), 'failuresNotCompared')).toEqual({
      a: ['@acme/pay', 'ada@example.com'],
    })
    const other = await settled(app, { project: 'other', results: [failed('a')] })
    expect(ownersIn(await compare(app, other), 'failuresNotCompared')).toEqual({ a: [] })
  })

  test('clusters of failures list their owners, the owner of most files first', async () => {
    const app = await make()
    const text = codeowners('pay/ @pay @all', 'ship/ @ship @all')
    const id = await settled(app, {
      codeowners: text,
      results: ['pay/a.ts', 'ship/a.ts', 'docs/a.ts'].map((file) => failed('a', { file })),
    })
    // A fork's own word on owners is not the project's.
    await settled(app, {
      trust: 'fork',
      codeowners: codeowners('* @fork'),
      code: { branch: 'x', pullRequest: 3 },
      results: [flaky('a')],
    })
    for (const path of [`/api/failures?execution=${id}`, '/api/failures?project=shop']) {
      const { data } = await app.get<{ owners: string[]; fingerprint: string }[]>(path)
      expect(data[0]?.owners).toEqual(['@all', '@pay', '@ship'])
      const one = await app.get<{ owners: string[] }>(`/api/failures/${data[0]?.fingerprint}?project=shop`)
      expect(one.data.owners).toEqual(['@all', '@pay', '@ship'])
    }
  })

  test('one version is stored once a project, and the first part that tells any speaks for all', async () => {
    const app = await make()
    await settled(app, { codeowners: PAY, results: [passed('a')] })
    await settled(app, { codeowners: PAY, results: [passed('a')] })
    await settled(app, { project: 'other', codeowners: PAY, results: [passed('a')] })
    expect(await rowsOf(app)).toHaveLength(2)
    const leg = (name: string) => ({ part: { leg: name }, build: 'b' })
    await send(app, run({ ...leg('a'), results: [passed('x')] }))
    await send(app, run({ ...leg('b'), codeowners: codeowners('* @first'), results: [failed('x')] }))
    const { data } = await send(app, run({ ...leg('c'), codeowners: PAY, results: [failed('x')] }))
    await app.settle(data.execution.id)
    const list = await app.get<{ owners: string[] }[]>(`/api/failures?execution=${data.execution.id}`)
    expect(list.data[0]?.owners).toEqual(['@first'])
  })

  test('lines that do not count are reported with the execution', async () => {
    const app = await make()
    const bad = codeowners('* @a', 'a [b', '!c @d')
    const { data } = await send(app, run({ codeowners: bad, results: [passed('a')] }))
    expect(data.warnings).toEqual([expect.stringMatching(/^\.github\/CODEOWNERS: lines 2, 3 /)])
    const again = await send(app, run({ codeowners: bad, results: [passed('a')] }))
    expect(again.data.warnings).toHaveLength(1)
  })

  test('a document may carry it, and is held to its fields and bounds', async () => {
    const app = await make()
    const document = { project: 'shop', results: [{ file: 'pay/a.ts', titles: ['a'], status: 'failed' }] }
    const sent = await app.post<{ execution: { id: string } }>('/api/test-results', {
      ...document,
      codeowners: PAY,
    })
    const list = await app.get<{ owners: string[] }[]>(`/api/failures?execution=${sent.data.execution.id}`)
    expect(list.data[0]?.owners).toEqual(['@acme/pay', 'ada@example.com'])
    const refused = async (given: unknown) =>
      (await app.post('/api/test-results', { ...document, codeowners: given })).error
    expect(await refused('* @a')).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('body.codeowners'),
    })
    expect(await refused({ path: 'CODEOWNERS' })).toMatchObject({
      message: expect.stringContaining('body.codeowners.text'),
    })
    expect(await refused({ ...PAY, more: 1 })).toMatchObject({ message: expect.stringContaining('"more"') })
    const large = 'a'.repeat(3 * 1024 * 1024 + 1)
    expect(await refused({ path: 'CODEOWNERS', text: large })).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('the file is of one organization, and goes with its project', async () => {
    const app = await make()
    const key = await addOrganization(app)
    await settled(app, { codeowners: PAY, results: [failed('a')] })
    const { data } = await send(app, run({ results: [failed('a')] }), { key })
    const list = await app.get<{ owners: string[] }[]>(`/api/failures?execution=${data.execution.id}`, {
      key,
    })
    expect(list.data[0]?.owners).toEqual([])
    await app.delete('/api/projects/shop')
    await app.removeDeleted()
    expect(await rowsOf(app)).toEqual([])
  })

  test('retention forgets one with the last execution that had it', async () => {
    const app = await make()
    await settled(app, { codeowners: codeowners('* @old'), code: { branch: 'gone' }, results: [passed('a')] })
    app.advance(40 * 86_400_000)
    await settled(app, { codeowners: PAY, startedAt: app.clock(), results: [passed('a')] })
    await retain(app, { executionDays: 30 })
    expect(await rowsOf(app)).toHaveLength(1)
  })
})
