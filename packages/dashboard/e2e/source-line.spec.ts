import { expect, settle, test } from './test.ts'

test('the failing line of the source is shown whole, whatever the width', async ({ page, world }) => {
  for (const width of [390, 768, 1050, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/executions/${world.seeded.long}`)
    await settle(page)
    if (width < 960) await page.locator('.failure').first().click()
    const line = page.locator('.detail .lines .here').first()
    await expect(line).toBeVisible()
    const { ends, sees } = await line.evaluate((own) => {
      const text = document.createRange()
      text.selectNodeContents(own)
      const right = Math.max(...[...text.getClientRects()].map((each) => each.right))
      return { ends: right, sees: own.parentElement?.getBoundingClientRect().right ?? 0 }
    })
    expect.soft(ends, `${width} px`).toBeLessThanOrEqual(sees)
  }
})

test('a difference of two short lines leaves the width to the source', async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  const pair = page.locator('.detail .pair').first()
  const [difference, source] = await pair.locator('> figure').evaluateAll((all) =>
    all.map((each) => {
      const { left, top, width } = each.getBoundingClientRect()
      return { left, top, width }
    }),
  )
  expect(difference?.top).toBe(source?.top)
  expect(difference?.width).toBeLessThan((source?.width ?? 0) * 0.65)
})
