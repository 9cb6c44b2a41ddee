import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { sha } from '../../testing/sha.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const code = { branch: 'main', testedSha: sha('7'), headSha: sha('7') }

onEachDatabase('runs of a laptop among runs of CI', (makeApp) => {
  test('a branch means its clean CI runs; a local run is found by its id and as the newest, and marked', async () => {
    const app = await makeApp()
    const clean = await settled(app, { code, results: [passed('a')] })
    const local = await settled(app, {
      trust: 'local',
      code: { ...code, dirty: true },
      results: [failed('a', { message: 'wrong' })],
    })
    const ask = async (query: string) =>
      (await app.get<Answer>(`/api/failure-context?project=shop&${query}`)).data
    for (const query of ['branch=main', `commit=${sha('7')}`])
      expect((await ask(query)).executions, query).toMatchObject([{ id: clean, trust: 'ci', dirty: false }])
    for (const query of ['execution=latest', `execution=${local}`, 'maxTokens=200']) {
      const { executions, text } = await ask(query)
      // The smallest budget has no room for executions as data.
      if (!query.startsWith('max'))
        expect(executions, query).toMatchObject([{ id: local, trust: 'local', dirty: true }])
      expect(text, query).toContain('local, with uncommitted changes')
      expect(text, query).not.toMatch(/git diff (\w+)\.\.\.\1/)
    }
    const { call } = await connectAgent(app)
    for (const tool of ['svc_list_executions', 'svc_get_execution', 'svc_compare_executions']) {
      const { text, structured } = await call(tool, {})
      expect(text, tool).toContain('local, with uncommitted changes')
      expect(JSON.stringify(structured), tool).toContain('"trust":"local","dirty":true')
    }
  })

  test('a local failure does not make a fix stale', async () => {
    const app = await makeApp()
    const failing = { code, results: [failed('a', { message: 'wrong' })] }
    const id = await settled(app, failing)
    const fingerprint = (await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${id}`)).data[0]
      ?.fingerprint
    await app.request('/api/documents', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        project: 'shop',
        path: 'fixed.md',
        content: `---\nfailures: [{ fingerprint: "${fingerprint}", fix: Open it. }]\n---\n# Fixed\n`,
      }),
    })
    app.advance(1_000)
    await settled(app, { ...failing, trust: 'local', code: { ...code, dirty: true } })
    const tied = async () =>
      (
        await app.get<{ documents: { isStale: boolean }[] }>(
          `/api/failures/${fingerprint}/documents?project=shop`,
        )
      ).data.documents
    expect(await tied()).toMatchObject([{ isStale: false }])
    await settled(app, failing)
    expect(await tied()).toMatchObject([{ isStale: true }])
  })
})
