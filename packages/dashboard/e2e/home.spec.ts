import { ask, joinAs } from './people.ts'
import { expect, settle, test } from './test.ts'

test('a person with one project is led to it, with two to their list', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[014]/)
  await joinAs(page, visitor, 'admin', 'Solo Founder')
  await ask(visitor, 'POST', '/api/organizations', { name: 'Solo', slug: 'solo' })
  const members = await ask<{ id: string; name: string }[]>(visitor, 'GET', '/api/members')
  const own = members.find(({ name }) => name === 'Solo Founder')?.id
  await ask(visitor, 'DELETE', `/api/members/${own}`)
  const key = await ask<{ value: string }>(
    visitor,
    'POST',
    '/api/keys',
    { name: 'ci', role: 'editor' },
    'solo',
  )
  const send = async (project: string) => {
    const sent = await fetch(`${world.url}/api/test-results`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key.value}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ project, results: [{ file: 'a', titles: ['b'], status: 'passed' }] }),
    })
    expect(sent.status).toBe(200)
  }
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: 'No project yet' })).toBeVisible()
  await send('only')
  await visitor.goto('/executions/none')
  await visitor.goto('/')
  await expect(visitor).toHaveURL('/o/solo/only')
  await settle(visitor)
  await expect(visitor.getByRole('link', { name: 'svc: all projects' })).toBeVisible()
  // The start page is replaced: back leads to what was before, not to the redirect again.
  await visitor.goBack()
  await expect(visitor).toHaveURL('/executions/none')
  await send('second')
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('listitem')).toHaveText(['second', 'only'])
  await expect(visitor).toHaveURL('/')
})
