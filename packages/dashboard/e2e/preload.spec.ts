import { expect, settle, test } from './test.ts'

test('a link is read before the click, once the pointer rests on it; a pointer that passes reads nothing', async ({
  page,
}) => {
  await page.goto('/o/default/insights/executions')
  await settle(page)
  const rows = page.getByRole('main').locator('a.line')
  expect(await rows.count()).toBeGreaterThan(20)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(executions\/|compare)/.test(pathname)) reads.push(pathname)
  })
  // Time stands still, however long the pointer takes over the list.
  await page.clock.pauseAt(Date.now() + 86_400_000)
  for (const row of (await rows.all()).slice(0, 25)) await row.dispatchEvent('mouseover')
  for (const row of (await rows.all()).slice(0, 25)) await row.dispatchEvent('mouseout')
  await page.clock.runFor(10_000)
  expect(reads).toEqual([])
  await rows.nth(3).dispatchEvent('mouseover')
  const href = await rows.nth(3).getAttribute('href')
  const read = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${href}`)
  await page.clock.runFor(1_000)
  await read
  await page.clock.resume()
  const before = reads.length
  await rows.nth(3).click()
  await expect(page).toHaveURL(String(href))
  await settle(page)
  expect(reads.slice(before).filter((path) => path === `/api${href}`)).toEqual([])
})

test('who somebody is, is read once, on whatever page they begin', async ({ page, world, visitor }) => {
  for (const path of ['/', '/o/default/insights/flaky', `/executions/${world.seeded.broken}`, '/me']) {
    let reads = 0
    const count = (request: { url(): string }) => {
      if (new URL(request.url()).pathname === '/api/whoami') reads++
    }
    page.on('request', count)
    await page.goto(path)
    await settle(page)
    page.off('request', count)
    expect(reads, path).toBe(1)
  }
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.goto('/sign-in')
  await expect(visitor.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(asked).not.toContain('/api/whoami')
})
