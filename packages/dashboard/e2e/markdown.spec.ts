import type { Page } from '@playwright/test'
import { ask } from './people.ts'
import { expect, settle, test } from './test.ts'

const TEXT = `# Rules

- [x] written down
- [ ] read by all

Retry twice[^why], as [the payments][pay] do.

\`\`\`ts
// Never sleep.
const wait = async () => poll('ready', 3)
\`\`\`

${'More of the rules. '.repeat(600)}

## Notes

[^why]: Because a *network* fails.

[pay]: docs/payments.md
`

async function put(page: Page, path: string, content: string): Promise<string> {
  await page.goto('/o/default/knowledge/shop')
  await ask(page, 'PUT', '/api/documents', { project: 'shop', path, content })
  return `/o/default/knowledge/shop/${path}`
}

test('a document has task lists, references, footnotes and code in colours', async ({ page }) => {
  await page.goto(await put(page, 'rules.md', TEXT))
  await settle(page)
  const text = page.locator('.markdown')
  await expect(text.getByRole('checkbox', { name: 'done', exact: true })).toBeChecked()
  await expect(text.getByRole('checkbox', { name: 'not done' })).not.toBeChecked()
  await expect(text.getByRole('link', { name: 'the payments' })).toHaveAttribute(
    'href',
    /docs\/payments\.md$/,
  )
  const code = text.getByRole('region', { name: 'Code' })
  await expect(code.locator('.muted')).toHaveText('// Never sleep.')
  await expect(code.locator('.kw').first()).toHaveText('const')
  await expect(code.locator('.st')).toHaveText("'ready'")
  await expect(code).toHaveText(/Never sleep\.\nconst wait = async/)
  // The note is in a section that is not near yet.
  await text.getByRole('link', { name: 'why' }).click()
  await expect(page).toHaveURL(/#fn-why$/)
  await expect(text.getByText('Because a network fails.')).toBeInViewport()
  await expect(text.locator('em').filter({ hasText: 'network' })).toBeVisible()
})

test('code is readable before its colours, and without them', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  let asked = 0
  await page.route('**/assets/code-worker-*.js', (route) => {
    asked++
    return route.abort()
  })
  await page.goto(await put(page, 'no-colours.md', TEXT))
  const code = page.locator('.markdown').getByRole('region', { name: 'Code' })
  await expect(code).toHaveText(/Never sleep\.\nconst wait/)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(code.locator('.kw')).toHaveCount(0)
  // The worker goes on to read texts.
  await page.locator('.markdown').getByRole('link', { name: 'why' }).click()
  await expect(page.getByText('Because a network fails.')).toBeInViewport()
})

test('a text without code asks for no languages', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/o/default/knowledge/shop/docs/guides/style.md')
  await settle(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Style' })).toBeVisible()
  expect(asked.filter((url) => url.includes('/assets/code-worker'))).toEqual([])
})
