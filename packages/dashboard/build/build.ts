import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { replaceBuild } from './replace.ts'
import { builtFrom, stampOf } from './stamp.ts'

const own = resolve(import.meta.dirname, '..')
const workspace = resolve(own, '../..')

/** Files of Playwright's trace viewer that are only needed for its terminal mode. */
const NOT_OF_TRACES = /^(uiMode|xtermModule)/
const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/

/**
 * Builds the dashboard into a folder: its pages and assets, the trace viewer with its licences,
 * compressed copies of each text, and the stamp of its sources. If the build fails, the folder
 * stays unchanged.
 */
export async function buildDashboard(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const stamp = stampOf(workspace)
  const made = mkdtempSync(`${folder}-`)
  try {
    await build({
      root: own,
      configFile: join(own, 'vite.config.ts'),
      logLevel: 'error',
      // Otherwise Vite would take these from the environment: a test's would select React's
      // development build, which is half as large again, or call functions that the production
      // build lacks.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      oxc: { jsx: { runtime: 'automatic', importSource: '#jsx', development: false } },
      // Packages also contain development files, which are larger.
      resolve: { conditions: ['module', 'browser', 'production'] },
      build: { outDir: made, emptyOutDir: true },
    })
    // A temporary folder belongs to its creator alone, but another user may serve this one.
    chmodSync(made, 0o755)
    copyTraceViewer(join(made, 'trace'))
    await buildTraceWorker(join(made, 'trace'))
    await compressAll(made)
    writeFileSync(join(made, 'stamp.json'), JSON.stringify({ stamp }))
    replaceBuild(folder, made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Builds it unless the folder has a build of exactly these sources. */
export async function buildIfStale(folder: string): Promise<void> {
  if (builtFrom(folder) !== stampOf(workspace)) await buildDashboard(folder)
}

function copyTraceViewer(to: string): void {
  const playwright = dirname(createRequire(join(own, 'package.json')).resolve('playwright-core/package.json'))
  cpSync(join(playwright, 'lib/vite/traceViewer'), to, {
    recursive: true,
    filter: (path) => !NOT_OF_TRACES.test(path.split(/[/\\]/).at(-1) ?? ''),
  })
  for (const each of ['LICENSE', 'NOTICE', 'ThirdPartyNotices.txt'])
    cpSync(join(playwright, each), join(to, each))
}

/** Our worker has the address of Playwright's, so that browsers replace an older one. It imports Playwright's. */
async function buildTraceWorker(folder: string): Promise<void> {
  renameSync(join(folder, 'sw.bundle.js'), join(folder, 'playwright.bundle.js'))
  await build({
    root: own,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: join(own, 'src/trace-worker/main.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.bundle.js',
      },
    },
  })
}

/** Compressed once for all requests, at the highest level: `name.br` and `name.gz` beside each text. */
async function compressAll(folder: string): Promise<void> {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => TEXT.test(path))
  await Promise.all(
    texts.map(async (path) => {
      const bytes = readFileSync(join(folder, path))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      }
      writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(join(folder, `${path}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
