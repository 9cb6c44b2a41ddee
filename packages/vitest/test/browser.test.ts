import { join } from 'node:path'
import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { workspace } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'
import { expectSame, runOnce } from './project.ts'

const provider = join(workspace, 'packages/vitest/node_modules/@vitest/browser-playwright/dist/index.js')

const filesWith = (executablePath: string) => ({
  'vitest.config.mjs': `
    import { playwright } from ${JSON.stringify(provider)}
    export default { test: {
      reporters: [['json', { outputFile: 'report.json' }], ['@svc/vitest', { project: 'fixture' }]],
      browser: {
        enabled: true,
        headless: true,
        provider: playwright({ launchOptions: {
          executablePath: ${JSON.stringify(executablePath)},
          args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
        } }),
        instances: [{ browser: 'chromium' }],
      },
    } }
  `,
  'page.test.js': `
    import { expect, test } from 'vitest'
    test('has a document', () => { expect(document.body).toBeDefined() })
    test('fails on the page', () => {
      console.log('from the page')
      document.body.innerHTML = '<p>x</p>'
      expect(document.body.textContent).toBe('y')
    })
    test.skip('is skipped', () => {})
    let tries = 0
    test('is flaky', { retry: 1 }, () => { if (++tries === 1) throw new Error('once') })
  `,
})

describeInChromium('browser mode', (executable) => {
  test('is reported like any other, with the browser as the variant', async () => {
    const run = await runOnce(filesWith(executable))
    expectSame(run.part, run.report)
    expect(run.code).toBe(1)
    expect(new Set(run.part.tests.map(({ variant }) => variant))).toEqual(new Set(['chromium']))
    const screenshot = [
      { name: 'failure screenshot', contentType: 'image/png', path: expect.stringMatching(/\.png$/) },
    ]
    expect(run.test('fails on the page').attempts).toMatchObject([
      {
        status: 'failed',
        stdout: expect.stringContaining('from the page'),
        errors: [{ location: { file: 'page.test.js', line: 7 } }],
        attachments: screenshot,
      },
    ])
    const [once, again] = run.test('is flaky').attempts
    expect([once?.status, again?.status]).toEqual(['failed', 'passed'])
    expect(once?.attachments).toMatchObject(screenshot)
    expect(again?.attachments).toBeUndefined()
  })
})
