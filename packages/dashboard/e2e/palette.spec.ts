import { randomUUID } from 'node:crypto'
import { passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'

test('the palette finds tests, pull requests, commits and executions', async ({ page, world }) => {
  await page.goto('/o/default/shop')
  await settle(page)
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill(text)
  }
  await find('refuses a card')
  await expect(page.getByRole('group', { name: 'Tests' }).getByRole('option')).toContainText([
    'refuses a card that has expired',
  ])
  await page.keyboard.press('Escape')
  await find('#482')
  await page
    .getByRole('group', { name: 'Pull requests' })
    .getByRole('option', { name: /Pay by card/ })
    .click()
  await expect(page).toHaveURL('/o/default/pulls/482?repo=acme/shop')
  await find('7f3e2d1a')
  await page.getByRole('group', { name: 'Commits' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/o\/default\/shop\/executions\?commit=7f3e2d1a/)
  await find(world.seeded.broken)
  await page.getByRole('group', { name: 'Executions' }).getByRole('option').click()
  await expect(page).toHaveURL(`/executions/${world.seeded.broken}`)
  await find('nothing-has-this-name')
  await expect(page.getByText('No matches.')).toBeVisible()
})

test('from the list of projects, the palette finds the tests of the newest projects', async ({
  page,
  world,
}) => {
  const project = `found-${randomUUID().slice(0, 8)}`
  const made = { journal: randomUUID(), project, startedAt: Date.now() }
  const results = [passed(`is found in ${project}`)]
  await upload({ ...world, now: made.startedAt }, { ...made, results }, true)
  await page.goto('/')
  await settle(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('nothing-has-this-name')
  await expect(page.getByText('No matches in the five projects that ran last.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`is found in ${project}`)
  const found = page.getByRole('group', { name: 'Tests' }).getByRole('option')
  await expect(found).toContainText(`${project} · `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/o/default/${project}/tests/`))
})

test('what is typed before the palette has its sources is searched, and chosen, when they arrive', async ({
  page,
  world,
}) => {
  const { promise: wasAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(/\/assets\/palette-/, async (route) => {
    ask()
    await mayLoad
    await route.continue()
  })
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  await wasAsked
  const address = page.url()
  await page.keyboard.press('ControlOrMeta+k')
  // As keys of the page, `b`, `c` and `j` would choose and go elsewhere.
  await page.keyboard.type('bcj')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toHaveValue('bcj')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('flaky')
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(address)
  load()
  await expect(page).toHaveURL('/o/default/shop/flaky')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a palette whose sources cannot be loaded says so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route(/\/assets\/palette-/, (route) => route.abort())
  await page.goto('/o/default/shop')
  await settle(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('flaky')
  await expect(page.getByText('The search could not be loaded.')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('flaky')
})
