import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { failed, passed, run, send, settled } from '../../../testing/upload.ts'

type Row = { group: string } & Record<string, unknown>

onEachDatabase('svc_compare_executions', (makeApp) => {
  test('lists errors outside tests and renames: all that the totals count', async () => {
    const app = await makeApp()
    const error = (file: string) => ({ file, failure: { message: `Cannot load ${file}\nat ${file}` } })
    const base = await settled(app, {
      results: [passed('pays by card'), passed('other'), passed('third')],
      errors: [error('old.test.ts'), error('fixed.test.ts')],
    })
    const head = await settled(app, {
      results: [passed('pays by credit card'), failed('other'), passed('third'), passed('new here')],
      errors: [error('new.test.ts'), error('old.test.ts')],
    })
    const { call } = await connectAgent(app)
    const args = { execution: head, base }
    const { text, structured } = await call('svc_compare_executions', args)
    expect(text).toMatch(
      /^- errorsIntroduced: `new\.test\.ts`\nsource: error [0-9a-f]+.*\n`+\nCannot load new/m,
    )
    expect(text).toMatch(/^- errorsPersisting: `old\.test\.ts`$/m)
    expect(text).toMatch(/^- errorsFixed: `fixed\.test\.ts`$/m)
    expect(text).toMatch(
      /^- renameCandidates: `.*pays by card` → `.*pays by credit card` · similarity 0\.\d+ · `\w/m,
    )
    const rows: Row[] = structured.entries
    expect(rows[0]).toMatchObject({
      group: 'errorsIntroduced',
      file: 'new.test.ts',
      error: expect.stringContaining('Cannot load new.test.ts'),
      fingerprint: expect.any(String),
    })
    expect(rows.find(({ group }) => group === 'renameCandidates')).toMatchObject({
      from: { test: expect.stringContaining('pays by card') },
      to: { test: expect.stringContaining('pays by credit card') },
    })
    const countOf = (group: string) => rows.filter((row) => row.group === group).length
    for (const [group, total] of Object.entries(structured.totals))
      if (group !== 'newTests') expect(countOf(group), group).toBe(total)
    expect(structured.totals.newTests).toBe(2)
    expect(structured.truncated).toBe(false)
    expect(text).toMatch(/^2 new tests did not fail and are listed only by "group":"newTests"\.$/m)

    const one = await call('svc_compare_executions', { ...args, group: 'errorsPersisting' })
    expect(one.structured).toMatchObject({ entries: [{ group: 'errorsPersisting' }], truncated: false })
    const fresh = await call('svc_compare_executions', { ...args, group: 'newTests' })
    expect(fresh.structured.entries).toHaveLength(2)

    const walked: Row[] = []
    let cursor: string | null = null
    do {
      const page = await call('svc_compare_executions', {
        ...args,
        max_tokens: 600,
        ...(cursor && { cursor }),
      })
      walked.push(...page.structured.entries)
      cursor = page.structured.nextCursor
    } while (cursor !== null)
    expect(walked.map(({ group }) => group)).toEqual(rows.map(({ group }) => group))
  })

  test('the text names the leg of each entry if the runs have several', async () => {
    const app = await makeApp()
    const matrix = async (build: string, of: typeof failed) => {
      let id = ''
      for (const leg of ['linux', 'macos'])
        id = (await send(app, run({ build, part: { leg }, results: [of('pays')] }))).data.execution.id
      await app.settle(id)
      return id
    }
    const base = await matrix('base', passed)
    const head = await matrix('head', failed)
    const { call } = await connectAgent(app)
    const { text } = await call('svc_compare_executions', { execution: head, base })
    expect(text).toMatch(/^- regressions: `.*pays` on `linux` · passed → failed/m)
    expect(text).toMatch(/^- regressions: `.*pays` on `macos` · passed → failed/m)
  })
})
