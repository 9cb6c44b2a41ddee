import { randomUUID } from 'node:crypto'
import { passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'

test('a page of the organization shows no project that its reader did not choose', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const where = page.locator('.bar .where')
  const pages = page.getByRole('navigation', { name: 'Project', exact: true })
  for (const path of ['settings/members', 'settings/keys', 'agents', 'tasks', 'wall', 'knowledge']) {
    await page.goto(`/o/default/${path}`)
    await settle(page)
    await expect(where).toHaveText('default, choose a project')
    await expect(pages.getByRole('link', { name: 'Overview' })).toHaveCount(0)
  }
  await where.click()
  await page.getByRole('link', { name: 'shop', exact: true }).click()
  await expect(page).toHaveURL('/o/default/shop')
  await expect(where).toHaveText('default /shop, choose another project')
  await pages.getByRole('link', { name: 'Agents' }).click()
  await expect(page).toHaveURL('/o/default/agents')
  // The project that the reader saw last stands behind the organization.
  await expect(where).toHaveText('default/ shop, choose another project')
  await expect(pages.getByRole('link', { name: 'Tests' })).toHaveAttribute('href', '/o/default/shop/tests')
})

test('a suite that nobody named is not shown', async ({ page, world }) => {
  const project = `unnamed-${randomUUID().slice(0, 8)}`
  const made = { journal: randomUUID(), project, startedAt: world.seeded.now }
  const code = { branch: 'topic', baseBranch: 'main', pullRequest: 5, repository: `acme/${project}` }
  const { execution } = await upload(
    { ...world, now: made.startedAt },
    { ...made, code, results: [passed('a')] },
    true,
  )
  for (const path of [
    `/o/default/${project}`,
    `/o/default/${project}/executions`,
    `/executions/${execution}`,
    `/compare?head=${execution}`,
    `/o/default/pulls/5?repo=acme/${project}`,
  ]) {
    await page.goto(path)
    await settle(page)
    await expect(page.getByRole('main'), path).not.toContainText('default')
  }
})
