import { expect, test } from 'vitest'
import { makeApp } from '../testing/make-app.ts'

test('a link to an execution says how to read it, to whoever follows it', async () => {
  const app = await makeApp()
  const id = '01a1fd75-58b0-716d-8ffb-1e05aeaafcd6'
  const answer = await app.request(`/executions/${id}`, { key: null })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(await answer.text()).toContain(`http://svc.test/api/executions/${id}`)
  expect((await app.request('/executions/<script>', { key: null })).status).toBe(404)
})
