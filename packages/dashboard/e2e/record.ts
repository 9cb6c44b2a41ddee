import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { ARGS, executable } from './chromium.ts'
import type { Attached } from './seed.ts'
import { WORLD } from './world.ts'

/** A real trace, real screenshots and a real recording of a small page. */
export async function record(): Promise<Attached> {
  const browser = await chromium.launch({ executablePath: executable(), args: ARGS })
  const context = await browser.newContext({ viewport: { width: 640, height: 400 } })
  await context.tracing.start({ snapshots: true, screenshots: true })
  const page = await context.newPage()
  await page.setContent(SHOP)
  const expected = await page.screenshot()
  await page.getByRole('button', { name: 'Pay' }).click()
  const screenshot = await page.screenshot()
  const path = join(dirname(WORLD), 'trace.zip')
  await context.tracing.stop({ path })
  await page.setViewportSize({ width: 640, height: 440 })
  const taller = await page.screenshot()
  await page.setViewportSize({ width: 640, height: 400 })
  const [before, after] = [expected, screenshot].map(
    (bytes) => `data:image/png;base64,${bytes.toString('base64')}`,
  )
  await page.setContent(
    `<style>body{margin:0;background:url(${before})}img{mix-blend-mode:difference}</style><img src="${after}">`,
  )
  const difference = await page.screenshot()
  const video = Buffer.from(await page.evaluate(recordCanvas), 'base64')
  await browser.close()
  return { trace: readFileSync(path), screenshot, expected, actual: screenshot, taller, difference, video }
}

/** Half a second of a canvas as WebM, in base64. */
async function recordCanvas(): Promise<string> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  const chunks: Blob[] = []
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  const isOver = new Promise((resolve, reject) => {
    recorder.onstop = resolve
    recorder.onerror = ({ error }) => reject(error)
  })
  recorder.start()
  for (let frame = 0; frame < 15; frame++) {
    pen?.fillRect(frame * 15, 40, 30, 60)
    await new Promise((resolve) => setTimeout(resolve, 35))
  }
  recorder.stop()
  await isOver
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const SHOP = `<style>body{font:16px sans-serif;margin:0}header{background:#22304a;color:#fff;padding:16px}main{padding:24px}b{color:#a3112f}</style>
<header>Shop</header><main><h1>Your cart</h1><p>3 things, <b>49.98 EUR</b></p><button onclick="this.textContent='Paid'">Pay</button></main>`
