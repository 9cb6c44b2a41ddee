import { expect, settle, test } from './test.ts'

test('the time line: parts, what a part waited for, and the chain that decided the end', async ({
  page,
  world,
}) => {
  await page.goto(`/executions/${world.seeded.sharded}`)
  await page.getByRole('link', { name: 'Time line' }).click()
  await expect(page).toHaveURL(/view=time/)
  const stage = page.getByRole('region', { name: 'Attempts by shard and lane' })
  await expect(stage.locator('.part .about b')).toHaveText([
    'prepare',
    'Shard 1 of 3 · test',
    'Shard 2 of 3 · test',
    'Shard 3 of 3 · test',
  ])
  await expect(stage).toContainText('after prepare ended')
  await expect(
    page.getByRole('application', { name: 'Shard 3 of 3 · test: 45 attempts on 3 lanes' }),
  ).toBeVisible()
  const chain = page.getByRole('region', { name: 'What decided the end', exact: true })
  await expect(chain.getByRole('link').first()).toHaveText(/seeds the database/)
  await expect(chain.getByRole('link').last()).toHaveText(/sends the receipt/)
  await expect(chain.getByRole('row', { name: /pays in every currency/ })).toContainText('14.0 s')
  // The flaky attempt and its retry are two bars.
  await chain
    .getByRole('link', { name: /sends the receipt/ })
    .first()
    .click()
  await expect(page).toHaveURL(/test=.*attempt=1/)
  await expect(page.getByRole('region', { name: 'sends the receipt' })).toBeVisible()
})

test('an attempt is found by pointer and by keys, and opens', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.sharded}?view=time`)
  const lanes = page.getByRole('application', { name: /^Shard 3 of 3/ })
  const box = await lanes.boundingBox()
  if (!box) throw new Error('The lanes are drawn')
  const tip = page.locator('.tip')
  await lanes.hover({ position: { x: box.width - 60, y: 8 } })
  await expect(tip.or(page.locator('.part').last())).not.toHaveCount(0)
  await page.mouse.move(0, 0)
  await lanes.focus()
  await expect(tip).toContainText('opens quickly 0')
  await page.keyboard.press('ArrowRight')
  await expect(tip).toContainText('opens quickly 1')
  await page.keyboard.press('ArrowDown')
  await expect(tip).toContainText('page 1 opens quickly')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=all.*test=/)
  await expect(page.getByRole('region', { name: 'page 0 opens quickly 0' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/zoom=2/)
  await expect.poll(async () => (await lanes.boundingBox())?.width).toBeGreaterThan(box.width * 1.9)
})

test('20,000 attempts are drawn at once, and listed for those who cannot see them', async ({
  page,
  world,
}) => {
  await page.goto(`/executions/${world.seeded.large}?view=time`)
  await settle(page)
  const lanes = page.getByRole('application', { name: /20,000 attempts on 1 lane/ })
  await lanes.focus()
  await page.keyboard.press('End')
  await expect(page.locator('.tip')).toContainText('does thing 19999')
  const drawn = () =>
    lanes.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 8, canvas.width, 1) ?? { data: [] }
      return Array.from({ length: canvas.width }, (_, x) => data[x * 4 + 3]).filter((alpha) => alpha === 255)
        .length
    })
  await expect.poll(drawn).toBeGreaterThan(1_000)
  await page.getByText('All attempts in the order of their start').click()
  await expect(page.getByRole('list', { name: 'Attempts' }).getByRole('link').first()).toContainText(
    'does thing 0',
  )
  expect(await page.getByRole('list', { name: 'Attempts' }).getByRole('link').count()).toBeLessThan(100)
})

test('on a phone, each time of the axis is read whole', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const run of [world.seeded.sharded, world.seeded.large])
    for (const zoom of ['', '&zoom=2']) {
      await page.goto(`/executions/${run}?view=time${zoom}`)
      await settle(page)
      const labels = page.locator('.time-axis span')
      const spans = await labels.evaluateAll((all) =>
        all.map((each) => {
          const range = document.createRange()
          range.selectNodeContents(each)
          const { left, right } = range.getBoundingClientRect()
          return { left, right }
        }),
      )
      const end = await page.locator('.time-axis').evaluate((axis) => axis.getBoundingClientRect().right)
      expect(spans.length).toBeGreaterThan(1)
      for (const [i, { right }] of spans.entries()) expect(right).toBeLessThan(spans[i + 1]?.left ?? end)
    }
})
