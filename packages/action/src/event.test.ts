import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from '@svc/client/action'
import { afterAll, expect, test } from 'vitest'
import { readEvent } from './event.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-event-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SHA = 'a'.repeat(40)
const read = (name: string, payload: string, more: Record<string, string> = {}) => {
  const path = join(folder, 'event.json')
  writeFileSync(path, payload)
  const env = {
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: path,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '7',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_SHA: SHA,
    ...more,
  }
  return readEvent(env, resolveConfig({}, env, { isCI: true, id: 'GITHUB_ACTIONS', name: '' }))
}

test('a pull request from a fork', () => {
  const repo = (full_name: string) => ({ full_name })
  const payload = {
    pull_request: {
      number: 3,
      head: { sha: SHA, ref: 'topic', repo: repo('else/shop') },
      base: { sha: 'b'.repeat(40), ref: 'main', repo: repo('acme/shop') },
    },
    repository: { default_branch: 'main' },
  }
  expect(read('pull_request', JSON.stringify(payload))).toMatchObject({
    repository: { owner: 'acme', name: 'shop' },
    pullRequest: 3,
    headSha: SHA,
    baseTip: 'b'.repeat(40),
    isFork: true,
    runAttempt: 2,
  })
})

test('the run a companion follows', () => {
  const workflow_run = {
    id: 5,
    head_sha: SHA,
    run_attempt: 3,
    head_repository: { full_name: 'else/shop' },
    name: 'CI',
  }
  expect(read('workflow_run', JSON.stringify({ workflow_run })).workflowRun).toMatchObject({
    id: 5,
    attempt: 3,
    headSha: SHA,
    headRepository: 'else/shop',
  })
})

test('a hostile payload gives nothing but what is as it should be', () => {
  const bad = [null, 5.5, 'x'.repeat(100), '../../etc', { length: 1 }, ['a'], true, -1, 1e20, '\n::error::x']
  for (const value of bad)
    for (const name of ['pull_request', 'workflow_run', 'merge_group', 'push', '__proto__']) {
      const payload = {
        pull_request: {
          number: value,
          head: { sha: value, ref: value, repo: value },
          base: { sha: value, ref: value },
        },
        merge_group: { head_sha: value, base_sha: value, base_ref: value },
        workflow_run: {
          id: value,
          head_sha: value,
          head_repository: { full_name: value },
          run_attempt: value,
        },
        repository: value,
      }
      const event = read(name, JSON.stringify(payload))
      expect(event.workflowRun).toBeUndefined()
      expect([event.headSha, event.baseTip, event.pullRequest]).toEqual([undefined, undefined, undefined])
    }
})

test.each(['', '{', '[]', 'null', '"x"', '{"pull_request":null}'])(
  'a payload of %j is as good as none',
  (payload) => {
    expect(read('pull_request', payload)).toMatchObject({ isFork: false, runId: '7' })
  },
)

test('a repository must have the form owner/name', () => {
  for (const full of ['a', 'a/b/c', '../x', 'a/..', 'a b/c', ''])
    expect(read('push', '{}', { GITHUB_REPOSITORY: full }).repository).toBeUndefined()
})
