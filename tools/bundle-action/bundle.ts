import { fileURLToPath } from 'node:url'
import { type OutputChunk, rolldown } from 'rolldown'
import { loadedAtOnce } from '../pack/loaded-at-once.ts'
import { smallUndici } from '../pack/small-undici.ts'
import { licensesOf } from './licenses.ts'
import { inLines } from './lines.ts'

const action = fileURLToPath(new URL('../../packages/action/', import.meta.url))

/** The entries that action.yml starts. */
const ENTRIES = { main: 'src/main.ts', post: 'src/post.ts' }

/**
 * The action as GitHub runs it: without an install, so it contains everything that it uses. Returns
 * the text of each file by its name; the same sources give the same texts.
 */
export async function bundleAction(): Promise<Map<string, string>> {
  const atOnce = loadedAtOnce(await build())
  const chunks = await build({ name: 'core', test: (id) => atOnce.has(id) })
  const licenses = licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds))
  return new Map([
    ...chunks.map(({ fileName, code }): [string, string] => [fileName, inLines(code)]),
    ['licenses.txt', licenses],
  ])
}

const build = async (group?: { name: string; test: (id: string) => boolean }): Promise<OutputChunk[]> => {
  const made = await rolldown({
    cwd: action,
    input: ENTRIES,
    platform: 'node',
    tsconfig: false,
    plugins: [smallUndici()],
    external: [/^node:/],
    // A busy machine is no fault of the sources.
    checks: { bundlerTimings: false },
    onLog: (_level, { code, message }) => {
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message)
    },
  })
  const { output } = await made.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    // Names stay, for stack traces and for readers of the bundle.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    ...(group && { codeSplitting: { groups: [group] } }),
  })
  await made.close()
  return output.filter((file) => file.type === 'chunk')
}
