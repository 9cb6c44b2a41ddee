import type { Page } from '@playwright/test'
import { expect, settle, test } from './test.ts'

const PAYMENTS = '/o/default/knowledge/shop/docs/payments.md'

test('a document: text, headings, links to others, two reads', async ({ page }) => {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/events') reads.push(pathname)
  })
  await page.goto(PAYMENTS)
  await settle(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Payments' })).toBeVisible()
  expect(reads.sort()).toEqual(['/api/documents/read', '/api/documents/tree', '/api/whoami'])
  await expect(page.locator('.markdown')).not.toContainText('tags:')
  await page.getByRole('navigation', { name: 'Headings' }).getByRole('link', { name: 'Rules' }).click()
  await expect(page).toHaveURL(/#h-rules$/)
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeInViewport()
  await page.getByRole('link', { name: 'the style' }).click()
  await expect(page).toHaveURL(/\/shop\/docs\/guides\/style\.md$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Style' })).toBeVisible()
})

test('the tree leads through folders to a document', async ({ page }) => {
  await page.goto('/o/default/knowledge')
  const tree = page.getByRole('navigation', { name: 'Folders' })
  await tree.getByRole('link', { name: /^shop/ }).click()
  await tree.getByRole('link', { name: /^docs/ }).click()
  await tree.getByRole('link', { name: /^guides/ }).click()
  await tree.getByRole('link', { name: /^testing/ }).click()
  await page
    .locator('main')
    .getByRole('link', { name: /Clocks in tests/ })
    .click()
  await expect(page.getByText('Never sleep. Wait for an event.')).toBeVisible()
  await expect(tree.locator('[aria-current]')).toHaveText('Clocks in tests')
})

test('a search highlights its matches, and each hit leads to the heading', async ({ page }) => {
  await page.goto('/o/default/knowledge/shop')
  await settle(page)
  await page.keyboard.press('/')
  await page.keyboard.type('charge cart twice')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=charge\+cart\+twice/)
  const hit = page.locator('.hit').first()
  await expect(hit).toContainText('docs/payments.md')
  await expect(hit.locator('mark').first()).toBeVisible()
  await expect(hit.locator('.snippet')).toContainText('Never charge a cart twice. Always round')
  await hit.click()
  await expect(page).toHaveURL(/payments\.md#h-rules$/)
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeInViewport()
  await page.goBack()
  await expect(hit).toBeVisible()
})

test('revisions show who changed what', async ({ page }) => {
  await page.goto(`${PAYMENTS}?view=revisions`)
  const change = page.getByRole('region', { name: 'Difference of revisions 1 and 2' })
  await expect(change.locator('.removed')).toContainText('Retry once.')
  await expect(change.locator('.added')).toContainText('Retry twice.')
  await page.getByRole('list', { name: 'Revisions' }).getByRole('link', { name: /^1\./ }).click()
  await expect(page).toHaveURL(/revision=1/)
  await expect(page.getByRole('heading', { name: 'Revision 1 made the document' })).toBeVisible()
})

test('a hostile document is text', async ({ page }) => {
  await page.goto('/o/default/knowledge/shop/hostile.md')
  await settle(page)
  await expect(page.locator('main')).toContainText('<script>document.title="owned"</script>')
  await expect(page).not.toHaveTitle('owned')
  for (const name of ['click', 'data', 'out'])
    await expect(page.locator('.markdown').getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(page.locator('.markdown img')).toHaveCount(0)
})

const KIB = 1024

test('a document that a parser needs minutes for never stops the page, and is shown as it is written', async ({
  page,
}) => {
  await page.goto('/o/default/knowledge/shop')
  await putFrom(page, 'slow.md', `# Slow\n\n${'[a]('.repeat(16 * KIB)}\n\n## After it\n`)
  await putFrom(page, 'parts.md', `# Parts\n\n${'*a* '.repeat(3_900)}\n\n## After it\n`)
  for (const path of ['slow.md', 'parts.md']) {
    await page.goto(`/o/default/knowledge/shop/${path}`)
    await expect(page.getByText('it is shown as it is written')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy this part' })).toBeVisible()
    await page.goto('about:blank')
    await page.goto(`/o/default/knowledge/shop/${path}#h-after-it`)
    await expect(page.getByRole('heading', { name: 'After it' })).toBeInViewport()
  }
})

test('a worker that never answers is ended, while the page answers its reader', async ({ page }) => {
  const begun = 'postMessage("ready"); addEventListener("message", () => { for (;;); })'
  await page.route('**/assets/reader-worker-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: begun }),
  )
  await page.goto(PAYMENTS)
  await page
    .getByRole('navigation', { name: 'Views of the document' })
    .getByRole('link', { name: 'Failures' })
    .click()
  await expect(page).toHaveURL(/view=failures/)
  await page.goto(PAYMENTS)
  await expect(page.locator('.note')).toContainText('takes too long to format')
  await expect(page.locator('.markdown')).toContainText('- Never charge a cart twice.')
})

test('a long document is read where it is seen, and a link reaches a heading that is not yet', async ({
  page,
}) => {
  await page.goto('/o/default/knowledge/shop')
  const chapters = Array.from(
    { length: 120 },
    (_, i) => `## Chapter ${i}\n\n${`*Words* of chapter ${i}, see [the rules][rules]. `.repeat(60)}\n\n`,
  )
  await putFrom(page, 'long.md', `# Long\n\n${chapters.join('')}\n[rules]: payments.md\n`)
  await page.goto('/o/default/knowledge/shop/long.md')
  const text = page.locator('.markdown')
  await expect(page.getByRole('heading', { name: 'Chapter 0', exact: true })).toBeVisible()
  // The rest stands there as it is written: the browser finds and prints it.
  await expect(text).toContainText('*Words* of chapter 119')
  await expect(page.getByRole('heading', { name: 'Chapter 119' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Headings' }).getByRole('link', { name: 'Chapter 90' }).click()
  await expect(page.getByRole('heading', { name: 'Chapter 90' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'the rules' }).first()).toHaveAttribute('href', /payments\.md$/)
  await page.goto('about:blank')
  await page.goto('/o/default/knowledge/shop/long.md#h-chapter-60')
  await expect(page.getByRole('heading', { name: 'Chapter 60' })).toBeInViewport()
})

test('a document of 40,000 lines is edited in parts, and only where somebody wrote', async ({ page }) => {
  const lines = Array.from({ length: 40_000 }, (_, i) => (i % 5_000 === 0 ? `w${i}` : 'w'))
  await page.goto('/o/default/knowledge')
  await putFrom(page, 'many-lines.md', `${lines.join('\n')}\n`)
  await page.goto('/o/default/knowledge/shop/many-lines.md?view=edit')
  const text = page.getByLabel('Markdown', { exact: true })
  await expect(page.getByText('Lines 1 to 5,000 of 40,000')).toBeVisible()
  expect((await text.inputValue()).split('\n')).toHaveLength(5_001)
  await page.getByRole('button', { name: 'Later lines' }).click()
  await expect(page.getByText('Lines 5,001 to 10,000 of 40,000')).toBeVisible()
  await text.fill('one line instead of 5,000\n')
  await page.getByRole('button', { name: 'Last lines' }).click()
  await expect(page.getByText('Lines 30,002 to 35,001 of 35,001')).toBeVisible()
  await text.press('ControlOrMeta+End')
  await text.pressSequentially('end')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/many-lines\.md$/)
  const read = await page.request.get('/api/documents/read?project=shop&doc=many-lines.md&maxTokens=1000000')
  const { data } = (await read.json()) as { data: { content: string } }
  const expected = [...lines.slice(0, 5_000), 'one line instead of 5,000', ...lines.slice(10_000), 'end']
  expect(data.content === expected.join('\n')).toBe(true)
})

for (const [what, path, most] of [
  ['a new document', '/o/default/knowledge/shop?view=new', 350_000],
  ['a template', '/o/default/templates?project=shop&template=patterns/test&view=edit', 32_768],
] as const)
  test(`${what} shows a part of a paste of 350,000 lines, and the next key is answered`, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(path)
    const text = page.getByLabel('Markdown', { exact: true })
    await text.fill('')
    await page.evaluate((lines) => navigator.clipboard.writeText(lines), 'a\n'.repeat(350_000))
    await text.press('ControlOrMeta+V')
    const shown = `Lines 1 to 5,000 of ${most.toLocaleString('en-US')}`
    await expect(page.getByText(shown)).toBeVisible()
    await text.press('ControlOrMeta+Home')
    await text.press('b')
    await expect(page.getByText(shown)).toBeVisible()
    expect((await text.inputValue()).length).toBeLessThan(10_002)
  })

test('an edit that somebody forestalled shows both texts and loses none', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await page.goto('/o/default/knowledge/shop/edited.md?view=edit')
  const text = page.getByLabel('Markdown', { exact: true })
  await text.fill('# Edited by two\n\nMy line.\n')
  const { revision } = await putFrom(page, 'edited.md', '# Edited by two\n\nTheir line.\n')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const difference = page.getByRole('region', { name: 'How your text differs from the newest' })
  await expect(difference.locator('.removed')).toContainText('Their line.')
  await expect(difference.locator('.added')).toContainText('My line.')
  await expect(text).toHaveValue(/My line/)
  await page.getByRole('button', { name: `Save mine after revision ${revision}` }).click()
  await expect(page).toHaveURL(/edited\.md$/)
  await expect(page.locator('.markdown')).toHaveText('My line.')
})

test('a proposal is rejected with a reason and accepted without one', async ({ page }) => {
  await page.goto('/o/default/proposals')
  const list = page.getByRole('list', { name: 'Proposals' })
  await list.getByRole('link', { name: /refunds/ }).click()
  await expect(page).toHaveURL(/proposal=/)
  await expect(page.getByRole('region', { name: 'Proposed changes' })).toContainText('A refund is a payment')
  const reject = page.getByRole('button', { name: 'Reject' })
  await expect(reject).toBeDisabled()
  await page.getByLabel('Reason').fill('Refunds are out of scope.')
  await reject.click()
  await expect(page.locator('.decided')).toContainText('Refunds are out of scope.')
  await list.getByRole('link', { name: /payments/ }).click()
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('src/checkout/pay.ts:112')
  await page.getByText('Who may decide').click()
  await expect(page.getByText('Only people decide what an API key proposed.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.locator('.decided')).toContainText('accepted')
  await expect(page.getByText('Nothing to review')).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the document' }).click()
  await expect(page.getByText('Retry three times, with 200 ms between.')).toBeVisible()
})

test('a template is overridden, used and brought back', async ({ page }) => {
  await page.goto('/o/default/templates?project=shop&template=patterns/test')
  await page.getByRole('link', { name: 'Override for shop' }).click()
  await page.getByLabel('Markdown', { exact: true }).fill('# Our own test pattern\n')
  await page.getByRole('button', { name: 'Save for shop' }).click()
  await expect(page.getByRole('region', { name: 'Text of the template' })).toHaveText(
    '# Our own test pattern',
  )
  await page.getByRole('link', { name: 'New document from it' }).click()
  await expect(page.getByLabel('Markdown', { exact: true })).toHaveValue('# Our own test pattern\n')
  await page.goBack()
  await page.getByRole('button', { name: 'Remove the override' }).click()
  await expect(page.getByRole('link', { name: 'Override for shop' })).toBeVisible()
})

/** Another writer. */
const putFrom = (page: Page, path: string, content: string): Promise<{ revision: number }> =>
  page.evaluate(
    async (body) => {
      const answer = await fetch('/api/documents', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { data: { revision: number } }).data
    },
    { project: 'shop', path, content },
  )
