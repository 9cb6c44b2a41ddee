import type { MadeRun } from '../../../server/src/testing/upload.ts'

/** Real files for the attempts of `visualRun`. */
export interface Images {
  expected: Uint8Array
  actual: Uint8Array
  difference: Uint8Array
  /** An actual image of another size. */
  taller: Uint8Array
  video: Uint8Array
}

const FILE = 'e2e/checkout.spec.ts'
const PNG = 'image/png'

/** A run of Playwright: a screenshot assertion that failed in two ways, and a test that failed beside it. */
export const visualRun = (startedAt: number): MadeRun => ({
  project: 'visual',
  runner: { name: 'playwright', version: '1.65.1' },
  code: { branch: 'new-button', baseBranch: 'main', repository: 'acme/shop' },
  startedAt,
  results: [
    {
      file: FILE,
      titles: ['checkout', 'the pay button looks as designed'],
      variant: 'chromium',
      attempts: [
        {
          status: 'failed',
          durationMs: 2_400,
          detail: {
            errors: [
              {
                name: 'Error',
                message:
                  'expect(page).toHaveScreenshot(expected) failed\n\n  1205 pixels (ratio 0.01 of all image pixels) are different.',
                snippet: SNIPPET,
                location: { file: FILE, line: 31, column: 22 },
              },
            ],
            location: { file: FILE, line: 27 },
            stdout: 'pay: charging 49.98 EUR\npay: answered in 212 ms\n',
            attachments: [
              { name: 'cart-expected.png', contentType: PNG },
              { name: 'cart-actual.png', contentType: PNG },
              { name: 'cart-diff.png', contentType: PNG },
              { name: 'video', contentType: 'video/webm' },
            ],
          },
        },
        {
          status: 'failed',
          durationMs: 5_100,
          detail: {
            errors: [
              {
                name: 'Error',
                message:
                  'expect(page).toHaveScreenshot(expected) failed\n\n  Expected an image 640px by 400px, received 640px by 440px.',
                location: { file: FILE, line: 31, column: 22 },
              },
            ],
            location: { file: FILE, line: 27 },
            stdout: 'pay: charging 49.98 EUR\npay: answered in 4,870 ms\n',
            stderr: 'warning: the payment service was slow\n',
            attachments: [
              { name: 'cart-expected.png', contentType: PNG },
              { name: 'cart-actual.png', contentType: PNG },
            ],
          },
        },
      ],
    },
    {
      file: 'e2e/search.spec.ts',
      titles: ['search', 'finds a product (by its number)'],
      variant: 'chromium',
      attempts: [
        {
          status: 'failed',
          durationMs: 900,
          detail: { errors: [{ name: 'Error', message: 'expected 1 product, found 0' }] },
        },
      ],
    },
  ],
})

const SNIPPET = `  29 |   await page.goto('/cart')
  30 |   await page.getByRole('button', { name: 'Pay' }).click()
> 31 |   await expect(page).toHaveScreenshot('cart.png')
     |                      ^
  32 | })`
