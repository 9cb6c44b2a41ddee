import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { blocksOf, pages, workspace } from '@svc/test-kit/pages'
import { useServer } from '@svc/test-kit/use-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = useServer()
let folder: string
beforeAll(async () => {
  // Below the workspace, so that its packages resolve.
  mkdirSync(join(workspace, '.test'), { recursive: true })
  folder = mkdtempSync(join(workspace, '.test/examples-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const blocks = () => blocksOf(readFileSync(join(workspace, 'docs/reference/api-client.md'), 'utf8'))
const nameOf = (code: string): string => /^\/\/ (\S+\.\w+)\n/.exec(code)?.[1] ?? ''
const example = (name: string): string => blocks().find((block) => nameOf(block.text) === name)?.text ?? ''

/** Runs an example of the page as it is, except for where the package lies. */
async function run(name: string): Promise<string> {
  const file = join(folder, name)
  const api = JSON.stringify(join(workspace, 'packages/api/src/index.ts'))
  writeFileSync(file, example(name).replace("'@svc/api'", api))
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, SVC_URL: server.url, SVC_API_KEY: server.apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  return out
}

const send = async (branch: string, status: string, minute: number) => {
  const answer = await fetch(`${server.url}/api/test-results`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      project: 'shop',
      startedAt: Date.UTC(2026, 1, 1, 9, minute),
      code: { branch },
      results: [{ file: 'total.test.js', titles: ['adds prices'], status, durationMs: 1 }],
    }),
  })
  expect(answer.status).toBe(200)
}

test('the examples of @svc/api do what the page says', async () => {
  for (const minute of [1, 2, 3, 4, 5]) await send('main', 'passed', minute)
  await send('discount', 'failed', 6)
  expect(await run('healthy.ts')).toBe('passed: 0 failed\n')
  const broken = await run('broken.ts')
  expect(broken).toMatch(/broke|possibly/)
  expect(broken).toContain('total.test.js › adds prices')
  expect(await run('flaky.ts')).toMatch(/^\d+ flaky\n$/m)
  expect(await run('send.ts')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/executions\/[\w-]+\n$/)
  expect(await run('refusal.ts')).toBe('NOT_FOUND (404)\n')
})

test('every config and every example of the pages has the right types', () => {
  const files = pages().flatMap(({ path, text: page }) =>
    blocksOf(page).flatMap(({ language, text: code }) => {
      const name = nameOf(code)
      const isChecked = ['ts', 'js'].includes(language) && /(?:\.config\.\w+|\.ts)$/.test(name)
      return isChecked && !path.includes('contributing') ? [{ path, name, code }] : []
    }),
  )
  expect(files.length).toBeGreaterThan(10)
  // A folder with a dot in front is no input of a pattern, so each file is named.
  const written = files.map(({ name, code }, at) => {
    mkdirSync(join(folder, `types-${at}`))
    const file = `types-${at}/${name.replace(/\.mjs$/, '.mts').replace(/\.js$/, '.ts')}`
    writeFileSync(join(folder, file), `${code}\nexport {}\n`)
    return file
  })
  const source = (name: string) => [join(workspace, `packages/${name}/src/index.ts`)]
  const installed = (owner: string, name: string) => [
    join(workspace, `packages/${owner}/node_modules/${name}`),
  ]
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        composite: false,
        rewriteRelativeImportExtensions: false,
        skipLibCheck: true,
        types: ['node'],
        typeRoots: [join(workspace, 'node_modules/@types')],
        paths: {
          '@svc/vitest': source('vitest'),
          '@svc/jest': source('jest'),
          '@svc/playwright': source('playwright'),
          '@svc/api': source('api'),
          '@playwright/test': installed('playwright', '@playwright/test/index.d.ts'),
          jest: installed('jest', 'jest'),
        },
      },
      files: written,
    }),
  )
  const tsc = join(workspace, 'node_modules/typescript/bin/tsc')
  let wrong = ''
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    wrong = String((error as { stdout?: unknown }).stdout)
  }
  expect(wrong).toBe('')
})

test('every block of JSON parses, and every block of shell has the right syntax', () => {
  const wrong = pages().flatMap(({ path, text: page }) =>
    blocksOf(page).flatMap(({ language, text: code, line }) => {
      try {
        if (language === 'json' && !code.includes('…')) JSON.parse(code)
        if (language === 'sh')
          execFileSync('bash', ['-n'], {
            input: code.replace(/<[\w -]+>/g, 'x'),
            stdio: ['pipe', 'pipe', 'pipe'],
          })
        return []
      } catch (error) {
        return [`${path}:${line}: ${error}`]
      }
    }),
  )
  expect(wrong).toEqual([])
})
