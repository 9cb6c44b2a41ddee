import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const action = fileURLToPath(new URL('../../packages/action/', import.meta.url))

/** What action.yml starts. */
const ENTRIES = { main: 'src/main.ts', post: 'src/post.ts' }

/**
 * The action as GitHub runs it: no install comes before, so all it uses is in it. Gives the text of each file by its
 * name; the same sources give the same texts.
 */
export async function bundleAction(): Promise<Map<string, string>> {
  const build = await rolldown({
    cwd: action,
    input: ENTRIES,
    platform: 'node',
    tsconfig: false,
    external: [/^node:/],
    onLog: (_level, { code, message }) => {
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message)
    },
  })
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
  })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]))
}
