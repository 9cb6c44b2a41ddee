import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installed } from './installed.ts'
import type { NodeBinary } from './nodes.ts'

/** The files that an import of an installed package loads, by path, with their bytes. */
export const importedFiles = async (
  project: Installed,
  name: string,
  node: NodeBinary,
): Promise<Map<string, number>> => {
  const folder = join(project.folder, 'imported', `${name.replace(/\W/g, '-')}-${node.version}`)
  const script = `await import('${name}')`
  // Node lists every script that it compiled, beside how much of it ran.
  const env = { NODE_V8_COVERAGE: folder }
  const { code, output } = await project.run([node.path, '--input-type=module', '--eval', script], { env })
  if (code !== 0) throw new Error(output)
  const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const urls = reports.flatMap(({ result }: { result: { url: string }[] }) => result.map(({ url }) => url))
  const paths = urls
    .filter((url) => url.startsWith('file:') && !url.includes('[eval'))
    .map((url) => fileURLToPath(url))
  return new Map(paths.map((path) => [path, statSync(path).size]))
}
