import { expect, test } from 'vitest'
import { relatedDocuments } from '../../../agents/knowledge/search/related-documents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, putDocuments } from '../../../testing/knowledge.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { flaky, passed, settled } from '../../../testing/upload.ts'

const codeOf = (thing: string) => `E_${thing.toUpperCase()}_GONE`
const THINGS = ['refund', 'parcel', 'voucher', 'invoice', 'coupon', 'receipt']

onBothDatabases('the documents of flaky tests', (makeApp) => {
  test('are searched for the first three, and each search ranks 100 sections', async () => {
    const app = await makeApp()
    await addProjects(app, 'shop')
    const sections = Array.from({ length: 150 }, (_, at) => `## Case ${at}\n\nThe parcel was late.\n`)
    await putDocuments(app, 'shop', {
      'parcels.md': `# Parcels\n\n${sections.join('\n')}`,
      ...Object.fromEntries(
        THINGS.map((thing) => [
          `${thing}.md`,
          `# The ${thing}\n\nAfter \`${codeOf(thing)}\`, restart the gateway.\n`,
        ]),
      ),
    })
    for (let run = 0; run < 2; run++) {
      app.advance(60_000)
      const results = THINGS.map((thing) => flaky(thing, { message: `the bank said ${codeOf(thing)}` }))
      const calm = Array.from({ length: 20 }, (_, at) => passed(`calm ${at}`))
      await settled(app, { project: 'shop', code: { branch: 'main' }, results: [...results, ...calm] })
    }
    const { call } = await connectAgent(app)
    const { structured } = await call('svc_list_flaky_tests', {})
    const found = (structured.tests as { relatedDocument?: string }[]).map((one) => one.relatedDocument)
    expect(found.slice(0, 3).every((path) => path !== undefined)).toBe(true)
    expect(found.slice(3)).toEqual([undefined, undefined, undefined])

    const failure = { messages: ['the parcel was late'], titles: [], function: '', files: [] }
    const statements = await statementsOf(app, (ctx) =>
      relatedDocuments(null)(ctx, { project: 'shop', failure, limit: 2 }),
    )
    const ranked = statements.filter(({ sql }) => sql.includes('"chunk_search"."words"'))
    const [ids = ''] = (ranked[0]?.parameters ?? []).filter((value) => String(value).length > 100).map(String)
    expect(ids.split(',').length).toBe(100)
    expect(statements.length).toBeLessThanOrEqual(16)
  })
})
