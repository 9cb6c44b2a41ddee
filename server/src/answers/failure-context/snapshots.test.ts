import { expect, test } from 'vitest'
import { store } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { made, run, send } from '../../testing/upload.ts'

/** The page of a shop, in which only the status differs; Playwright numbers the elements anew each time. */
const page = (status: string, from: number) =>
  [
    '- banner:',
    ...Array.from({ length: 20 }, (_, at) => `  - link "Product ${at}" [ref=e${from + at}]`),
    `  - status: ${status}`,
  ].join('\n')

const contextOf = (snapshot: string) => ({
  name: 'error-context',
  contentType: 'text/markdown',
  bytes: Buffer.from(`# Page snapshot\n\n\`\`\`yaml\n${snapshot}\n\`\`\`\n`),
})

onEachDatabase('page snapshots of several failures', (makeApp) => {
  test('a page that is nearly the one of an earlier failure comes once', async () => {
    const app = await makeApp()
    const pages = [page('Paid', 1), page('Refused', 9), page('Paid', 5), '- heading "Sign in"']
    const files = pages.map(contextOf)
    const results = files.map(({ name, contentType }, at) =>
      made(`fails ${'abcd'[at]}`, {}, [
        {
          status: 'failed',
          detail: { errors: [{ message: `wrong ${'abcd'[at]}` }], attachments: [{ name, contentType }] },
        },
      ]),
    )
    const { data } = await send(app, run({ results }))
    const ids: string[] = []
    for (const [entry, file] of files.entries()) ids.push(await store(app, data.journal, file, { entry }))
    await app.settle(data.execution.id)
    const { call } = await connectAgent(app)
    const { text, structured } = await call('svc_get_failures', {
      execution: data.execution.id,
      max_tokens: 12_000,
    })
    const [whole, ...like] = [...structured.clusters].sort((a, b) => a.rank - b.rank)
    expect(text.match(/link "Product 7"/g)).toHaveLength(1)
    expect(whole.artifacts[0].text).toContain('link "Product 7"')
    const ofPages = like.filter((one) => one.artifacts[0].id !== ids[3])
    for (const { artifacts } of ofPages) {
      expect(artifacts[0].like).toBe(whole.artifacts[0].id)
      expect([
        '',
        '-   - status: Paid\n+   - status: Refused',
        '-   - status: Refused\n+   - status: Paid',
      ]).toContain(artifacts[0].text)
    }
    const ofWhole = `cluster ${whole.rank} (artifact ${whole.artifacts[0].id})`
    expect(text).toContain(`Page snapshot: as that of ${ofWhole}, except these lines.`)
    expect(text).toContain('heading "Sign in"')
  })
})
