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
      define: {
        'process.env.NODE_ENV': JSON.stringify('production'),
        // Without React's hooks for its developer tools.
        'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': JSON.stringify('undefined'),
      },
      oxc: { jsx: { runtime: 'automatic', importSource: '#jsx', development: false } },
      // Packages also contain development files, which are larger.
      resolve: { conditions: ['module', 'browser', 'production'] },
      build: { outDir: made, emptyOutDir: true },
    })
    // A temporary folder belongs to its creator alone, but another user may serve this one.
    chmodSync(made, 0o755)
    copyTraceViewer(join(made, 'trace'))
    await buildTraceScript(join(made, 'trace'), 'theme')
    await buildTraceScript(join(made, 'trace'), 'worker')
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
  renameSync(join(to, 'sw.bundle.js'), join(to, 'playwright.bundle.js'))
  // Before the viewer's own script, which reads the theme when it starts.
  const page = join(to, 'index.html')
  const html = readFileSync(page, 'utf8')
  const themed = html.replace('<script type="module"', '<script src="./theme.js"></script>\n    $&')
  if (themed === html) throw new Error('The page of the trace viewer has no module script to precede.')
  writeFileSync(page, themed)
  for (const each of ['LICENSE', 'NOTICE', 'ThirdPartyNotices.txt'])
    cpSync(join(playwright, each), join(to, each))
}

/** Our worker has the address of Playwright's, so that browsers replace an older one. It imports Playwright's. */
const TRACE_SCRIPTS = {
  worker: { entry: 'src/trace-worker/main.ts', file: 'sw.bundle.js' },
  theme: { entry: 'src/trace-worker/theme.ts', file: 'theme.js' },
}

async function buildTraceScript(folder: string, name: keyof typeof TRACE_SCRIPTS): Promise<void> {
  const { entry, file } = TRACE_SCRIPTS[name]
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
        entry: join(own, entry),
        formats: ['iife'],
        name,
        fileName: () => file,
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
