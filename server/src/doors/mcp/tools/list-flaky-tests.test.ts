import { expect, test } from 'vitest'
import { relatedDocuments } from '../../../agents/knowledge/search/related-documents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, putDocuments } from '../../../testing/knowledge.ts'
import { connectAgent } from '../../../testing/mcp-client.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { flaky, passed, settled } from '../../../testing/upload.ts'

const codeOf = (thing: string) => `E_${thing.toUpperCase()}_GONE`
/** More than one read finds the documents of. */
const THINGS = Array.from({ length: 24 }, (_, at) => `thing${String.fromCharCode(97 + at)}`)

onBothDatabases('the documents of flaky tests', (makeApp) => {
  test('are searched for each that is shown, and each search ranks 100 sections', async () => {
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
      const calm = Array.from({ length: 80 }, (_, at) => passed(`calm ${at}`))
      await settled(app, { project: 'shop', code: { branch: 'main' }, results: [...results, ...calm] })
    }
    const { call } = await connectAgent(app)
    const { structured } = await call('svc_list_flaky_tests', { max_tokens: 8_000 })
    const found = (structured.tests as { test: string; relatedDocument?: string }[]).map((one) => [
      one.test,
      one.relatedDocument,
    ])
    expect(found).toHaveLength(THINGS.length)
    for (const [name, path] of found) expect(path).toBe(`${THINGS.find((thing) => name?.includes(thing))}.md`)

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
